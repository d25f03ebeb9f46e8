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
 * accountant is told.
 *
 * <p>Assumes: q and the expected size are public numbers, the same for neighbouring data. A size of the data that is itself
 * secret must be replaced by a public estimate.
 *
 * <p>Limits: the size of a lot is random, with variance N·q(1 − q), and must not be shown.
 */
public final class PoissonSampler implements Sampler {
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
        for (int row = 0; row < datasetSize; row++) {
            if (source.nextLong() >>> 1 < threshold) {
                if (count == rows.length) {
                    rows = Arrays.copyOf(rows, (int) Math.min(datasetSize, 2L * count));
                }
                rows[count++] = row;
            }
        }
        return Arrays.copyOf(rows, count);
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
