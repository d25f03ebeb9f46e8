package io.abacusdp.training.gradient;

import io.abacusdp.training.model.ModelSpec;
import io.abacusdp.training.model.ParameterBlock;
import java.util.Arrays;
import java.util.stream.IntStream;

/**
 * How each example's gradient is clipped: the layers with parameters form groups, and within each group the gradient is scaled
 * to at most the group's bound in Euclidean norm. Immutable.
 *
 * <p>One example's part of a sum is within the bound of each group, so within (Σ bound²)^½ in all. By how much one example moves a
 * sum that is computed in floats, {@link io.abacusdp.training.sum.SumSensitivity} says.
 */
public final class ClipBounds {
    /** The least bound: far from where floats underflow, whatever is multiplied by them. */
    public static final double LEAST = 0x1p-40;

    /** The greatest that is finite. */
    public static final double MOST = 0x1p60;

    private final int[] layers;
    private final int[] dimensions;
    private final double[] bounds;
    private final boolean isFlat;

    private ClipBounds(ModelSpec spec, double[] bounds, boolean isFlat) {
        this.layers = layersWithParameters(spec);
        this.bounds = bounds.clone();
        this.isFlat = isFlat;
        this.dimensions = new int[bounds.length];
        for (ParameterBlock block : spec.parameters()) {
            dimensions[group(block.layer())] += block.length();
        }
        for (double bound : bounds) {
            if (!(bound > 0)) {
                throw new IllegalArgumentException("a clipping bound must be above 0, got " + bound);
            }
            if (bound < LEAST || (bound > MOST && bound < Double.POSITIVE_INFINITY)) {
                throw new IllegalArgumentException(
                        "a clipping bound must be from 2^-40 to 2^60, or infinite, got %s; scale the loss"
                                .formatted(bound));
            }
        }
    }

    /**
     * One group of all layers.
     *
     * @param bound above 0; infinite for no clipping, and then for no privacy
     */
    public static ClipBounds flat(ModelSpec spec, double bound) {
        return new ClipBounds(spec, new double[] {bound}, true);
    }

    /**
     * One group for each layer with parameters, in their order.
     *
     * @param bounds above 0; infinite for no clipping, and then for no privacy
     */
    public static ClipBounds perLayer(ModelSpec spec, double... bounds) {
        int expected = layersWithParameters(spec).length;
        if (bounds.length != expected) {
            throw new IllegalArgumentException(
                    "per-layer clipping needs %d bounds, one for each layer with parameters, got %d"
                            .formatted(expected, bounds.length));
        }
        return new ClipBounds(spec, bounds, false);
    }

    /** Indices of the layers that have parameters: the groups of per-layer clipping. */
    public static int[] layersWithParameters(ModelSpec spec) {
        return spec.parameters().stream()
                .mapToInt(ParameterBlock::layer)
                .distinct()
                .toArray();
    }

    /** Number of groups. */
    public int groups() {
        return bounds.length;
    }

    public double bound(int group) {
        return bounds[group];
    }

    /** Number of parameters in a group. */
    public int dimension(int group) {
        return dimensions[group];
    }

    /** The group of a layer with parameters, by the layer's index in the model. */
    public int group(int layer) {
        int position = Arrays.binarySearch(layers, layer);
        if (position < 0) {
            throw new IllegalArgumentException("layer " + layer + " has no parameters to clip");
        }
        return isFlat ? 0 : position;
    }

    /** Bound on one example's part of a sum, in Euclidean norm: (Σ bound²)^½. */
    public double sensitivity() {
        return Math.sqrt(IntStream.range(0, bounds.length)
                .mapToDouble(group -> bounds[group] * bounds[group])
                .sum());
    }

    boolean fits(ModelSpec spec) {
        return Arrays.equals(layers, layersWithParameters(spec))
                && Arrays.stream(dimensions).sum() == spec.parameterCount();
    }
}
