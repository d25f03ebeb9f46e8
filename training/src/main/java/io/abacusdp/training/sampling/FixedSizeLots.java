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
record FixedSizeLots(int examples, int size) implements Lots {
    public FixedSizeLots {
        LotSize.require(examples, size);
    }

    @Override
    public List<Adjacency> adjacencies() {
        return List.of(Adjacency.REPLACE_ONE);
    }

    @Override
    public DpEvent chargeFrom(long firstStep, LongFunction<DpEvent> releases) {
        return new SampledWithoutReplacement(examples, size, releases.apply(firstStep));
    }

    @Override
    public Sampler sampler(NoiseSource source, int actual) {
        LotSize.requireActual(examples, actual);
        return new FixedSizeSampler(this, source);
    }
}
