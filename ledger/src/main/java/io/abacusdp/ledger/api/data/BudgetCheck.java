package io.abacusdp.ledger.api.data;

import io.abacusdp.accounting.filter.RenyiCost;
import java.time.Instant;
import java.util.Objects;

/**
 * One budget that a charge has to fit into.
 *
 * @param scope whose budget it is
 * @param part whose units are looked at: the scope itself, or a block of it
 * @param budget its rule
 * @param spent what counts against it already
 * @param reserved what is held besides
 * @param since when the present window of the scope began
 */
public record BudgetCheck(Scope scope, Scope part, Budget budget, RenyiCost spent, RenyiCost reserved, Instant since) {
    public BudgetCheck {
        Objects.requireNonNull(scope, "scope");
        Objects.requireNonNull(part, "part");
        Objects.requireNonNull(budget, "budget");
        Objects.requireNonNull(spent, "spent");
        Objects.requireNonNull(reserved, "reserved");
        Objects.requireNonNull(since, "since");
    }

    /** Whether the cost still fits. */
    public boolean admits(RenyiCost cost) {
        return budget.limit().admits(taken().plus(cost));
    }

    /** Whether the cost still fits, and into what is unlocked by now. */
    public boolean admitsUnlocked(RenyiCost cost, Instant at) {
        double part = unlocked(at);
        return admits(cost)
                && (part >= 1 || (part > 0 && budget.limit().admits(Share.scaled(taken().plus(cost), part))));
    }

    /** The part of the limit that is available by now, from 0 to 1. */
    public double unlocked(Instant at) {
        Pace pace = budget.pace();
        return pace == null ? 1 : pace.unlocked(since, at);
    }

    /** When so much of the limit is available, from 0 to 1, in the present window. */
    public Instant unlockedAt(double part) {
        Pace pace = budget.pace();
        return pace == null ? since : pace.unlockedAt(part, since);
    }

    /** The same budget after something more was taken. */
    public BudgetCheck with(RenyiCost cost) {
        return new BudgetCheck(scope, part, budget, spent, reserved.plus(cost), since);
    }

    /** What is spent and reserved. */
    public RenyiCost taken() {
        return spent.plus(reserved);
    }
}
