package io.abacusdp.training.trainer;

import io.abacusdp.training.gradient.Clip;
import io.abacusdp.training.gradient.LotGradient;
import io.abacusdp.training.model.ModelSpec;
import io.abacusdp.training.noise.GaussianNoise;
import java.util.Arrays;

/**
 * The release of one lot: noise on the sum of clipped gradients, once, and division by the expected size of the lot, whatever
 * its actual size. An empty lot is released like any other. Has a state, the clipping norm. Not safe for use by several threads.
 */
public final class DpStep {
    /** Makes up for the rounding of norms and of standard deviations, of which at most some hundred are summed. */
    private static final double ROUNDING = 1 + 1e-12;

    private final ModelSpec model;
    private final Clipping clipping;
    private final GaussianNoise noise;
    private final int expectedLot;
    private double norm;

    /** @param norm with which to go on, such as the clipping's own at the start */
    public DpStep(ModelSpec model, Clipping clipping, GaussianNoise noise, int expectedLot, double norm) {
        this.model = model;
        this.clipping = clipping;
        this.noise = noise;
        this.expectedLot = expectedLot;
        this.norm = norm;
    }

    /** The bound for the next lot. It is public: fixed, or a function of what was released. */
    public double norm() {
        return norm;
    }

    /** How the gradients of the next lot are to be clipped. */
    public Clip clip() {
        return clipping instanceof Clipping.PerLayer perLayer
                ? Clip.perLayer(model, layerNorms(model, perLayer))
                : Clip.flat(model, norm);
    }

    /** C_m of each layer with parameters. */
    static double[] layerNorms(ModelSpec model, Clipping.PerLayer clipping) {
        Clip whole = Clip.perLayer(model, ones(Clip.layersWithParameters(model).length));
        double[] norms = new double[whole.groups()];
        for (int group = 0; group < norms.length; group++) {
            double share = clipping.split() == Clipping.Split.EQUAL
                    ? 1.0 / norms.length
                    : (double) whole.dimension(group) / model.parameterCount();
            norms[group] = clipping.norm() * Math.sqrt(share);
        }
        return norms;
    }

    private static double[] ones(int count) {
        double[] ones = new double[count];
        Arrays.fill(ones, 1);
        return ones;
    }

    /**
     * The noisy mean gradient, and the clipping norm moved on.
     *
     * @param lot clipped as {@link #clip()} says; its sum is overwritten
     * @param noiseMultiplier z of the step; 0 for a step that is accounted as not private
     */
    public float[] release(LotGradient lot, double noiseMultiplier) {
        float[] sum = lot.sum();
        noise.addTo(sum, 0, sum.length, standardDeviation(gradientNoise(noiseMultiplier), norm));
        float scale = 1f / expectedLot;
        for (int i = 0; i < sum.length; i++) {
            sum[i] *= scale;
        }
        if (clipping instanceof Clipping.Adaptive adaptive) {
            adapt(adaptive, lot, noiseMultiplier);
        }
        return sum;
    }

    /** Noise for a bound, rounded up; a step without noise has none, though its bound may be infinite. */
    public static double standardDeviation(double noiseMultiplier, double norm) {
        return noiseMultiplier == 0 ? 0 : noiseMultiplier * norm * ROUNDING;
    }

    /** z_Δ: what is left for the gradients when the count takes its part. */
    private double gradientNoise(double noiseMultiplier) {
        return clipping instanceof Clipping.Adaptive adaptive
                ? gradientNoise(noiseMultiplier, adaptive.countNoise())
                : noiseMultiplier;
    }

    /**
     * z_Δ = (z^−2 − (2σ_b)^−2)^(−1/2).
     *
     * @throws IllegalArgumentException if the count alone costs as much as the step may
     */
    public static double gradientNoise(double noiseMultiplier, double countNoise) {
        double ratio = noiseMultiplier / (2 * countNoise);
        if (!(ratio < 1)) {
            throw new IllegalArgumentException(
                    "noise of the count must be more than half of the noise multiplier %s, got %s"
                            .formatted(noiseMultiplier, countNoise));
        }
        return noiseMultiplier / Math.sqrt((1 - ratio) * (1 + ratio));
    }

    private void adapt(Clipping.Adaptive adaptive, LotGradient lot, double noiseMultiplier) {
        double[] count = {lot.withinBound(0) - lot.examples() / 2.0};
        noise.addTo(count, 0, 1, noiseMultiplier == 0 ? 0 : standardDeviation(adaptive.countNoise(), 1));
        double share = 0.5 + count[0] / expectedLot;
        // Within limits that no sensible norm comes near, so that noise alone can never drive it out of a float's
        // range.
        double least = adaptive.norm() * 1e-6;
        double most = adaptive.norm() * 1e6;
        norm = Math.min(most, Math.max(least, norm * Math.exp(-adaptive.rate() * (share - adaptive.quantile()))));
    }
}
