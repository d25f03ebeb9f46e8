package io.abacusdp.ledger.api.data;

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
 * @param rules which data belong to the account, or to which accounts the data belong
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
        long touched,
        DataRules rules) {
    public ScopeState {
        Objects.requireNonNull(scope, "scope");
        Objects.requireNonNull(unit, "unit");
        Objects.requireNonNull(lifetime, "lifetime");
        Objects.requireNonNull(window, "window");
        Objects.requireNonNull(reserved, "reserved");
        Objects.requireNonNull(windowSince, "windowSince");
        Objects.requireNonNull(rules, "rules");
    }

    /** What counts against a budget: the present window if it has windows, all time otherwise. */
    public RenyiCost spentUnder(Budget rule) {
        return rule.window() == null ? lifetime : window;
    }
}
