package io.abacusdp.ledger.queue;

import io.abacusdp.ledger.api.data.BudgetCheck;
import io.abacusdp.ledger.api.data.Scope;
import java.time.Instant;

/**
 * One budget within one window, and whose units are looked at: the scope, or a block of it.
 *
 * @param since when the window began
 */
record Part(Scope scope, Scope part, Instant since) {
    static Part of(BudgetCheck check) {
        return new Part(check.scope(), check.part(), check.since());
    }
}
