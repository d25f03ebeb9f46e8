package io.abacusdp.training.sampling;

import io.abacusdp.accounting.Adjacency;
import io.abacusdp.accounting.event.DpEvent;
import io.abacusdp.accounting.event.NonPrivate;
import io.abacusdp.accounting.event.SampledInTurn;
import io.abacusdp.training.noise.NoiseSource;
import java.util.List;
import java.util.function.LongFunction;

/**
 * Poisson lots from one of b groups at a time: each example is dealt into a group, uniformly and independently of all others, once; step i takes each example of group
 * i mod b with the same probability, b times that of plain Poisson lots, independently of all others and of all other lots.
 *
 * <p>Cost: of any b steps in a row, one Poisson sample. Given its group, which does not depend on what any example is, an example can be in one of them only. If noise is
 * correlated by a matrix of at most b bands, what the example adds at one of its steps and what it adds at the next are in no row together: they are independent samples, of each of
 * which the rows are one Gaussian of the noise multiplier that is stated.
 *
 * <p>Source: Choquette-Choo et al. 2023, arXiv:2306.08153 (DP-BandMF).
 *
 * <p>Assumes: as for {@link PoissonLots}.
 *
 * @param size expected
 * @param groups b, at most the number of examples over the expected size
 */
record GroupedLots(int examples, int size, int groups) implements Lots {
    public GroupedLots {
        LotSize.require(examples, size);
        if (groups < 1 || (long) groups * size > examples) {
            throw new IllegalArgumentException(
                    "groups must be from 1 to the examples over the lot size, %d, got %d: a lot is taken from one group only"
                            .formatted(examples / size, groups));
        }
    }

    /** b times the expected size / number of examples, rounded to a double: the probability of an example whose group it is, or more. */
    double rate() {
        return (double) ((long) groups * size) / examples;
    }

    @Override
    public List<Adjacency> adjacencies() {
        return List.of(Adjacency.ADD_OR_REMOVE_ONE, Adjacency.ZERO_OUT, Adjacency.REPLACE_ONE);
    }

    @Override
    public Participation participation() {
        return Participation.SAMPLED_IN_TURN;
    }

    @Override
    public int lotsPerCharge() {
        return groups;
    }

    /**
     * That of b lots, one from every group.
     *
     * @throws IllegalArgumentException if releases change among them
     */
    @Override
    public DpEvent chargeFrom(long firstStep, LongFunction<DpEvent> releases) {
        DpEvent first = releases.apply(firstStep);
        for (long step = firstStep + 1; step < firstStep + groups; step++) {
            if (!releases.apply(step).equals(first)) {
                throw new IllegalArgumentException("releases of lots from several groups must be the same, got " + first
                        + " and " + releases.apply(step));
            }
        }
        return first instanceof NonPrivate ? first : new SampledInTurn(rate(), first);
    }

    @Override
    public Sampler sampler(NoiseSource source, int actual) {
        return new GroupedSampler(this, actual, source);
    }
}
