package io.abacusdp.training.step;

import io.abacusdp.training.gradient.ClipBounds;
import io.abacusdp.training.gradient.LotGradient;
import io.abacusdp.training.model.ModelSpec;
import io.abacusdp.training.noise.GaussianNoise;
import io.abacusdp.training.sum.GridSum;
import io.abacusdp.training.sum.SumSensitivity;
import java.util.Arrays;

/**
 * The release of one lot: noise on the sum of clipped gradients, once, and division by the expected size of the lot, whatever
 * its actual size. An empty lot is released like any other. Has a state, the clipping norm. Not safe for use by several threads.
 *
 * <p>One example moves the sum by at most C·(1 + η), its rounding included ({@link SumSensitivity}), and a step of noise multiplier
 * z gets noise of z·C·(1 + η): z is what is accounted, in effect. The count of adaptive clipping is exact, and needs no more than z.
 */
public final class DpStep {
    /** Makes up for the rounding of norms and of standard deviations, of which at most some hundred are summed. */
    private static final double ROUNDING = 1 + 1e-12;

    /** Less than the 2^49 steps that noise may have on a grid of at least 2^-33 of the bound. */
    private static final double MOST_NOISE = 0x1p15;

    private final ModelSpec model;
    private final Clipping clipping;
    private final GaussianNoise noise;
    private final int expectedLot;
    private double norm;
    private StepProbe probe = StepProbe.NONE;

    /** @param norm with which to go on, such as the clipping's own at the start */
    public DpStep(ModelSpec model, Clipping clipping, GaussianNoise noise, int expectedLot, double norm) {
        this.model = model;
        this.clipping = clipping;
        this.noise = noise;
        this.expectedLot = expectedLot;
        this.norm = norm;
    }

    /** Lets a test look at what is released. */
    public DpStep probedBy(StepProbe other) {
        probe = other;
        return this;
    }

    /** The bound for the next lot. It is public: fixed, or a function of what was released. */
    public double norm() {
        return norm;
    }

    /** Number of the model's parameters. */
    int parameters() {
        return model.parameterCount();
    }

    /** How the gradients of the next lot are to be clipped. */
    public ClipBounds clip() {
        return clip(model, clipping, norm);
    }

    /**
     * How gradients are to be clipped.
     *
     * @throws IllegalArgumentException if a bound is too small or too large for exact sums
     */
    public static ClipBounds clip(ModelSpec model, Clipping clipping, double norm) {
        return clipping instanceof Clipping.PerLayer perLayer
                ? ClipBounds.perLayer(model, layerNorms(model, perLayer))
                : ClipBounds.flat(model, norm);
    }

    /** C_m of each layer with parameters. */
    static double[] layerNorms(ModelSpec model, Clipping.PerLayer clipping) {
        ClipBounds whole = ClipBounds.perLayer(model, ones(ClipBounds.layersWithParameters(model).length));
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
     * @param clipped as {@link #clip()} says
     * @param noiseMultiplier z of the step; 0 for a step that is accounted as not private
     */
    public float[] release(LotGradient clipped, double noiseMultiplier) {
        ReleaseNoise planned = noise(noiseMultiplier);
        LotGradient lot = probe.summed(clipped, planned);
        float[] released = noise.release(lot.sum(), planned.gradientDeviation(), 1.0 / expectedLot);
        if (clipping instanceof Clipping.Adaptive adaptive) {
            adapt(adaptive, lot, planned.countDeviation());
        } else if (clipping instanceof Clipping.Moving moving) {
            norm = moving.next(norm);
        }
        probe.released(released, norm);
        return released;
    }

    /**
     * Refuses noise for which sums on a grid have no room.
     *
     * @param noiseMultiplier of the gradients, at most 2^15
     */
    public static void requireNoiseMultiplier(double noiseMultiplier) {
        if (!(noiseMultiplier <= MOST_NOISE)) {
            throw new IllegalArgumentException(
                    "noise multiplier must be at most 2^15, got %s; take larger lots or fewer steps"
                            .formatted(noiseMultiplier));
        }
    }

    /** What a step of noise multiplier z adds to the next lot, and divides it by. */
    private ReleaseNoise noise(double noiseMultiplier) {
        double count = clipping instanceof Clipping.Adaptive adaptive && noiseMultiplier > 0
                ? standardDeviation(adaptive.countNoise(), 1)
                : 0;
        double moves = norm * (1 + SumSensitivity.excess(model.parameterCount()));
        return new ReleaseNoise(
                standardDeviation(clipping.gradientNoise(noiseMultiplier), moves), count, norm, expectedLot);
    }

    /** Noise for a bound, rounded up; a step without noise has none, though its bound may be infinite. */
    public static double standardDeviation(double noiseMultiplier, double norm) {
        return noiseMultiplier == 0 ? 0 : noiseMultiplier * norm * ROUNDING;
    }

    private void adapt(Clipping.Adaptive adaptive, LotGradient lot, double countDeviation) {
        GridSum count = GridSum.ofCount(lot.withinBound(0) - lot.examples() / 2.0);
        norm = adaptive.next(norm, noise.release(count, countDeviation)[0], expectedLot);
    }
}
