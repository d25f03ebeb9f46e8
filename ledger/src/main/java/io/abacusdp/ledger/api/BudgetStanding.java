package io.abacusdp.ledger.api;

import io.abacusdp.accounting.filter.Limit;
import io.abacusdp.accounting.filter.RenyiCost;
import io.abacusdp.ledger.api.data.Budget;
import io.abacusdp.ledger.api.data.Scope;
import io.abacusdp.ledger.api.data.ScopeState;
import io.abacusdp.ledger.api.data.Share;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * A budget and what was taken from it, for who watches many. Losses round up, what remains rounds down.
 *
 * @param state of the scope
 * @param standing in the budget's measure
 * @param used part of the limit that is taken, linear in what is charged: at 0.5 as much again fits
 */
public record BudgetStanding(ScopeState state, Balance.Standing standing, double used) {
    public BudgetStanding {
        Objects.requireNonNull(state, "state");
        Objects.requireNonNull(standing, "standing");
    }

    /**
     * How long the limit lasts if things go on as they did on average since the window began; null if nothing was taken, or a
     * new window opens by itself before.
     */
    public @Nullable Duration lasts(Instant now) {
        Duration elapsed = Duration.between(state.windowSince(), now);
        if (used <= 0 || elapsed.isNegative()) {
            return null;
        }
        double seconds = used >= 1 ? 0 : elapsed.toMillis() / 1000.0 * (1 - used) / used;
        Budget budget = state.budget();
        Instant next = budget == null ? null : budget.nextWindow(state.windowSince());
        boolean refreshedBefore =
                next != null && seconds > Duration.between(now, next).toSeconds();
        return refreshedBefore || seconds > 1e12 ? null : Duration.ofMillis((long) (seconds * 1000));
    }

    /** The standings of all scopes with a budget among these, which are all of a ledger. */
    static List<BudgetStanding> of(List<ScopeState> scopes) {
        Map<Scope, List<ScopeState>> blocks = new HashMap<>();
        Map<Scope, ScopeState> byName = new HashMap<>();
        for (ScopeState scope : scopes) {
            byName.put(scope.scope(), scope);
            if (scope.scope().kind() == Scope.Kind.BLOCK) {
                blocks.computeIfAbsent(scope.scope().datasetOfBlock(), none -> new ArrayList<>())
                        .add(scope);
            }
        }
        List<BudgetStanding> standings = new ArrayList<>();
        for (ScopeState scope : scopes) {
            Budget budget = scope.budget();
            if (budget != null) {
                List<ScopeState> others = blocks.getOrDefault(scope.scope(), List.of());
                ScopeState above = scope.scope().kind() == Scope.Kind.BLOCK
                        ? byName.get(scope.scope().datasetOfBlock())
                        : null;
                standings.add(of(scope, budget, above, others));
            }
        }
        return standings;
    }

    private static BudgetStanding of(
            ScopeState scope, Budget budget, @Nullable ScopeState dataset, List<ScopeState> blocks) {
        Limit limit = budget.limit();
        RenyiCost spent = worst(scope, dataset, blocks, state -> state.spentUnder(budget));
        RenyiCost reserved =
                worst(scope, dataset, blocks, state -> state.reserved().toCost());
        return new BudgetStanding(
                scope, Balances.standing(limit, spent, reserved), Share.of(limit, spent.plus(reserved)));
    }

    private static RenyiCost worst(
            ScopeState own,
            @Nullable ScopeState dataset,
            List<ScopeState> blocks,
            Function<ScopeState, RenyiCost> numbers) {
        RenyiCost cost = numbers.apply(own);
        if (dataset != null) {
            return cost.plus(numbers.apply(dataset));
        }
        RenyiCost most = RenyiCost.ZERO;
        for (ScopeState block : blocks) {
            most = Balances.greatest(most, numbers.apply(block));
        }
        return cost.plus(most);
    }
}
