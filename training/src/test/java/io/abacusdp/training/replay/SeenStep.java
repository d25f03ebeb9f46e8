package io.abacusdp.training.replay;

import io.abacusdp.training.gradient.ClipBounds;
import io.abacusdp.training.gradient.LotGradient;
import io.abacusdp.training.step.ReleaseNoise;
import io.abacusdp.training.sum.Lot;
import java.util.Arrays;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/** All that a step had before its noise, and what it released. Filled in as the step goes on. */
public final class SeenStep {
    private final float[] parameters;
    private final Lot drawn;
    private final ClipBounds clip;
    private @Nullable LotGradient lot;
    private double[] sum = {};
    private @Nullable ReleaseNoise noise;
    private float[] gradient = {};
    private double nextNorm = Double.NaN;

    SeenStep(float[] parameters, Lot drawn, ClipBounds clip) {
        this.parameters = parameters.clone();
        this.drawn = drawn;
        this.clip = clip;
    }

    void summed(LotGradient clipped, ReleaseNoise planned) {
        lot = clipped;
        sum = clipped.sum().toArray();
        noise = planned;
    }

    void released(float[] noisy, double norm) {
        gradient = noisy.clone();
        nextNorm = norm;
    }

    /** The lot with its sum. */
    LotGradient lot() {
        return given(lot);
    }

    /** At which gradients were taken. */
    public float[] parameters() {
        return parameters;
    }

    /** The rows and their groups. */
    public Lot drawn() {
        return drawn;
    }

    public int[] rows() {
        return IntStream.range(0, drawn.size()).map(drawn::row).toArray();
    }

    int[] groupEnds() {
        return IntStream.range(0, drawn.groups()).map(drawn::groupEnd).toArray();
    }

    public ClipBounds clip() {
        return clip;
    }

    /** Sum of the clipped gradients. */
    public double[] sum() {
        return sum;
    }

    /** Σ (b_i − ½) of adaptive clipping. */
    public double count() {
        return given(lot).withinBound(0) - given(lot).examples() / 2.0;
    }

    public ReleaseNoise noise() {
        return given(noise);
    }

    /** The gradient that was released. */
    public float[] gradient() {
        return gradient;
    }

    /** What the release has beyond the sum. */
    double[] addedNoise() {
        double[] noise = new double[sum.length];
        Arrays.setAll(noise, i -> (double) gradient[i] * noise().divisor() - sum[i]);
        return noise;
    }

    /** The clipping norm that was released. */
    public double nextNorm() {
        return nextNorm;
    }

    public boolean has(int row) {
        return Arrays.stream(rows()).anyMatch(other -> other == row);
    }

    private static <T> T given(@Nullable T value) {
        if (value == null) {
            throw new IllegalStateException("a lot must be drawn, summed and released, in this order");
        }
        return value;
    }
}
