package io.abacusdp.training.sampling;

import io.abacusdp.training.noise.NoiseSource;

/** Draws {@link ShuffledLots}: the first lot begins an epoch, and every {@link ShuffledLots#lotsPerCharge()} lots the next. */
final class ShuffledSampler implements Sampler {
    private final int size;
    private final Shuffle shuffle;
    private int drawn;

    ShuffledSampler(ShuffledLots lots, NoiseSource source) {
        this.size = lots.size();
        this.shuffle = new Shuffle(lots.examples(), source);
    }

    @Override
    public int[] next() {
        if (drawn == 0) {
            shuffle.first(shuffle.size());
        }
        int to = Math.min(shuffle.size() - drawn, size) + drawn;
        int[] rows = shuffle.rows(drawn, to);
        drawn = to == shuffle.size() ? 0 : to;
        return rows;
    }
}
