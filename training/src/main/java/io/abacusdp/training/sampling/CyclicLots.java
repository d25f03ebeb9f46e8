package io.abacusdp.training.sampling;

import io.abacusdp.accounting.Adjacency;
import io.abacusdp.accounting.event.DpEvent;
import io.abacusdp.training.noise.NoiseSource;
import java.util.List;
import java.util.function.LongFunction;

/**
 * Epochs of the same lots in the same order: each example is dealt into one of t lots, uniformly and independently of all others, once. So its steps are exactly t
 * apart, which noise that is correlated over epochs rests on.
 *
 * <p>Cost: of an epoch, that of a single release, and nothing for the dealing. Given where the example is dealt to, which does not depend on what any example is, it is
 * in one lot of the epoch, and an example more or less changes neither where others are dealt to, nor what they contribute: the reasoning is that of
 * {@link ShuffledLots}, under all adjacencies. What correlated noise costs is said where its releases come from.
 *
 * <p>Assumes: t and the divisor are public numbers, as for {@link AllocatedLots}.
 *
 * @param size by which sums are divided; the expected size of a lot, or a little more where lots do not come out even
 */
record CyclicLots(int examples, int size) implements EpochLots {
    public CyclicLots {
        LotSize.require(examples, size);
    }

    @Override
    public List<Adjacency> adjacencies() {
        return List.of(Adjacency.ADD_OR_REMOVE_ONE, Adjacency.ZERO_OUT, Adjacency.REPLACE_ONE);
    }

    @Override
    public Participation participation() {
        return Participation.IN_TURN;
    }

    /**
     * The whole epoch.
     *
     * @throws IllegalArgumentException if releases that are not Gaussian change within the epoch
     */
    @Override
    public DpEvent chargeFrom(long firstStep, LongFunction<DpEvent> releases) {
        return mostRevealing(firstStep, releases);
    }

    @Override
    public Sampler sampler(NoiseSource source, int actual) {
        return new CyclicSampler(new DealtRows(actual, lotsPerCharge(), source), lotsPerCharge());
    }
}
