package io.abacusdp.ledger.core;

import io.abacusdp.ledger.api.data.Actor;
import io.abacusdp.ledger.api.data.NotAllowedException;
import io.abacusdp.ledger.api.data.NotFoundException;
import io.abacusdp.ledger.api.data.Scope;
import io.abacusdp.ledger.api.data.ScopeState;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * What somebody may see and change: the accounts of one subtree, and the data that are bound to an account of it, to one above
 * it, or to nobody. What is out of reach is answered like what does not exist.
 */
public final class Reach {
    private final State state;
    private final @Nullable Scope root;

    public Reach(State state, Actor actor) {
        this.state = state;
        this.root = actor.account() == null ? null : Scope.account(actor.account());
    }

    /** Whether nothing is out of reach. */
    public boolean isAll() {
        return root == null;
    }

    /** Whether the account, which may not exist, is within reach. */
    public boolean covers(String account) {
        return root == null || isAtOrBelow(Scope.account(account), root);
    }

    /** Refuses an account that is out of reach as if it did not exist. */
    public void requireAccount(String account) {
        if (!covers(account)) {
            throw new NotFoundException(Scope.account(account).toString());
        }
    }

    /** Whether the scope may be seen, and the data in it charged. */
    public boolean sees(Scope scope) {
        Scope own = root;
        if (own == null) {
            return true;
        }
        if (scope.kind() == Scope.Kind.ACCOUNT) {
            return covers(scope.id());
        }
        List<Scope> owners = owners(scope);
        return owners.isEmpty()
                || owners.stream().anyMatch(owner -> isAtOrBelow(owner, own) || isAtOrBelow(own, owner));
    }

    /** Refuses a scope that is out of reach as if it did not exist. */
    public void requireVisible(Scope scope) {
        if (!sees(scope)) {
            throw new NotFoundException(scope.toString());
        }
    }

    /**
     * Refuses to change the budget of what is not below: who is given a subtree cannot raise what was given.
     *
     * @throws NotAllowedException if it can be seen, but was given from above
     */
    public void requireManaged(Scope scope) {
        requireVisible(scope);
        if (root == null) {
            return;
        }
        boolean below = scope.kind() == Scope.Kind.ACCOUNT
                ? !scope.equals(root)
                : !owners(scope).isEmpty() && owners(scope).stream().allMatch(owner -> isAtOrBelow(owner, root));
        if (!below) {
            throw new NotAllowedException(scope + " is managed from above " + root);
        }
    }

    private List<Scope> owners(Scope data) {
        Scope dataset = data.kind() == Scope.Kind.BLOCK ? data.datasetOfBlock() : data;
        return state.scope(dataset).map(found -> found.rules().bound()).orElse(List.of());
    }

    private boolean isAtOrBelow(Scope account, Scope top) {
        Scope next = account;
        for (int level = 0; next != null && level <= ChargedScopes.MAX_DEPTH; level++) {
            if (next.equals(top)) {
                return true;
            }
            next = Optional.of(next)
                    .flatMap(state::scope)
                    .map(ScopeState::parent)
                    .orElse(null);
        }
        return false;
    }
}
