package io.abacusdp.training.sampling;

import io.abacusdp.accounting.Adjacency;
import io.abacusdp.accounting.event.DpEvent;
import io.abacusdp.accounting.event.SampledWithoutReplacement;
import io.abacusdp.training.noise.NoiseSource;
import java.util.List;
import java.util.function.LongFunction;

/**
 * Each lot is a set of fixed size, every such set equally likely, independently of all other lots.
 *
 * <p>Assumes: the number of examples is public; neighbouring data have the same number, so that the event holds under
 * replace-one only. There the sum of a lot moves by up to 2C: the accountant knows, and the noise multiplier stays σ/C.
 */
public final class FixedSizeSampler implements Sampler {
    private final int size;
    private final Shuffle shuffle;

    public FixedSizeSampler(int datasetSize, int size, NoiseSource source) {
        LotSize.require(datasetSize, size);
        this.size = size;
        this.shuffle = new Shuffle(datasetSize, source);
    }

    @Override
    public int[] next() {
        shuffle.first(size);
        return shuffle.rows(0, size);
    }

    @Override
    public int expectedSize() {
        return size;
    }

    @Override
    public boolean isSecure() {
        return shuffle.isSecure();
    }

    @Override
    public List<Adjacency> adjacencies() {
        return List.of(Adjacency.REPLACE_ONE);
    }

    @Override
    public DpEvent charge(long step, LongFunction<DpEvent> releases) {
        return new SampledWithoutReplacement(shuffle.size(), size, releases.apply(step));
    }

    @Override
    public DpEvent plan(long steps, LongFunction<DpEvent> releases) {
        return Charges.sum(steps, 1, step -> charge(step, releases));
    }
}
