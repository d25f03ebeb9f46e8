package io.abacusdp.training.sampling;

import io.abacusdp.training.noise.NoiseSource;
import org.jspecify.annotations.Nullable;

/** Draws {@link AllocatedLots}: the first lot begins an epoch, and every {@link AllocatedLots#lotsPerCharge()} lots the next. */
final class AllocatedSampler implements Sampler {
    private final int datasetSize;
    private final int lots;
    private final NoiseSource source;
    private @Nullable DealtRows epoch;
    private int next;

    AllocatedSampler(AllocatedLots lots, int datasetSize, NoiseSource source) {
        this.datasetSize = datasetSize;
        this.lots = lots.lotsPerCharge();
        this.source = source;
    }

    @Override
    public int[] next() {
        if (epoch == null || next == 0) {
            epoch = new DealtRows(datasetSize, lots, source);
        }
        int[] lot = epoch.part(next);
        next = next + 1 == lots ? 0 : next + 1;
        return lot;
    }
}
