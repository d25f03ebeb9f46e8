package io.abacusdp.training.model;

import java.util.function.DoubleSupplier;
import java.util.random.RandomGenerator;

/** A model with its parameters, in the layout of {@link ModelSpec}. Immutable. */
public final class Model {
    private final ModelSpec spec;
    private final float[] parameters;

    public Model(ModelSpec spec, float[] parameters) {
        if (parameters.length != spec.parameterCount()) {
            throw new IllegalArgumentException(
                    "the model has %d parameters, got %d".formatted(spec.parameterCount(), parameters.length));
        }
        this.spec = spec;
        this.parameters = parameters.clone();
    }

    /**
     * Parameters to start from: weights and biases of linear and convolution layers uniform in ±1/√(inputs of one output),
     * embeddings standard normal, norms the identity. Nothing of it is secret, so that any generator will do.
     */
    public static Model initialise(ModelSpec spec, RandomGenerator random) {
        float[] parameters = new float[spec.parameterCount()];
        for (ParameterBlock block : spec.parameters()) {
            DoubleSupplier initial = initial(spec, block, random);
            for (int i = block.offset(); i < block.offset() + block.length(); i++) {
                parameters[i] = (float) initial.getAsDouble();
            }
        }
        return new Model(spec, parameters);
    }

    private static DoubleSupplier initial(ModelSpec spec, ParameterBlock block, RandomGenerator random) {
        LayerSpec layer = spec.layers().get(block.layer());
        Shape before = spec.shapeBefore(block.layer());
        if (layer instanceof LayerSpec.Linear) {
            return uniform(before.size(0), random);
        } else if (layer instanceof LayerSpec.Conv2d convolution) {
            return uniform(convolution.kernel() * convolution.kernel() * before.size(2), random);
        } else if (layer instanceof LayerSpec.Embedding) {
            return random::nextGaussian;
        }
        double identity = block.name().endsWith(".weight") ? 1 : 0;
        return () -> identity;
    }

    private static DoubleSupplier uniform(int inputs, RandomGenerator random) {
        double bound = 1 / Math.sqrt(inputs);
        return () -> random.nextDouble(-bound, bound);
    }

    public ModelSpec spec() {
        return spec;
    }

    /** A copy of the flat array. */
    public float[] parameters() {
        return parameters.clone();
    }

    /** Whether all values, such as parameters or an update, are numbers that one can go on with. */
    public static boolean areFinite(float[] values) {
        for (float value : values) {
            if (!Float.isFinite(value)) {
                return false;
            }
        }
        return true;
    }
}
