package io.abacusdp.training.sampling;

import io.abacusdp.accounting.Adjacency;
import io.abacusdp.accounting.event.DpEvent;
import io.abacusdp.accounting.event.PoissonSampled;
import io.abacusdp.training.noise.NoiseSource;
import java.util.Arrays;
import java.util.List;
import java.util.function.LongFunction;

/**
 * Each example goes into each lot with the same probability, independently of all others and of all other lots.
 *
 * <p>Formula: rate q = expected size / number of examples, rounded to a double; an example is in the lot if 63 fresh random
 * bits, as a number, are below ⌊q·2^63⌋. So the rate that is used is q or less, by at most 2^-63, and q is what the
 * accountant is told. The lower 47 of the bits are drawn only where the upper 16 do not decide.
 *
 * <p>Assumes: q and the expected size are public numbers, the same for neighbouring data. A size of the data that is itself
 * secret must be replaced by a public estimate.
 *
 * <p>Limits: the size of a lot is random, with variance N·q(1 − q), and must not be shown.
 */
public final class PoissonSampler implements Sampler {
    private static final int LOW_BITS = 47;

    private final int datasetSize;
    private final int expectedSize;
    private final double rate;
    private final long threshold;
    private final NoiseSource source;

    public PoissonSampler(int datasetSize, int expectedSize, NoiseSource source) {
        LotSize.require(datasetSize, expectedSize);
        this.datasetSize = datasetSize;
        this.expectedSize = expectedSize;
        this.rate = (double) expectedSize / datasetSize;
        // The product is exact; the cast cuts what is below 1, and takes 2^63 - 1 for 2^63.
        this.threshold = (long) (rate * 0x1p63);
        this.source = source;
    }

    /** Probability of an example to be in a lot, as the accountant is told. */
    public double rate() {
        return rate;
    }

    @Override
    public int[] next() {
        int[] rows = new int[(int) Math.min(datasetSize, 2L * expectedSize + 16)];
        int count = 0;
        long upper = threshold >>> LOW_BITS;
        long coins = 0;
        for (int row = 0; row < datasetSize; row++) {
            // A number of 64 bits holds the upper bits of four examples.
            coins = (row & 3) == 0 ? source.nextLong() : coins >>> 16;
            long coin = coins & 0xffff;
            if (coin <= upper && (coin < upper || isBelow())) {
                if (count == rows.length) {
                    rows = Arrays.copyOf(rows, (int) Math.min(datasetSize, 2L * count));
                }
                rows[count++] = row;
            }
        }
        return Arrays.copyOf(rows, count);
    }

    /** Whether the lower bits are below those of the threshold. */
    private boolean isBelow() {
        return (source.nextLong() >>> (Long.SIZE - LOW_BITS)) < (threshold & ((1L << LOW_BITS) - 1));
    }

    @Override
    public int expectedSize() {
        return expectedSize;
    }

    @Override
    public boolean isSecure() {
        return source.isSecure();
    }

    @Override
    public List<Adjacency> adjacencies() {
        return List.of(Adjacency.ADD_OR_REMOVE_ONE, Adjacency.ZERO_OUT, Adjacency.REPLACE_ONE);
    }

    @Override
    public DpEvent charge(long step, LongFunction<DpEvent> releases) {
        return new PoissonSampled(rate, releases.apply(step));
    }

    @Override
    public DpEvent plan(long steps, LongFunction<DpEvent> releases) {
        return Charges.sum(steps, 1, step -> charge(step, releases));
    }
}
