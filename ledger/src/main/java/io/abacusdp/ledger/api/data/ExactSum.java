package io.abacusdp.ledger.api.data;

import io.abacusdp.accounting.filter.RenyiCost;
import java.util.Arrays;

/**
 * A sum of costs from which each can be taken out again.
 *
 * <p>A {@link RenyiCost} that has become infinite stays so. What is reserved can be released, so its sum is kept in numbers of
 * twice the width, high·2^63 + low, in which an infinite part counts as 2^83: more than all finite parts together, as long as
 * fewer than 2^20 are open at once, and counted exactly. Immutable.
 */
public final class ExactSum {
    /** Nothing. */
    public static final ExactSum ZERO = new ExactSum(new long[length()], new long[length()]);

    private static final long INFINITE = 1L << 20;

    private final long[] low;
    private final long[] high;

    private ExactSum(long[] low, long[] high) {
        this.low = low;
        this.high = high;
    }

    /** The sum that {@link #words()} gave. */
    public static ExactSum ofWords(long... words) {
        if (words.length != 2 * length()) {
            throw new IllegalArgumentException("a sum must have " + 2 * length() + " words, got " + words.length);
        }
        return new ExactSum(Arrays.copyOf(words, length()), Arrays.copyOfRange(words, length(), words.length));
    }

    public ExactSum plus(RenyiCost cost) {
        ExactSum sum = new ExactSum(low.clone(), high.clone());
        long[] units = cost.units();
        for (int i = 0; i < units.length; i++) {
            if (units[i] == Long.MAX_VALUE) {
                sum.high[i] += INFINITE;
            } else {
                sum.low[i] += units[i];
                sum.high[i] += sum.low[i] >>> 63;
                sum.low[i] &= Long.MAX_VALUE;
            }
        }
        return sum;
    }

    /**
     * The sum without a cost that was added.
     *
     * @throws IllegalStateException if it cannot have been
     */
    public ExactSum minus(RenyiCost cost) {
        ExactSum rest = new ExactSum(low.clone(), high.clone());
        long[] units = cost.units();
        for (int i = 0; i < units.length; i++) {
            if (units[i] == Long.MAX_VALUE) {
                rest.high[i] -= INFINITE;
            } else {
                rest.low[i] -= units[i];
                rest.high[i] -= rest.low[i] >>> 63;
                rest.low[i] &= Long.MAX_VALUE;
            }
            if (rest.high[i] < 0) {
                throw new IllegalStateException("more is released than was reserved");
            }
        }
        return rest;
    }

    /** The sum as a cost; what is too large for one is infinite. */
    public RenyiCost toCost() {
        long[] units = new long[low.length];
        for (int i = 0; i < units.length; i++) {
            units[i] = high[i] == 0 ? low[i] : Long.MAX_VALUE;
        }
        return RenyiCost.ofUnits(units);
    }

    /** The lower halves of all numbers, then the upper ones. */
    public long[] words() {
        long[] words = Arrays.copyOf(low, 2 * low.length);
        System.arraycopy(high, 0, words, low.length, high.length);
        return words;
    }

    private static int length() {
        return RenyiCost.ZERO.units().length;
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof ExactSum sum && Arrays.equals(low, sum.low) && Arrays.equals(high, sum.high);
    }

    @Override
    public int hashCode() {
        return 31 * Arrays.hashCode(low) + Arrays.hashCode(high);
    }
}
