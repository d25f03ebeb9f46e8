package io.abacusdp.training.trainer;

import io.abacusdp.training.data.Dataset;
import io.abacusdp.training.model.LayerSpec;
import io.abacusdp.training.model.ModelSpec;
import io.abacusdp.training.model.ParameterBlock;
import java.util.List;

/**
 * A released vector m that is taken off every example while a model is trained whose first layer with parameters is linear. What most
 * examples have in common takes up much of a gradient's norm and says little; without it, the same clipping leaves more of the rest. Since
 * W·(x − m) + b = W·x + (b − W·m), the trained model is one of the examples as they are. Immutable.
 */
final class Centre {
    private final float[] mean;
    private final ParameterBlock weights;
    private final ParameterBlock bias;

    Centre(ModelSpec model, float[] mean) {
        require(model);
        this.mean = mean.clone();
        List<ParameterBlock> blocks = model.parameters();
        this.weights = blocks.get(0);
        this.bias = blocks.get(1);
    }

    /** @throws IllegalArgumentException if the model is not linear in what it takes before anything else */
    static void require(ModelSpec model) {
        for (LayerSpec layer : model.layers()) {
            if (layer instanceof LayerSpec.Linear) {
                return;
            }
            if (!(layer instanceof LayerSpec.Flatten)) {
                throw new IllegalArgumentException("centring needs a model whose first layer is linear, got " + model);
            }
        }
    }

    /** The examples without the mean. */
    Dataset centred(Dataset data) {
        int length = mean.length;
        float[] values = new float[Math.multiplyExact(data.size(), length)];
        for (int row = 0; row < data.size(); row++) {
            data.copyFeatures(row, values, row * length);
            for (int i = 0; i < length; i++) {
                values[row * length + i] -= mean[i];
            }
        }
        return data.withValues(data.shape(), values);
    }

    /** Parameters for examples as they are, of those for centred ones. */
    float[] forPlain(float[] parameters) {
        return shifted(parameters, -1);
    }

    /** Parameters for centred examples, of those for examples as they are. */
    float[] forCentred(float[] parameters) {
        return shifted(parameters, 1);
    }

    private float[] shifted(float[] parameters, int sign) {
        float[] moved = parameters.clone();
        int outputs = bias.length();
        for (int j = 0; j < outputs; j++) {
            double product = 0;
            for (int i = 0; i < mean.length; i++) {
                product += (double) parameters[weights.offset() + i * outputs + j] * mean[i];
            }
            moved[bias.offset() + j] = (float) (parameters[bias.offset() + j] + sign * product);
        }
        return moved;
    }
}
