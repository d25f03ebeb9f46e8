package io.abacusdp.ledger.core;

import io.abacusdp.ledger.api.data.InvalidRequestException;
import io.abacusdp.ledger.api.data.NotFoundException;
import io.abacusdp.ledger.api.data.PrivacyUnit;
import io.abacusdp.ledger.api.data.Scope;
import io.abacusdp.ledger.api.data.ScopeState;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/** The scopes that a charge is recorded for: the account, all above it, and the datasets and blocks that are named. */
final class ChargedScopes {
    /** Levels of an account tree. */
    static final int MAX_DEPTH = 16;

    private ChargedScopes() {}

    /**
     * All of them, the account first.
     *
     * @throws NotFoundException if one does not exist
     * @throws InvalidRequestException if they do not go together
     */
    static List<ScopeState> of(State state, String account, List<Scope> scopes) {
        List<ScopeState> targets = lineage(state, account);
        PrivacyUnit unit = targets.get(0).unit();
        Set<Scope> seen = new HashSet<>(scopes);
        if (seen.size() != scopes.size()) {
            throw new InvalidRequestException("scopes", "must name each scope once, got " + scopes);
        }
        for (Scope scope : scopes) {
            ScopeState found = state.scope(scope).orElseThrow(() -> new NotFoundException(scope.toString()));
            if (scope.kind() == Scope.Kind.ACCOUNT) {
                throw new InvalidRequestException(
                        "scopes", "must be datasets and blocks, got " + scope + "; accounts above are always included");
            }
            if (scope.kind() == Scope.Kind.BLOCK && seen.contains(scope.datasetOfBlock())) {
                throw new InvalidRequestException(
                        "scopes", "must not name " + scope + " beside the whole of its dataset");
            }
            if (!found.unit().equals(unit)) {
                throw new InvalidRequestException(
                        "scopes",
                        "must have the account's unit %s, got %s with %s; losses of different units do not add up"
                                .formatted(unit, scope, found.unit()));
            }
            targets.add(found);
        }
        return targets;
    }

    /** The account and all above it. */
    static List<ScopeState> lineage(State state, String account) {
        List<ScopeState> lineage = new ArrayList<>();
        Scope next = Scope.account(account);
        while (next != null) {
            Scope wanted = next;
            ScopeState found = state.scope(wanted).orElseThrow(() -> new NotFoundException(wanted.toString()));
            lineage.add(found);
            next = found.parent();
        }
        return lineage;
    }
}
