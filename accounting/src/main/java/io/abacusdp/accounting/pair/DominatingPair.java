package io.abacusdp.accounting.pair;

import java.util.List;

/**
 * A pair of laws (P, Q), P with the record and Q without it or with another one in its place, as plain data: it says which
 * laws they are and computes nothing. Whoever computes brings a pair into a form of his own.
 *
 * <p>The record is in the sample with probability rate, 1 for no sampling. If the pair is mirrored, Q is the mirror image of
 * P, as for a record that is replaced; otherwise Q is the noise alone.
 */
public sealed interface DominatingPair
        permits Atoms,
                DominatingPair.AllAllocated,
                DominatingPair.Allocated,
                DominatingPair.BoundedRange,
                DominatingPair.DiscreteGaussianShift,
                DominatingPair.DiscreteLaplaceShift,
                DominatingPair.GaussianMixture,
                DominatingPair.GaussianShift,
                DominatingPair.Hybrid,
                DominatingPair.LaplaceShift,
                DominatingPair.OneOf,
                DominatingPair.SkellamShift {
    /** N(shift, σ²) against N(0, σ²). */
    record GaussianShift(double standardDeviation, double shift) implements DominatingPair {}

    /**
     * (1 − rate)·N(0, σ²) + rate·Σ p_i·N(s_i, σ²) against N(0, σ²), or against its mirror image.
     *
     * @param shifts s_i, not negative, as the event states them: some may be equal
     * @param probabilities p_i, which sum to 1 up to rounding
     */
    record GaussianMixture(
            double standardDeviation, double rate, List<Double> shifts, List<Double> probabilities, boolean mirrored)
            implements DominatingPair {
        public GaussianMixture {
            shifts = List.copyOf(shifts);
            probabilities = List.copyOf(probabilities);
        }
    }

    /** At every ε the larger of (1 − rate)·N(0, σ²) + rate·N(shift, σ²) against N(0, σ²) and of the same in the other order. */
    record Hybrid(double standardDeviation, double rate, double shift) implements DominatingPair {}

    /** Laplace noise of scale 1/epsilon on a shift of 1. */
    record LaplaceShift(double epsilon, double rate, boolean mirrored) implements DominatingPair {}

    /** Discrete Laplace noise, mass tanh(a/2)·e^{−a|k|} with a the parameter, on an integer shift. */
    record DiscreteLaplaceShift(double parameter, int shift, double rate, boolean mirrored) implements DominatingPair {}

    /** Discrete Gaussian noise on an integer shift. */
    record DiscreteGaussianShift(double sigma, int shift, double rate, boolean mirrored) implements DominatingPair {}

    /** Skellam noise on an integer shift. */
    record SkellamShift(double variance, int shift, double rate, boolean mirrored) implements DominatingPair {}

    /**
     * One of several pairs, each with its probability, which does not depend on the record; the outcome shows which.
     *
     * @param probabilities one for each pair, positive; they sum to 1 up to rounding
     */
    record OneOf(List<DominatingPair> pairs, List<Double> probabilities) implements DominatingPair {
        public OneOf {
            pairs = List.copyOf(pairs);
            probabilities = List.copyOf(probabilities);
        }
    }

    /** One of several runs, drawn uniformly, is by the first law of the pair and all others by the second; or all are by the second. */
    record Allocated(DominatingPair run, long batches) implements DominatingPair {}

    /** Several allocations, each of its own batches and independent of the others; only ever as a bound from above. */
    record AllAllocated(List<Allocated> parts) implements DominatingPair {
        public AllAllocated {
            parts = List.copyOf(parts);
        }
    }

    /** The pair that dominates every mechanism whose losses span at most epsilon. */
    record BoundedRange(double epsilon, double rate) implements DominatingPair {}
}
