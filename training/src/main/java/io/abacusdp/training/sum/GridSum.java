package io.abacusdp.training.sum;

import java.util.Arrays;

/**
 * A vector of sums that are exact: whole multiples of a public step, a power of two between 2^-33 and 2^-32 of the bound on one
 * contribution. Rounding to the step happens to each term before it is added, never to a sum, so that neither the order of terms
 * nor which thread adds them changes a bit.
 *
 * <p>How: terms are added as doubles, which is exact as long as sums are below 2^53 steps. Each contribution is below 2^33.1 steps,
 * so that 2^18 of them stay below 2^52; then the sums are carried over to whole numbers of 64 bits, which hold 2^28 contributions
 * with room for noise.
 *
 * <p>A sum of contributions without a bound has no grid, and is an ordinary sum of doubles. Not safe for use by several threads,
 * but they may add to disjoint ranges.
 */
public final class GridSum {
    /** The step is 2^-32 of the greatest power of two that is at most the bound. */
    static final int GRID_BITS = 32;

    /** Most contributions. */
    public static final int MOST_CONTRIBUTIONS = 1 << 28;

    private static final int BEFORE_CARRY = 1 << 18;
    private static final double ROUNDER = 0x1.8p52;
    /** Half-integers up to 2^27 are below 2^40 of its steps of 2^-12. */
    private static final double BOUND_OF_COUNTS = 0x1p20;

    private final double step;
    /** One over the step, which is exact. */
    private final double perStep;

    private final double[] values;
    private long[] carried = {};
    private int contributions;
    private int sinceCarry;

    private GridSum(int length, double step) {
        this.values = new double[length];
        this.step = step;
        this.perStep = 1 / step;
    }

    /**
     * Zeros.
     *
     * @param bound on the Euclidean norm of one contribution, from 2^-40 to 2^80, or infinite for no grid
     */
    public static GridSum of(int length, double bound) {
        return new GridSum(length, bound == Double.POSITIVE_INFINITY ? 0 : step(bound));
    }

    /** One number, an exact count of wholes and halves up to 2^27. */
    public static GridSum ofCount(double count) {
        GridSum sum = new GridSum(1, step(BOUND_OF_COUNTS));
        sum.values[0] = count;
        return sum;
    }

    private static double step(double bound) {
        requireBound(bound);
        return Math.scalb(1.0, Math.getExponent(bound) - GRID_BITS);
    }

    /** Refuses a finite bound on contributions for which there is no grid. */
    public static void requireBound(double bound) {
        if (!(bound >= 0x1p-40 && bound <= 0x1p80)) {
            throw new IllegalArgumentException(
                    "the bound on a contribution to a sum must be from 2^-40 to 2^80, got " + bound);
        }
    }

    public int length() {
        return values.length;
    }

    /** The grid: every sum is a whole multiple of this power of two; 0 if there is no grid. */
    public double step() {
        return step;
    }

    /** x + rounder − rounder is x rounded to the grid, in doubles, as long as x is below 2^51 steps. */
    public double rounder() {
        return step * ROUNDER;
    }

    /** The sums since the last carry, to add multiples of the step to after {@link #reserve}. Not a copy. */
    public double[] values() {
        return values;
    }

    /**
     * Makes room for contributions.
     *
     * @param more number of contributions, at most 2^17
     */
    public void reserve(int more) {
        if (step > 0) {
            contributions = Math.addExact(contributions, more);
            if (contributions > MOST_CONTRIBUTIONS) {
                throw new IllegalArgumentException(
                        "a sum may have at most %d contributions, got %d".formatted(MOST_CONTRIBUTIONS, contributions));
            }
            if (sinceCarry + more > BEFORE_CARRY) {
                carry();
                sinceCarry = 0;
            }
            sinceCarry += more;
        }
    }

    private void carry() {
        if (carried.length == 0) {
            carried = new long[values.length];
        }
        for (int i = 0; i < values.length; i++) {
            carried[i] += (long) (values[i] * perStep);
            values[i] = 0;
        }
    }

    /** Adds one contribution, rounded to the grid. */
    public void add(double[] contribution) {
        reserve(1);
        for (int i = 0; i < values.length; i++) {
            values[i] += (contribution[i] + rounder()) - rounder();
        }
    }

    /**
     * These sums, and behind them others of one contribution each, rounded towards 0 to the grid.
     *
     * @param more each within the bound on one contribution
     */
    public GridSum with(double[] more) {
        GridSum longer = new GridSum(values.length + more.length, step);
        System.arraycopy(values, 0, longer.values, 0, values.length);
        for (int i = 0; i < more.length; i++) {
            longer.values[values.length + i] = step > 0 ? ((long) (more[i] * perStep)) * step : more[i];
        }
        longer.carried = carried.length == 0 ? carried : Arrays.copyOf(carried, longer.values.length);
        longer.contributions = contributions;
        longer.sinceCarry = sinceCarry;
        return longer;
    }

    /** How many steps a number is; exact, or infinite if there is no grid. */
    public double inSteps(double value) {
        return value * perStep;
    }

    /** A sum in steps, exactly. There must be a grid. */
    public long steps(int index) {
        return (long) (values[index] * perStep) + (carried.length == 0 ? 0 : carried[index]);
    }

    /** A sum, rounded to the nearest double where it is above 2^53 steps. */
    public double value(int index) {
        return carried.length == 0 ? values[index] : steps(index) * step;
    }

    /** All sums as {@link #value} gives them. */
    public double[] toArray() {
        double[] all = new double[values.length];
        for (int i = 0; i < all.length; i++) {
            all[i] = value(i);
        }
        return all;
    }
}
