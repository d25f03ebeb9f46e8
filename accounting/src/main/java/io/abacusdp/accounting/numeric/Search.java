package io.abacusdp.accounting.numeric;

import java.util.function.DoublePredicate;
import java.util.function.LongPredicate;

/**
 * Bisection for the point at which a monotone condition turns true. What is returned satisfies the condition, always: a
 * search ends on the safe side or not at all.
 *
 * <p>Non-negative doubles are ordered as their bits are, so that halving the bits reaches neighbouring doubles in at most
 * 63 steps whatever the magnitudes.
 */
public final class Search {
    private Search() {}

    /**
     * The least x in [low, high] that satisfies the condition, to a relative tolerance; NaN if high does not satisfy it.
     *
     * @param low not negative
     * @param high at least low
     * @param tolerance relative width at which to stop; 0 goes on to neighbouring doubles
     * @param holds false below some point, true from there on
     */
    public static double least(double low, double high, double tolerance, DoublePredicate holds) {
        check(low, high);
        if (!holds.test(high)) {
            return Double.NaN;
        }
        if (holds.test(low)) {
            return low;
        }
        long no = bits(low);
        long yes = bits(high);
        while (yes - no > 1 && wider(no, yes, tolerance)) {
            long middle = no + (yes - no) / 2;
            if (holds.test(Double.longBitsToDouble(middle))) {
                yes = middle;
            } else {
                no = middle;
            }
        }
        return Double.longBitsToDouble(yes);
    }

    /**
     * The greatest x in [low, high] that satisfies the condition, to a relative tolerance; NaN if low does not satisfy it.
     *
     * @param low not negative
     * @param high at least low
     * @param tolerance relative width at which to stop; 0 goes on to neighbouring doubles
     * @param holds true up to some point, false beyond
     */
    public static double greatest(double low, double high, double tolerance, DoublePredicate holds) {
        check(low, high);
        if (!holds.test(low)) {
            return Double.NaN;
        }
        if (holds.test(high)) {
            return high;
        }
        long yes = bits(low);
        long no = bits(high);
        while (no - yes > 1 && wider(yes, no, tolerance)) {
            long middle = yes + (no - yes) / 2;
            if (holds.test(Double.longBitsToDouble(middle))) {
                yes = middle;
            } else {
                no = middle;
            }
        }
        return Double.longBitsToDouble(yes);
    }

    /**
     * The greatest integer in [low, high] that satisfies the condition; low − 1 if low does not satisfy it.
     *
     * @param low not negative
     * @param high at least low
     * @param holds true up to some point, false beyond
     */
    public static long greatest(long low, long high, LongPredicate holds) {
        if (!(low >= 0 && low <= high)) {
            throw new IllegalArgumentException("a search needs 0 <= low <= high, got low " + low + " and high " + high);
        }
        if (!holds.test(low)) {
            return low - 1;
        }
        long yes = low;
        // Doubling first: the condition is often cheap for small counts, and the answer far below the limit.
        long step = 1;
        while (yes < high) {
            long next = high - yes > step ? yes + step : high;
            if (!holds.test(next)) {
                return bisect(yes, next, holds);
            }
            yes = next;
            step = step > high / 2 ? high : step * 2;
        }
        return yes;
    }

    private static long bisect(long yes, long no, LongPredicate holds) {
        long low = yes;
        long high = no;
        while (high - low > 1) {
            long middle = low + (high - low) / 2;
            if (holds.test(middle)) {
                low = middle;
            } else {
                high = middle;
            }
        }
        return low;
    }

    /** The bits of a number that is not negative; adding zero turns −0, whose bits are not in order, into 0. */
    private static long bits(double value) {
        return Double.doubleToLongBits(value + 0.0);
    }

    private static boolean wider(long lowBits, long highBits, double tolerance) {
        double low = Double.longBitsToDouble(lowBits);
        double high = Double.longBitsToDouble(highBits);
        // An infinite end is far from every finite one, although ∞ ≤ tolerance·∞.
        return !(high - low <= tolerance * high) || high == Double.POSITIVE_INFINITY;
    }

    private static void check(double low, double high) {
        if (!(low >= 0 && low <= high)) {
            throw new IllegalArgumentException("a search needs 0 <= low <= high, got low " + low + " and high " + high);
        }
    }
}
