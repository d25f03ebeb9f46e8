package io.abacusdp.training.sampling;

import io.abacusdp.accounting.Adjacency;
import io.abacusdp.accounting.event.DpEvent;
import io.abacusdp.training.noise.NoiseSource;
import java.util.List;
import java.util.function.LongFunction;

/**
 * Epochs: all examples in a new random order, cut into lots of fixed size, the last one shorter if need be.
 *
 * <p>Cost: that of a single release for each epoch, and nothing for the shuffling. Given the order, which does not depend on
 * what the examples are, one example takes part in one lot of the epoch. If it is another, only that lot's sum changes; lots
 * before it have the same law, and what is done with later ones depends on it only through what was released. So an epoch
 * reveals no more of the example than the release from its lot, and no more than the release with the least noise in the
 * epoch if they differ. Shuffling may hide more, but it is not Poisson sampling, and accounting it as such reports less than
 * is spent (Chua et al. 2024, arXiv:2403.17673).
 *
 * <p>Assumes: neighbouring data have the same number of examples, which is public, so that the order cuts both into the same
 * lots: zero-out, or replace-one, where the accountant knows that the sum moves by up to 2C. Under add-or-remove-one it does
 * not hold: a missing example moves all those after it, and every later lot changes.
 *
 * @param size of all lots of an epoch but perhaps the last
 */
record ShuffledLots(int examples, int size) implements EpochLots {
    public ShuffledLots {
        LotSize.require(examples, size);
    }

    @Override
    public List<Adjacency> adjacencies() {
        return List.of(Adjacency.ZERO_OUT, Adjacency.REPLACE_ONE);
    }

    /**
     * The whole epoch.
     *
     * @throws IllegalArgumentException if releases that are not Gaussian change within the epoch: which of them reveals most
     *     is not known
     */
    @Override
    public DpEvent chargeFrom(long firstStep, LongFunction<DpEvent> releases) {
        return mostRevealing(firstStep, releases);
    }

    @Override
    public Sampler sampler(NoiseSource source, int actual) {
        LotSize.requireActual(examples, actual);
        return new ShuffledSampler(this, source);
    }
}
