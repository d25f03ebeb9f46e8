package io.abacusdp.training.sampling;

import io.abacusdp.training.noise.NoiseSource;
import java.util.Arrays;

/**
 * Draws {@link PoissonLots}, and lots of one group of {@link GroupedLots}.
 *
 * <p>Formula: an example is in the lot if 63 fresh random bits, as a number, are below ⌊q·2^63⌋. So the rate that is used is q
 * or less, by at most 2^-63, and q is what the accountant is told. The lower 47 of the bits are drawn only where the upper 16 do
 * not decide.
 */
final class PoissonSampler implements Sampler {
    private static final int LOW_BITS = 47;

    private final int datasetSize;
    private final int expectedSize;
    private final long threshold;
    private final NoiseSource source;

    /** @param rate q, in (0, 1] */
    PoissonSampler(double rate, int expectedSize, int datasetSize, NoiseSource source) {
        this.datasetSize = datasetSize;
        this.expectedSize = expectedSize;
        // The product is exact; the cast cuts what is below 1, and takes 2^63 - 1 for 2^63.
        this.threshold = (long) (rate * 0x1p63);
        this.source = source;
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
}
