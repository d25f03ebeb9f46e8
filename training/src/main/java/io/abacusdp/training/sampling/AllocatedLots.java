package io.abacusdp.training.sampling;

import io.abacusdp.accounting.Adjacency;
import io.abacusdp.accounting.event.DpEvent;
import io.abacusdp.accounting.event.NonPrivate;
import io.abacusdp.accounting.event.RandomAllocation;
import io.abacusdp.training.noise.NoiseSource;
import java.util.List;
import java.util.function.LongFunction;

/**
 * Epochs of t lots: each example is dealt into one of them, uniformly and independently of all others ('balls and bins').
 *
 * <p>Cost: one random allocation of t batches an epoch, all of them with the least noise of the epoch: noise that is larger
 * somewhere is as good as added afterwards.
 *
 * <p>Assumes: t and the divisor are public numbers, the same for neighbouring data. They come from a public number of examples,
 * which the actual number need not be: an example more or less changes neither where others are dealt to, nor what they
 * contribute. Sizes of lots are random and must not be shown.
 *
 * <p>Limits: no bound is known for an example that is replaced.
 *
 * @param size by which sums are divided; the expected size of a lot, or a little more where lots do not come out even
 */
record AllocatedLots(int examples, int size) implements EpochLots {
    public AllocatedLots {
        LotSize.require(examples, size);
    }

    @Override
    public List<Adjacency> adjacencies() {
        return List.of(Adjacency.ADD_OR_REMOVE_ONE, Adjacency.ZERO_OUT);
    }

    /**
     * The whole epoch.
     *
     * @throws IllegalArgumentException if releases that are not Gaussian change within the epoch
     */
    @Override
    public DpEvent chargeFrom(long firstStep, LongFunction<DpEvent> releases) {
        DpEvent most = mostRevealing(firstStep, releases);
        return most instanceof NonPrivate ? most : new RandomAllocation(lotsPerCharge(), 1, most);
    }

    @Override
    public Sampler sampler(NoiseSource source, int actual) {
        return new AllocatedSampler(this, actual, source);
    }
}
