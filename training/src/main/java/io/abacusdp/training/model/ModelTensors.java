package io.abacusdp.training.model;

import io.abacusdp.storage.Tensor;
import java.util.Arrays;
import java.util.Map;
import java.util.TreeMap;

/** Parameters of a model as named arrays, as files and checkpoints hold them. */
public final class ModelTensors {
    private ModelTensors() {}

    /** The arrays of a model by name. */
    public static Map<String, Tensor> of(Model model) {
        float[] parameters = model.parameters();
        Map<String, Tensor> tensors = new TreeMap<>();
        for (ParameterBlock block : model.spec().parameters()) {
            float[] values = Arrays.copyOfRange(parameters, block.offset(), block.offset() + block.length());
            tensors.put(block.name(), Tensor.of(values, shape(block)));
        }
        return tensors;
    }

    /**
     * The flat array of a model.
     *
     * @param prefix of the names
     * @throws IllegalArgumentException if an array is missing or of another shape
     */
    public static float[] parameters(ModelSpec spec, Map<String, Tensor> tensors, String prefix) {
        float[] parameters = new float[spec.parameterCount()];
        for (ParameterBlock block : spec.parameters()) {
            Tensor tensor = tensors.get(prefix + block.name());
            if (tensor == null || !Arrays.equals(tensor.shape(), shape(block))) {
                throw new IllegalArgumentException(
                        "%s must be of shape %s, got %s".formatted(prefix + block.name(), block.shape(), tensor));
            }
            System.arraycopy(tensor.values(), 0, parameters, block.offset(), block.length());
        }
        return parameters;
    }

    private static int[] shape(ParameterBlock block) {
        return block.shape().sizes().stream().mapToInt(Integer::intValue).toArray();
    }
}
