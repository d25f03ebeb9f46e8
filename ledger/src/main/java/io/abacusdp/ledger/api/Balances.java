package io.abacusdp.ledger.api;

import io.abacusdp.accounting.filter.Binding;
import io.abacusdp.accounting.filter.EpsilonDeltaLimit;
import io.abacusdp.accounting.filter.Limit;
import io.abacusdp.accounting.filter.RenyiCost;
import io.abacusdp.ledger.api.data.Budget;
import io.abacusdp.ledger.api.data.InvalidRequestException;
import io.abacusdp.ledger.api.data.NotFoundException;
import io.abacusdp.ledger.api.data.Price;
import io.abacusdp.ledger.api.data.Scope;
import io.abacusdp.ledger.api.data.ScopeState;
import io.abacusdp.ledger.core.State;
import io.abacusdp.ledger.store.LedgerStore;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** Works out balances. Safe for use by several threads. */
final class Balances implements AutoCloseable {
    static final Duration SHORT_WAIT = Duration.ofMillis(3);

    private final LedgerStore store;
    private final FixedPlans plans;

    Balances(LedgerStore store) {
        this.store = store;
        this.plans = new FixedPlans(store);
    }

    /** One scope and all whose losses count for it, at one moment. */
    private record View(
            ScopeState own,
            List<ScopeState> above,
            List<ScopeState> blocks,
            @Nullable Price last) {
        /** What a unit lost that is worst off at every order, by the numbers that the rule gives for a scope. */
        RenyiCost worst(Function<ScopeState, RenyiCost> numbers) {
            RenyiCost cost = numbers.apply(own);
            if (own.scope().kind() == Scope.Kind.BLOCK) {
                return cost.plus(numbers.apply(above.get(0)));
            }
            RenyiCost most = RenyiCost.ZERO;
            for (ScopeState block : blocks) {
                most = greatest(most, numbers.apply(block));
            }
            return cost.plus(most);
        }
    }

    Balance of(Scope scope, double delta, Duration patience) {
        if (!(delta > 0 && delta < 1)) {
            throw new InvalidRequestException("delta", "must be in (0, 1), got " + delta);
        }
        View view = store.read(state -> view(state, scope));
        Budget budget = view.own().budget();
        RenyiCost lifetime = view.worst(ScopeState::lifetime);
        // The weights of the filter must not depend on what was spent; those of the budget are as good as any.
        EpsilonDeltaLimit display = new EpsilonDeltaLimit(
                budget != null && budget.limit() instanceof EpsilonDeltaLimit limit ? limit.epsilon() : 1, delta);
        double adaptiveLifetime = epsilon(display, lifetime);
        RenyiCost window = view.worst(ScopeState::window);
        return new Balance(
                view.own(),
                delta,
                window.equals(lifetime) ? adaptiveLifetime : epsilon(display, window),
                adaptiveLifetime,
                plans.epsilon(plan(view), delta, adaptiveLifetime, patience),
                budget == null ? Optional.empty() : Optional.of(standing(view, budget)),
                moreLikeLast(view));
    }

    @Override
    public void close() {
        plans.close();
    }

    /** What is left of a limit, rounded down, at least 0. */
    static double rest(double limit, double taken) {
        return Math.max(0, Math.nextDown(limit - taken));
    }

    /** What a cost uses of a limit; nothing at all if it is none, although a filter charges for the choice among orders. */
    static Binding binding(Limit limit, RenyiCost cost) {
        Binding binding = limit.binding(cost);
        return cost.equals(RenyiCost.ZERO)
                ? new Binding(binding.measure(), 0, binding.limit(), binding.order())
                : binding;
    }

    private static double epsilon(EpsilonDeltaLimit limit, RenyiCost cost) {
        return cost.equals(RenyiCost.ZERO) ? 0 : limit.epsilonOf(cost);
    }

    private static View view(State state, Scope scope) {
        ScopeState own = state.scope(scope).orElseThrow(() -> new NotFoundException(scope.toString()));
        List<ScopeState> above = new ArrayList<>();
        for (Scope next = own.parent(); next != null; ) {
            Scope wanted = next;
            ScopeState found = state.scope(wanted).orElseThrow(() -> new NotFoundException(wanted.toString()));
            above.add(found);
            next = found.parent();
        }
        List<ScopeState> blocks = scope.kind() == Scope.Kind.DATASET ? state.blocks(scope) : List.of();
        String last = own.last();
        return new View(
                own, above, blocks, last == null ? null : state.price(last).orElseThrow());
    }

    private static Balance.Standing standing(View view, Budget budget) {
        Limit limit = budget.limit();
        RenyiCost spent = view.worst(state -> state.spentUnder(budget));
        RenyiCost reserved = view.worst(state -> state.reserved().toCost());
        return standing(limit, spent, reserved);
    }

    /** What was taken, in the limit's measure. */
    static Balance.Standing standing(Limit limit, RenyiCost spent, RenyiCost reserved) {
        Binding taken = binding(limit, spent.plus(reserved));
        boolean nothingReserved = reserved.equals(RenyiCost.ZERO);
        return new Balance.Standing(
                nothingReserved ? taken : binding(limit, spent),
                binding(limit, reserved),
                taken,
                rest(taken.limit(), taken.used()));
    }

    private static OptionalLong moreLikeLast(View view) {
        Price last = view.last();
        if (last == null) {
            return OptionalLong.empty();
        }
        OptionalLong least = OptionalLong.empty();
        List<ScopeState> owners = new ArrayList<>(List.of(view.own()));
        owners.addAll(view.above());
        for (ScopeState owner : owners) {
            Budget budget = owner.budget();
            if (budget != null) {
                // An account above has its own totals; a block's dataset counts what the block lost besides.
                RenyiCost taken = owner.scope().kind() == Scope.Kind.ACCOUNT
                        ? owner.spentUnder(budget).plus(owner.reserved().toCost())
                        : view.worst(state -> state.spentUnder(budget))
                                .plus(view.worst(state -> state.reserved().toCost()));
                least = atMost(least, budget.limit(), taken, last.cost());
            }
        }
        return least;
    }

    /** The lesser of a count and what fits; the search for the latter is left out if the former fits. */
    private static OptionalLong atMost(OptionalLong count, Limit limit, RenyiCost taken, RenyiCost once) {
        return count.isPresent() && limit.admits(taken.plus(once.times(count.getAsLong())))
                ? count
                : OptionalLong.of(limit.fits(taken, once));
    }

    private static FixedPlans.Plan plan(View view) {
        List<ScopeState> parts = new ArrayList<>(List.of(view.own()));
        if (view.own().scope().kind() == Scope.Kind.BLOCK) {
            parts.addAll(view.above());
        }
        return new FixedPlans.Plan(
                parts.stream().map(ScopeState::scope).toList(),
                parts.stream().mapToLong(ScopeState::charges).sum(),
                view.own().unit().adjacency(),
                view.blocks().stream().anyMatch(block -> block.charges() > 0));
    }

    /** The greater of both, number by number. */
    static RenyiCost greatest(RenyiCost a, RenyiCost b) {
        long[] most = a.units();
        long[] other = b.units();
        for (int i = 0; i < most.length; i++) {
            most[i] = Math.max(most[i], other[i]);
        }
        return RenyiCost.ofUnits(most);
    }
}
