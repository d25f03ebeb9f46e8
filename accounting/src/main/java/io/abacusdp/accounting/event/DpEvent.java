package io.abacusdp.accounting.event;

import java.util.List;

/**
 * What was run on the data, as plain data: everything an accountant needs, and nothing that it computes.
 *
 * <p>An event states its whole mathematics; its meaning never changes, a new meaning is a new type. Adjacency is not part
 * of an event but of the query that is put to an accountant.
 */
public sealed interface DpEvent
        permits ApproximateDp,
                Composed,
                CorrelatedNoise,
                DiscreteGaussian,
                DiscreteLaplace,
                Exponential,
                Gaussian,
                GivenPair,
                GivenRdp,
                Group,
                Laplace,
                MixtureOfGaussians,
                NoOp,
                NonPrivate,
                PermuteAndFlip,
                PoissonSampled,
                PureDp,
                RandomAllocation,
                RandomChoice,
                RandomizedResponse,
                RepeatAndSelect,
                Repeated,
                SampledInTurn,
                SampledWithReplacement,
                SampledWithoutReplacement,
                ScalarDiscreteGaussian,
                ShuffledEpoch,
                Skellam,
                SparseVector,
                TreeAggregation,
                TreeEpochs,
                TruncatedDiscreteGaussian,
                TruncatedPoisson,
                ZeroConcentratedDp {
    /** The events that this one directly holds; none if it is elementary. */
    default List<DpEvent> parts() {
        return List.of();
    }

    /**
     * Banded correlated noise with amplification: records are split into as many groups as there are bands, independently of the data, and step i
     * draws a Poisson sample of group i mod bands. The columns of a record's steps have no row in common, so that its contributions are
     * independent: ⌈steps/bands⌉ turns.
     *
     * <p>Source: Choquette-Choo et al. 2023, arXiv:2306.08153.
     *
     * @param rate at which a group is sampled: bands times the expected batch over the number of records
     * @param noiseMultiplier of a matrix whose largest column has norm 1
     */
    static DpEvent bandedGaussian(double rate, double noiseMultiplier, long steps, long bands) {
        return new Repeated((steps - 1) / bands + 1, new SampledInTurn(rate, new Gaussian(noiseMultiplier)));
    }

    /** DP-SGD and its like: a Gaussian release on a fresh Poisson sample at every step. */
    static DpEvent sampledGaussian(double samplingRate, double noiseMultiplier, long steps) {
        return new Repeated(steps, new PoissonSampled(samplingRate, new Gaussian(noiseMultiplier)));
    }
}
