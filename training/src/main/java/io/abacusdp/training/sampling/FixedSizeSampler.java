package io.abacusdp.training.sampling;

import io.abacusdp.training.noise.NoiseSource;

/** Draws {@link FixedSizeLots}. */
final class FixedSizeSampler implements Sampler {
    private final int size;
    private final Shuffle shuffle;

    FixedSizeSampler(FixedSizeLots lots, NoiseSource source) {
        this.size = lots.size();
        this.shuffle = new Shuffle(lots.examples(), source);
    }

    @Override
    public int[] next() {
        shuffle.first(size);
        return shuffle.rows(0, size);
    }
}
