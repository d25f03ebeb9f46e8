package io.abacusdp.accounting.filter;

import io.abacusdp.accounting.Adjacency;
import io.abacusdp.accounting.event.DpEvent;
import io.abacusdp.accounting.rdp.Conversion;
import io.abacusdp.accounting.rdp.Orders;
import io.abacusdp.accounting.rdp.RenyiTally;
import java.util.Arrays;
import java.util.function.LongBinaryOperator;

/**
 * What a release costs, in whole units, so that sums are exact and do not depend on the order in which they are formed.
 *
 * <p>One number for each order of a fixed grid (the Rényi divergence), one for zero-concentrated privacy (ρ, see {@link
 * ZcdpRules}) and one for the probability of failure that no curve covers. The first two are in units of 2^−40, the last in
 * units of 2^−62; each is rounded up when it is formed from an event. What is too large for its units, or has no finite
 * bound, is infinite, stays so, and is admitted by no limit. Immutable.
 */
public final class RenyiCost {
    /** No loss. */
    public static final RenyiCost ZERO;

    private static final double[] ORDERS = grid();
    private static final Orders GRID = Orders.of(ORDERS);
    private static final int ZCDP = ORDERS.length;
    private static final int DELTA = ORDERS.length + 1;
    private static final int LENGTH = ORDERS.length + 2;
    private static final double UNIT = 0x1p-40;
    private static final double DELTA_UNIT = 0x1p-62;
    private static final long INFINITE = Long.MAX_VALUE;

    static {
        ZERO = new RenyiCost(new long[LENGTH]);
    }

    private final long[] units;

    private RenyiCost(long[] units) {
        this.units = units;
    }

    /**
     * What the event costs under the adjacency.
     *
     * @throws io.abacusdp.accounting.UnsupportedEventException if no Rényi bound is known for a part of it
     */
    public static RenyiCost of(DpEvent event, Adjacency adjacency) {
        RenyiTally account = new RenyiTally(GRID, Conversion.OPTIMAL, adjacency).compose(event);
        double[] curve = account.rdpCurve();
        long[] units = new long[LENGTH];
        for (int i = 0; i < curve.length; i++) {
            units[i] = roundedUp(curve[i], UNIT);
        }
        units[ZCDP] = roundedUp(ZcdpRules.rho(event, adjacency), UNIT);
        units[DELTA] = roundedUp(account.deltaApart(), DELTA_UNIT);
        return new RenyiCost(units);
    }

    /** The cost that {@link #units()} gave. */
    public static RenyiCost ofUnits(long... units) {
        if (units.length != LENGTH) {
            throw new IllegalArgumentException("a cost must have " + LENGTH + " numbers, got " + units.length);
        }
        for (long unit : units) {
            if (unit < 0) {
                throw new IllegalArgumentException("a cost must be at least 0 everywhere, got " + unit);
            }
        }
        return new RenyiCost(units.clone());
    }

    /** The orders of the grid, in rising order. */
    public static double[] orders() {
        return ORDERS.clone();
    }

    /** The whole numbers: at each order, for zCDP, and for the failure probability; infinite is {@link Long#MAX_VALUE}. */
    public long[] units() {
        return units.clone();
    }

    public RenyiCost plus(RenyiCost other) {
        return combine(other, (a, b) -> a > INFINITE - b ? INFINITE : a + b);
    }

    /**
     * What is left if a part is taken out that was put in.
     *
     * @throws IllegalArgumentException if the part is not within this cost, or infinite
     */
    public RenyiCost minus(RenyiCost part) {
        return combine(part, (a, b) -> {
            if (b > a || b == INFINITE) {
                throw new IllegalArgumentException("a cost can only be lessened by a finite part of it");
            }
            return a == INFINITE ? INFINITE : a - b;
        });
    }

    /**
     * The cost of so many such releases.
     *
     * @param count at least 0
     */
    public RenyiCost times(long count) {
        if (count < 0) {
            throw new IllegalArgumentException("count must be at least 0, got " + count);
        }
        long[] product = new long[LENGTH];
        for (int i = 0; i < LENGTH; i++) {
            boolean fits = Math.multiplyHigh(units[i], count) == 0 && units[i] * count >= 0 && units[i] != INFINITE;
            product[i] = count == 0 ? 0 : fits ? units[i] * count : INFINITE;
        }
        return new RenyiCost(product);
    }

    /** Whether no part of this cost is above that of the other. */
    public boolean isWithin(RenyiCost other) {
        for (int i = 0; i < LENGTH; i++) {
            if (units[i] > other.units[i]) {
                return false;
            }
        }
        return true;
    }

    /** An upper bound on the Rényi divergence at the order with this place in {@link #orders()}. */
    public double rdp(int index) {
        return toDouble(units[index], UNIT);
    }

    /**
     * An upper bound on the Rényi divergence R at any order of the grid's range: (α − 1)·R(α) is convex in α, so that the chord
     * between two neighbours of the grid is above it (van Erven, Harremoës 2014, corollary 2).
     *
     * @param order within the range of {@link #orders()}
     */
    public double rdpAt(double order) {
        int place = Arrays.binarySearch(ORDERS, order);
        if (place >= 0) {
            return rdp(place);
        }
        int right = -place - 1;
        if (!(right > 0 && right < ORDERS.length)) {
            throw new IllegalArgumentException(
                    "order must be from " + ORDERS[0] + " to " + ORDERS[ORDERS.length - 1] + ", got " + order);
        }
        double low = ORDERS[right - 1];
        double high = ORDERS[right];
        double share = (order - low) / (high - low);
        double chord = (1 - share) * (low - 1) * rdp(right - 1) + share * (high - 1) * rdp(right);
        // Ten roundings at most; and the divergence rises with the order.
        return Math.min(chord / (order - 1) * (1 + 0x1p-48), rdp(right));
    }

    /** An upper bound on ρ of zero-concentrated privacy; infinite if none is known. */
    public double zcdp() {
        return toDouble(units[ZCDP], UNIT);
    }

    /** The probability of failure that no curve covers. */
    public double deltaApart() {
        return toDouble(units[DELTA], DELTA_UNIT);
    }

    private RenyiCost combine(RenyiCost other, LongBinaryOperator operator) {
        long[] result = new long[LENGTH];
        for (int i = 0; i < LENGTH; i++) {
            result[i] = operator.applyAsLong(units[i], other.units[i]);
        }
        return new RenyiCost(result);
    }

    private static long roundedUp(double value, double unit) {
        // The division is exact: the unit is a power of two, and a value so small that it underflows is not rounded to
        // 0.
        double scaled = Math.ceil(value / unit);
        return scaled < 0x1p62 ? (long) scaled : INFINITE;
    }

    private static double toDouble(long units, double unit) {
        if (units == INFINITE) {
            return Double.POSITIVE_INFINITY;
        }
        double nearest = (double) units;
        return ((long) nearest < units ? Math.nextUp(nearest) : nearest) * unit;
    }

    /** Four orders to an octave from 2 to 2^14, where integers are, and some down to 1.0625. */
    private static double[] grid() {
        double[] below2 = {1.0625, 1.125, 1.25, 1.375, 1.5, 1.75};
        double[] orders = Arrays.copyOf(below2, below2.length + 4 * 13 + 1);
        for (int i = below2.length; i < orders.length; i++) {
            int place = i - below2.length;
            orders[i] = Math.scalb(1 + (place % 4) * 0.25, 1 + place / 4);
        }
        return orders;
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof RenyiCost cost && Arrays.equals(units, cost.units);
    }

    @Override
    public int hashCode() {
        return Arrays.hashCode(units);
    }

    @Override
    public String toString() {
        return "RenyiCost" + Arrays.toString(units);
    }
}
