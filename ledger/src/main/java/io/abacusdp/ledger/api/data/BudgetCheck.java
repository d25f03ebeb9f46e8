package io.abacusdp.ledger.api.data;

import io.abacusdp.accounting.filter.RenyiCost;
import java.util.Objects;

/**
 * One budget that a charge has to fit into.
 *
 * @param scope whose budget it is
 * @param part whose units are looked at: the scope itself, or a block of it
 * @param budget its rule
 * @param spent what counts against it already
 * @param reserved what is held besides
 */
public record BudgetCheck(Scope scope, Scope part, Budget budget, RenyiCost spent, RenyiCost reserved) {
    public BudgetCheck {
        Objects.requireNonNull(scope, "scope");
        Objects.requireNonNull(part, "part");
        Objects.requireNonNull(budget, "budget");
        Objects.requireNonNull(spent, "spent");
        Objects.requireNonNull(reserved, "reserved");
    }

    /** Whether the cost still fits. */
    public boolean admits(RenyiCost cost) {
        return budget.limit().admits(taken().plus(cost));
    }

    /** What is spent and reserved. */
    public RenyiCost taken() {
        return spent.plus(reserved);
    }
}
