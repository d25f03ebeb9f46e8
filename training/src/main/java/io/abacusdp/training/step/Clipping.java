package io.abacusdp.training.step;

import io.abacusdp.training.gradient.ClipBounds;

/**
 * How one example's gradient is bounded. Whatever the way, adding or removing an example moves what a step releases by at most
 * the bound that its noise is meant for, so that the step is one Gaussian of the run's noise multiplier z.
 */
public sealed interface Clipping {
    /** C: the bound on an example's gradient in Euclidean norm, the first one if it adapts. */
    double norm();

    /** The noise multiplier of the gradients in a step of noise multiplier z: all of it, unless the norm's count takes a part. */
    default double gradientNoise(double noiseMultiplier) {
        return noiseMultiplier;
    }

    /**
     * The whole gradient is scaled down to the norm.
     *
     * @param norm above 0; infinite for none, which is accounted as not private
     */
    record Flat(double norm) implements Clipping {
        public Flat {
            if (!(norm > 0)) {
                throw new IllegalArgumentException("clipping norm must be above 0, got " + norm);
            }
        }
    }

    /** How per-layer clipping shares out the norm. */
    enum Split {
        /** C_m = C/√M for each of M layers. */
        EQUAL,
        /** C_m = C·√(d_m/d) for a layer with d_m of the d parameters. */
        BY_DIMENSION
    }

    /**
     * The gradient of each layer is scaled down to the layer's own norm C_m, with Σ C_m² = C².
     *
     * <p>Formula: every coordinate gets noise of the same standard deviation z·C, hence layer m has z_m = z·C/C_m, and the
     * whole z* = (Σ 1/z_m²)^(−1/2) = (Σ C_m²/(z·C)²)^(−1/2) = z. With an equal split this is z_m = z·√M.
     *
     * <p>Source: McMahan, Andrew et al. 2018, arXiv:1812.06210, for z* and for the two splits.
     *
     * @param norm C, finite and above 0
     */
    record PerLayer(double norm, Split split) implements Clipping {
        public PerLayer {
            requireFinite(norm);
        }
    }

    /**
     * As flat, with a norm that moves by a fixed factor from one step to the next until it has come to the last. It is a public
     * function of the step, and noise goes with it, so that every step has the same noise multiplier.
     *
     * @param norm at the first step, finite and above 0
     * @param last where it stays, finite and above 0
     * @param factor from step to step, above 0: at most 1 if the last is at most the first, at least 1 if it is at least that
     */
    record Moving(double norm, double last, double factor) implements Clipping {
        public Moving {
            requireFinite(norm);
            requireFinite(last);
            if (!(factor > 0 && factor < Double.POSITIVE_INFINITY)
                    || (last < norm && factor > 1)
                    || (last > norm && factor < 1)) {
                throw new IllegalArgumentException(
                        "the factor must be above 0 and lead from %s to %s, got %s".formatted(norm, last, factor));
            }
        }

        /** A norm that comes to its last at the last of some steps. */
        public static Moving over(long steps, double norm, double last) {
            return new Moving(norm, last, Math.pow(last / norm, 1.0 / Math.max(1, steps - 1)));
        }

        /** The norm that follows one. */
        public double next(double norm) {
            return last < this.norm ? Math.max(last, norm * factor) : Math.min(last, norm * factor);
        }
    }

    /**
     * The norm follows a quantile of the examples' gradient norms, which is estimated from a count with noise of its own.
     *
     * <p>Formula: C ← C·exp(−rate·(b − quantile)), where b = ½ + (Σ_i (b_i − ½) + N(0, σ_b²)) / (expected lot), and b_i is 1
     * if example i is within the bound and 0 if not. The term of one example is ±½, so that the count has noise multiplier
     * 2σ_b, and the gradients get z_Δ = (z^−2 − (2σ_b)^−2)^(−1/2): both releases together are one Gaussian of multiplier z.
     * If an example is replaced, its terms move by twice as much in both, as the accountant assumes.
     *
     * <p>Source: Andrew, Thakkar, McMahan, Ramaswamy 2021, arXiv:1905.03871, algorithm 1.
     *
     * @param norm at the start, finite and above 0
     * @param quantile to follow, in (0, 1)
     * @param rate of change, finite and above 0
     * @param countNoise σ_b, finite and more than half of the run's noise multiplier
     */
    record Adaptive(double norm, double quantile, double rate, double countNoise) implements Clipping {
        public Adaptive {
            requireFinite(norm);
            if (!(quantile > 0 && quantile < 1)) {
                throw new IllegalArgumentException("quantile must be in (0, 1), got " + quantile);
            }
            if (!(rate > 0 && rate < Double.POSITIVE_INFINITY)) {
                throw new IllegalArgumentException("rate of adaptive clipping must be finite and above 0, got " + rate);
            }
            if (!(countNoise > 0 && countNoise < Double.POSITIVE_INFINITY)) {
                throw new IllegalArgumentException("noise of the count must be finite and above 0, got " + countNoise);
            }
        }

        /**
         * z_Δ = (z^−2 − (2σ_b)^−2)^(−1/2): what is left for the gradients when the count takes its part.
         *
         * @throws IllegalArgumentException if the count alone costs as much as the step may
         */
        @Override
        public double gradientNoise(double noiseMultiplier) {
            double ratio = noiseMultiplier / (2 * countNoise);
            if (!(ratio < 1)) {
                throw new IllegalArgumentException(
                        "noise of the count must be more than half of the noise multiplier %s, got %s"
                                .formatted(noiseMultiplier, countNoise));
            }
            return noiseMultiplier / Math.sqrt((1 - ratio) * (1 + ratio));
        }

        /**
         * The norm that follows one with which a lot was clipped. Stays within limits that no sensible norm comes near, so that
         * noise alone can never drive it to where sums are not exact.
         *
         * @param noisyCount Σ_i (b_i − ½) of the lot, with its noise
         */
        public double next(double last, double noisyCount, int expectedLot) {
            double share = 0.5 + noisyCount / expectedLot;
            double least = Math.max(norm * 1e-6, ClipBounds.LEAST);
            double most = Math.min(norm * 1e6, ClipBounds.MOST);
            return Math.min(most, Math.max(least, last * Math.exp(-rate * (share - quantile))));
        }

        /** As the paper has it: the median, a rate of 0.2, and noise of a twentieth of the lot on the count. */
        public static Adaptive median(double norm, int expectedLot) {
            return new Adaptive(norm, 0.5, 0.2, expectedLot / 20.0);
        }
    }

    private static void requireFinite(double norm) {
        if (!(norm > 0 && norm < Double.POSITIVE_INFINITY)) {
            throw new IllegalArgumentException("clipping norm must be finite and above 0, got " + norm);
        }
    }
}
