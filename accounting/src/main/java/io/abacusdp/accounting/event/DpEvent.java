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
                SampledWithReplacement,
                SampledWithoutReplacement,
                ScalarDiscreteGaussian,
                Skellam,
                TreeAggregation,
                TruncatedDiscreteGaussian,
                TruncatedPoisson,
                ZeroConcentratedDp {
    /** The events that this one directly holds; none if it is elementary. */
    default List<DpEvent> parts() {
        return List.of();
    }

    /** DP-SGD and its like: a Gaussian release on a fresh Poisson sample at every step. */
    static DpEvent sampledGaussian(double samplingRate, double noiseMultiplier, long steps) {
        return new Repeated(steps, new PoissonSampled(samplingRate, new Gaussian(noiseMultiplier)));
    }
}
