package io.abacusdp.ledger.store;

import io.abacusdp.ledger.api.data.Scope;
import io.abacusdp.ledger.api.data.ScopeState;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Scopes as they were after some fact, as far as they are known. Not safe for use by several threads. */
final class KnownScopes {
    private static final int MAX_SCOPES = 10_000;
    private static final int MAX_TERMS = 100_000;

    private final Map<Scope, Optional<ScopeState>> states = new HashMap<>();
    private final Map<Scope, List<Scope>> blocks = new HashMap<>();
    private final Map<TermOfScope, Long> times = new HashMap<>();

    /** How often a scope was charged with a term. */
    record TermOfScope(Scope scope, String term) implements Comparable<TermOfScope> {
        @Override
        public int compareTo(TermOfScope other) {
            int byScope = scope.compareTo(other.scope);
            return byScope != 0 ? byScope : term.compareTo(other.term);
        }
    }

    boolean isLarge() {
        return states.size() > MAX_SCOPES || times.size() > MAX_TERMS;
    }

    Map<Scope, Optional<ScopeState>> states() {
        return states;
    }

    /** Names of all blocks of a dataset, in no order. */
    Map<Scope, List<Scope>> blocks() {
        return blocks;
    }

    Map<TermOfScope, Long> times() {
        return times;
    }
}
