package io.abacusdp.training.sampling;

import io.abacusdp.accounting.Adjacency;
import io.abacusdp.accounting.event.DpEvent;
import io.abacusdp.accounting.event.PoissonSampled;
import io.abacusdp.training.noise.NoiseSource;
import java.util.List;
import java.util.function.LongFunction;

/**
 * Each example goes into each lot with the same probability, independently of all others and of all other lots.
 *
 * <p>Assumes: the rate and the expected size are public numbers, the same for neighbouring data. They come from a public number
 * of examples, which the actual number need not be: with more or fewer examples, lots are larger or smaller than expected, and
 * what an example contributes to a sum, its probability and the divisor stay what they are.
 *
 * @param size expected; the actual size is random, with variance N·q(1 − q), and must not be shown
 */
public record PoissonLots(int examples, int size) implements Lots {
    public PoissonLots {
        LotSize.require(examples, size);
    }

    /** q = expected size / number of examples, rounded to a double: an example's probability to be in a lot, or more. */
    public double rate() {
        return (double) size / examples;
    }

    /** Lots of the same expected size from one of so many groups at a time, for noise that is correlated over as many steps. */
    public Lots inGroups(int groups) {
        return new GroupedLots(examples, size, groups);
    }

    @Override
    public List<Adjacency> adjacencies() {
        return List.of(Adjacency.ADD_OR_REMOVE_ONE, Adjacency.ZERO_OUT, Adjacency.REPLACE_ONE);
    }

    @Override
    public DpEvent chargeFrom(long firstStep, LongFunction<DpEvent> releases) {
        return new PoissonSampled(rate(), releases.apply(firstStep));
    }

    @Override
    public Sampler sampler(NoiseSource source, int actual) {
        return new PoissonSampler(rate(), size, actual, source);
    }
}
