package io.abacusdp.training.sampling;

import io.abacusdp.accounting.Adjacency;
import io.abacusdp.accounting.event.DpEvent;
import io.abacusdp.accounting.event.NoOp;
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
 * <p>Limits: an epoch is paid for in full before its first lot. A run that ends, or is cut off, within an epoch has paid for
 * all of it, and a new sampler begins with a new epoch.
 */
public final class ShuffledSampler implements Sampler {
    private final int size;
    private final Shuffle shuffle;
    private int drawn;

    public ShuffledSampler(int datasetSize, int size, NoiseSource source) {
        LotSize.require(datasetSize, size);
        this.size = size;
        this.shuffle = new Shuffle(datasetSize, source);
    }

    /** Lots in an epoch. */
    public int lotsPerEpoch() {
        return (shuffle.size() - 1) / size + 1;
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
        return List.of(Adjacency.ZERO_OUT, Adjacency.REPLACE_ONE);
    }

    /**
     * The whole epoch at its first lot, and nothing at the others.
     *
     * @throws IllegalArgumentException if releases that are not Gaussian change within the epoch: which of them reveals most
     *     is not known
     */
    @Override
    public DpEvent charge(long step, LongFunction<DpEvent> releases) {
        return drawn == 0 ? epoch(step, releases) : new NoOp();
    }

    @Override
    public DpEvent plan(long steps, LongFunction<DpEvent> releases) {
        return Charges.sum(steps, lotsPerEpoch(), step -> epoch(step, releases));
    }

    private DpEvent epoch(long firstStep, LongFunction<DpEvent> releases) {
        DpEvent most = releases.apply(firstStep);
        for (long step = firstStep + 1; step < firstStep + lotsPerEpoch(); step++) {
            most = MostRevealing.of(most, releases.apply(step));
        }
        return most;
    }
}
