package io.abacusdp.ledger.queue;

import io.abacusdp.ledger.api.data.BudgetCheck;
import io.abacusdp.ledger.api.data.Scope;
import java.time.Instant;

/**
 * One budget within one window, and whose units are looked at: the scope, or a block of it.
 *
 * @param since when the window began
 */
record BudgetWindow(Scope scope, Scope part, Instant since) {
    static BudgetWindow of(BudgetCheck check) {
        return new BudgetWindow(check.scope(), check.part(), check.since());
    }
}
