package io.abacusdp.training.gradient;

import java.util.Arrays;

/**
 * The factors by which one example's gradient is clipped, so that what is added of it is within every bound, rounding included.
 * Immutable.
 *
 * <p>Formula: f = min(1, C·(1 − 4u)/n), rounded down to a float, u = 2^-24. n² is the sum of what the layers of a group say of
 * their squared norms, each not below that of the very floats that are multiplied ({@link ParameterLayer#squaredNorm}).
 *
 * <p>Proof that ‖v‖ ≤ C for the contribution v: what is added is f·g, or it is rounded on the way at most twice, when f·dy is
 * stored and, in plain Java, when its product with an input is formed: (1 + u)². A number below the least normal float is rounded by
 * at most 2^-150 instead. An input x whose square overflows makes the norm infinite and the example count for nothing, so that
 * |x| &lt; 2^64, and these roundings move v by at most √P·2^-86 in norm. With P &lt; 2^31 and C ≥ 2^-40 that is below u·C/32. n
 * is a sum and a root in doubles, off by less than u/32 for any number of layers below 10^6. (1 − 4u)·(1 + u)²·(1 + u/32) + u/32
 * is below 1. A factor below the least normal float is not more than what was to be rounded, as any other, and may be 0; it is never not
 * a number, since n is finite and not below C.
 */
final class ExampleClip {
    private static final double ROOM = 1 - 4 * 0x1p-24;

    private final int[] layersWithParameters;
    private final int[] groupOfLayer;
    private final double[] bounds;

    ExampleClip(ClipBounds clip, int[] layersWithParameters) {
        this.layersWithParameters = layersWithParameters;
        this.groupOfLayer = Arrays.stream(layersWithParameters).map(clip::group).toArray();
        this.bounds = new double[clip.groups()];
        Arrays.setAll(bounds, group -> clip.bound(group) * ROOM);
    }

    int groups() {
        return bounds.length;
    }

    /** Whether the whole gradient is finite. */
    boolean isFinite(double[] squaredNorms) {
        double all = 0;
        for (int layer : layersWithParameters) {
            all += squaredNorms[layer];
        }
        return Double.isFinite(all);
    }

    /**
     * Sets the factors of a group's layers.
     *
     * @return whether the gradient was within the bound before
     */
    boolean setFactors(int group, double[] squaredNorms, float[] factors) {
        double sum = 0;
        for (int i = 0; i < groupOfLayer.length; i++) {
            sum += groupOfLayer[i] == group ? squaredNorms[layersWithParameters[i]] : 0;
        }
        double norm = Math.sqrt(sum);
        boolean isWithin = norm <= bounds[group];
        float factor = isWithin ? 1 : roundedDown(bounds[group] / norm);
        for (int i = 0; i < groupOfLayer.length; i++) {
            if (groupOfLayer[i] == group) {
                factors[layersWithParameters[i]] = factor;
            }
        }
        return isWithin;
    }

    /** The greatest float that is not above. */
    private static float roundedDown(double value) {
        float nearest = (float) value;
        return nearest > value ? Math.nextDown(nearest) : nearest;
    }
}
