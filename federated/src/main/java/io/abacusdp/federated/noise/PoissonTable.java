package io.abacusdp.federated.noise;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.random.RandomGenerator;

/**
 * Poisson variables of a fixed mean, by inversion of a table of the distribution function in 128 bits.
 *
 * <p>Formula: p(k + 1) = p(k)·λ/(k + 1), from the mode outwards, in integers scaled by 2^192; λ is taken for the exact value
 * of the double. The table ends where p &lt; 2^-128·p(mode), and is divided by its sum.
 *
 * <p>Accuracy: total variation to the Poisson law at most 2^-100. Each step rounds by less than two units, and factors are at
 * most 1, so that after n ≤ 2^21 steps all entries together are off by less than n² ≤ 2^42 units of 2^-192; what is cut off
 * on each side is less than 2^-128·p(mode) times a geometric sum of at most 2^20; the 128-bit grid adds n·2^-128.
 *
 * <p>Limits: means from 2^-40 to 2^30. The time of a draw depends on its value.
 */
final class PoissonTable {
    static final double MIN_MEAN = 0x1p-40;
    static final double MAX_MEAN = 0x1p30;

    private static final int SCALE_BITS = 192;
    private static final int CUT_BITS = 64;
    private static final int FRACTION_BITS = 100;
    private static final int GUIDE_BITS = 12;

    private final int first;

    /** High and low half of Pr[X ≤ first + i]·2^128 − 1, unsigned. */
    private final long[] high;

    private final long[] low;

    /** Where to begin for each value of the first bits of a uniform number. */
    private final int[] guide = new int[1 << GUIDE_BITS];

    PoissonTable(double mean) {
        if (!(mean >= MIN_MEAN && mean <= MAX_MEAN)) {
            throw new IllegalArgumentException("mean must be from 2^-40 to 2^30, got " + mean);
        }
        int mode = (int) Math.floor(mean);
        List<BigInteger> down = down(mean, mode);
        List<BigInteger> weights = new ArrayList<>(down);
        Collections.reverse(weights);
        weights.addAll(up(mean, mode));
        BigInteger total = weights.stream().reduce(BigInteger.ZERO, BigInteger::add);
        int skipped = 0;
        // Below 2^-128 there is no number of 128 bits left for an entry.
        BigInteger sum = weights.get(0);
        while (scaled(sum, total).signum() == 0) {
            skipped++;
            sum = sum.add(weights.get(skipped));
        }
        first = mode + 1 - down.size() + skipped;
        high = new long[weights.size() - skipped];
        low = new long[high.length];
        for (int i = 0; i < high.length; i++) {
            BigInteger last = scaled(sum, total).subtract(BigInteger.ONE);
            high[i] = last.shiftRight(64).longValue();
            low[i] = last.longValue();
            sum = i + 1 < high.length ? sum.add(weights.get(skipped + i + 1)) : sum;
        }
        int at = 0;
        for (int i = 0; i < guide.length; i++) {
            long least = (long) i << (64 - GUIDE_BITS);
            while (Long.compareUnsigned(high[at], least) < 0) {
                at++;
            }
            guide[i] = at;
        }
    }

    /** The least k with u ≤ Pr[X ≤ k], for a uniform u of 128 bits. */
    int next(RandomGenerator random) {
        long u = random.nextLong();
        int at = guide[(int) (u >>> (64 - GUIDE_BITS))];
        int compared = Long.compareUnsigned(high[at], u);
        while (compared < 0) {
            at++;
            compared = Long.compareUnsigned(high[at], u);
        }
        // The second half decides only where the first is the same, which has the probability 2^-64 for each entry.
        if (compared == 0) {
            long rest = random.nextLong();
            while (high[at] == u && Long.compareUnsigned(low[at], rest) < 0) {
                at++;
            }
        }
        return first + at;
    }

    /** Weights at mode, mode − 1, …, as far as they count. */
    private static List<BigInteger> down(double mean, int mode) {
        List<BigInteger> weights = new ArrayList<>();
        BigInteger exact = scaled(mean);
        BigInteger weight = BigInteger.ONE.shiftLeft(SCALE_BITS);
        for (int k = mode; k >= 0 && weight.bitLength() > CUT_BITS; k--) {
            weights.add(weight);
            weight = weight.multiply(BigInteger.valueOf(k))
                    .shiftLeft(FRACTION_BITS)
                    .divide(exact);
        }
        return weights;
    }

    /** Weights at mode + 1, mode + 2, …, as far as they count. */
    private static List<BigInteger> up(double mean, int mode) {
        List<BigInteger> weights = new ArrayList<>();
        BigInteger exact = scaled(mean);
        BigInteger weight = BigInteger.ONE.shiftLeft(SCALE_BITS);
        for (int k = mode + 1; weight.bitLength() > CUT_BITS; k++) {
            weight = weight.multiply(exact).shiftRight(FRACTION_BITS).divide(BigInteger.valueOf(k));
            weights.add(weight);
        }
        return weights;
    }

    private static BigInteger scaled(BigInteger sum, BigInteger total) {
        return sum.shiftLeft(128).divide(total);
    }

    /** mean·2^100, which is an integer for every double that is at least 2^-40. */
    private static BigInteger scaled(double mean) {
        return new BigDecimal(mean)
                .multiply(new BigDecimal(BigInteger.ONE.shiftLeft(FRACTION_BITS)))
                .toBigIntegerExact();
    }
}
