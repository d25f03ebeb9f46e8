package io.abacusdp.training.sampling;

import io.abacusdp.training.noise.NoiseSource;
import java.util.Arrays;

/**
 * Draws {@link AllocatedLots}: the first lot begins an epoch, and every {@link AllocatedLots#lotsPerCharge()} lots the next. The JDK
 * draws numbers below a bound by rejection, so that all lots are equally likely.
 */
final class AllocatedSampler implements Sampler {
    private final int datasetSize;
    private final int lots;
    private final NoiseSource source;

    /** Rows, those of the first lot first. */
    private final int[] rows;

    /** Where the rows of each lot begin, and where the last ones end. */
    private final int[] begin;

    private int next;

    AllocatedSampler(AllocatedLots lots, int datasetSize, NoiseSource source) {
        this.datasetSize = datasetSize;
        this.lots = lots.lotsPerCharge();
        this.source = source;
        this.rows = new int[datasetSize];
        this.begin = new int[this.lots + 1];
    }

    @Override
    public int[] next() {
        if (next == 0) {
            deal();
        }
        int[] lot = Arrays.copyOfRange(rows, begin[next], begin[next + 1]);
        next = next + 1 == lots ? 0 : next + 1;
        return lot;
    }

    private void deal() {
        int[] lot = new int[datasetSize];
        int[] place = new int[lots];
        for (int row = 0; row < datasetSize; row++) {
            lot[row] = source.nextInt(lots);
            place[lot[row]]++;
        }
        for (int i = 0; i < lots; i++) {
            begin[i + 1] = begin[i] + place[i];
            place[i] = begin[i];
        }
        for (int row = 0; row < datasetSize; row++) {
            rows[place[lot[row]]++] = row;
        }
    }
}
