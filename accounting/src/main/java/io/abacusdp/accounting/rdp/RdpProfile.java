package io.abacusdp.accounting.rdp;

import io.abacusdp.accounting.Adjacency;
import io.abacusdp.accounting.Guarantee;
import io.abacusdp.accounting.PrivacyProfile;
import java.util.List;
import java.util.OptionalDouble;
import java.util.function.IntToDoubleFunction;

/**
 * (epsilon, delta) from a Rényi loss.
 *
 * <p>Formula: if the mechanism fails with probability δ₀ and otherwise is bounded by the curve, its δ at ε is at most δ₀ +
 * (1 − δ₀)·δ₁(ε), δ₁ from the curve.
 */
final class RdpProfile implements PrivacyProfile {
    private final RdpLoss loss;
    private final Orders orders;
    private final Conversion conversion;
    private final Adjacency adjacency;
    private final boolean empty;
    private final double[] grid;
    private final double[] rdp;

    RdpProfile(RdpLoss loss, boolean empty, Orders orders, Conversion conversion, Adjacency adjacency) {
        this.loss = loss;
        this.empty = empty;
        this.orders = orders;
        this.conversion = conversion;
        this.adjacency = adjacency;
        this.grid = orders.grid();
        this.rdp = new double[grid.length];
        for (int i = 0; i < grid.length; i++) {
            rdp[i] = loss.curve().at(grid[i]);
        }
    }

    @Override
    public Guarantee epsilon(double delta) {
        PrivacyProfile.checkDelta(delta);
        if (empty) {
            return Guarantee.of(0, delta, adjacency, RdpRules.NAME);
        }
        double rest = rest(delta);
        if (!(rest > 0)) {
            return Guarantee.of(Double.POSITIVE_INFINITY, delta, adjacency, RdpRules.NAME);
        }
        OrderSearch.Best best = orders.isContinuous()
                ? overAllOrders(rest, Double.POSITIVE_INFINITY)
                : onGrid(
                        i -> Conversion.BALLE.epsilon(grid[i], rdp[i], rest),
                        i -> conversion.epsilon(grid[i], rdp[i], rest));
        return guarantee(confirmed(best.bound(), delta), delta, best);
    }

    /**
     * An epsilon over all orders that {@link #delta} need not confirm; if there is none below the limit, it may be looked for less.
     *
     * @param delta positive
     */
    Guarantee unconfirmed(double delta, double limit) {
        double rest = rest(delta);
        if (!(rest > 0)) {
            return Guarantee.of(Double.POSITIVE_INFINITY, delta, adjacency, RdpRules.NAME);
        }
        OrderSearch.Best best = overAllOrders(rest, limit);
        return guarantee(best.bound(), delta, best);
    }

    private OrderSearch.Best overAllOrders(double rest, double limit) {
        return OrderSearch.continuous(
                loss,
                (order, value) -> conversion.epsilon(order, value, rest),
                (order, value) -> value - (1 + Math.log(order)) / (order - 1),
                limit);
    }

    /** What is left of delta for the curve, rounded down by more than the error of its operations. */
    private double rest(double delta) {
        return loss.delta() == 0 ? delta : (delta - loss.delta()) / (1 - loss.delta()) * (1 - 1e-15);
    }

    /**
     * The epsilon, raised by as little as makes {@link #delta} at it not exceed the given delta: the two searches need not
     * end at the same order, and each is a figure that others will check by the other.
     */
    private double confirmed(double epsilon, double delta) {
        double raised = epsilon;
        double first = conversion == Conversion.OPTIMAL ? 2 * OptimalConversion.TOLERANCE : 1e-15;
        for (double step = first; raised < Double.POSITIVE_INFINITY; step *= 8) {
            if (delta(raised).delta() <= delta) {
                return raised;
            }
            raised = epsilon + step * Math.max(epsilon, 1e-9);
        }
        return raised;
    }

    @Override
    public Guarantee delta(double epsilon) {
        PrivacyProfile.checkEpsilon(epsilon);
        if (empty) {
            return Guarantee.of(epsilon, 0, adjacency, RdpRules.NAME);
        }
        OrderSearch.Best best = orders.isContinuous()
                ? OrderSearch.continuous(
                        loss,
                        (order, value) -> deltaOrBeyond(order, value, epsilon),
                        (order, value) -> value > epsilon ? Math.exp((order - 1) * (value - epsilon) - 1) / order : 0)
                : onGrid(
                        i -> Conversion.BALLE.delta(grid[i], rdp[i], epsilon),
                        i -> conversion.delta(grid[i], rdp[i], epsilon));
        double delta = loss.delta() == 0
                ? Math.min(1, best.bound())
                : Math.min(1, (loss.delta() + (1 - loss.delta()) * Math.min(1, best.bound())) * (1 + 1e-15));
        return guarantee(epsilon, delta, best);
    }

    /** Delta, or where there is none below 1, how far the order is from having one: a search needs to know where to go. */
    private double deltaOrBeyond(double order, double value, double epsilon) {
        double delta = conversion.delta(order, value, epsilon);
        return delta < 1 ? delta : 1 + Math.max(0, value - epsilon);
    }

    private OrderSearch.Best onGrid(IntToDoubleFunction cheap, IntToDoubleFunction tight) {
        double[] bounds = new double[grid.length];
        for (int i = 0; i < grid.length; i++) {
            bounds[i] = cheap.applyAsDouble(i);
        }
        return OrderSearch.onGrid(grid, bounds, tight);
    }

    private Guarantee guarantee(double epsilon, double delta, OrderSearch.Best best) {
        boolean found = epsilon < Double.POSITIVE_INFINITY;
        return new Guarantee(
                epsilon,
                delta,
                OptionalDouble.empty(),
                found ? OptionalDouble.of(best.order()) : OptionalDouble.empty(),
                adjacency,
                RdpRules.NAME,
                found ? notes(epsilon, best.order()) : List.of());
    }

    private List<String> notes(double epsilon, double order) {
        boolean edge = grid.length > 0 && epsilon > 0 && (order == grid[0] || order == grid[grid.length - 1]);
        return edge
                ? List.of(
                        "the best order, %s, is at the edge of the given grid: other orders may give a smaller epsilon"
                                .formatted(order))
                : List.of();
    }
}
