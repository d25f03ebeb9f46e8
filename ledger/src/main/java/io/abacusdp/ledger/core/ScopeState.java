package io.abacusdp.ledger.core;

import io.abacusdp.accounting.filter.RenyiCost;
import java.time.Instant;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * What is recorded for one scope. The numbers of a dataset are those of charges on the whole of it; a unit in a block has
 * lost those of the dataset and those of the block.
 *
 * @param scope whose state this is
 * @param unit whose loss is recorded
 * @param parent account above, or dataset of a block; null if there is none
 * @param budget null if there is none
 * @param lifetime spent since the scope exists
 * @param window spent in the present window
 * @param reserved held by open reservations
 * @param windowNumber counts from 1; a block has the windows of its dataset
 * @param windowSince when the present window was opened
 * @param charges how many were spent
 * @param last price id of what was spent last; null if nothing was
 * @param touched seq of the fact that changed this state last
 */
public record ScopeState(
        Scope scope,
        PrivacyUnit unit,
        @Nullable Scope parent,
        @Nullable Budget budget,
        RenyiCost lifetime,
        RenyiCost window,
        ExactSum reserved,
        long windowNumber,
        Instant windowSince,
        long charges,
        @Nullable String last,
        long touched) {
    public ScopeState {
        Objects.requireNonNull(scope, "scope");
        Objects.requireNonNull(unit, "unit");
        Objects.requireNonNull(lifetime, "lifetime");
        Objects.requireNonNull(window, "window");
        Objects.requireNonNull(reserved, "reserved");
        Objects.requireNonNull(windowSince, "windowSince");
    }

    static ScopeState empty(Scope scope, PrivacyUnit unit, @Nullable Scope parent, Instant at, long seq) {
        return new ScopeState(
                scope, unit, parent, null, RenyiCost.ZERO, RenyiCost.ZERO, ExactSum.ZERO, 1, at, 0, null, seq);
    }

    /** What counts against a budget: the present window if it has windows, all time otherwise. */
    public RenyiCost spentUnder(Budget rule) {
        return rule.window() == null ? lifetime : window;
    }

    ScopeState withBudget(Budget next, long seq) {
        return new ScopeState(
                scope, unit, parent, next, lifetime, window, reserved, windowNumber, windowSince, charges, last, seq);
    }

    ScopeState nextWindow(Instant at, long seq) {
        return new ScopeState(
                scope,
                unit,
                parent,
                budget,
                lifetime,
                RenyiCost.ZERO,
                reserved,
                windowNumber + 1,
                at,
                charges,
                last,
                seq);
    }

    ScopeState reserve(RenyiCost cost, long seq) {
        return withReserved(reserved.plus(cost), seq);
    }

    ScopeState release(RenyiCost cost, long seq) {
        return withReserved(reserved.minus(cost), seq);
    }

    ScopeState spend(Price price, long seq) {
        return new ScopeState(
                scope,
                unit,
                parent,
                budget,
                lifetime.plus(price.cost()),
                window.plus(price.cost()),
                reserved,
                windowNumber,
                windowSince,
                charges + 1,
                price.id(),
                seq);
    }

    private ScopeState withReserved(ExactSum next, long seq) {
        return new ScopeState(
                scope, unit, parent, budget, lifetime, window, next, windowNumber, windowSince, charges, last, seq);
    }
}
