package io.abacusdp.training.trainer;

import io.abacusdp.accounting.Guarantee;
import io.abacusdp.format.EventJson;
import io.abacusdp.training.model.Model;
import io.abacusdp.training.model.ModelJson;
import io.abacusdp.training.model.ModelSpec;
import io.abacusdp.training.model.ParameterBlock;
import io.abacusdp.training.store.Safetensors;
import io.abacusdp.training.store.Tensor;
import io.abacusdp.training.store.Tensors;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Map;
import java.util.TreeMap;

/**
 * A trained model as a safetensors file, which Python reads: each array of parameters by its name, and in the metadata what the
 * model is (JSON), what was run on which data, and what is guaranteed.
 */
public final class ModelFile {
    private static final String MODEL = "model";

    private ModelFile() {}

    /**
     * Replaces the file as a whole.
     *
     * @param version of the program
     */
    public static void write(Path file, TrainingResult result, String version) throws IOException {
        Safetensors.write(file, Tensors.of(tensors(result.model()), metadata(result, version)));
    }

    private static Map<String, String> metadata(TrainingResult result, String version) {
        Guarantee guarantee = result.record().privacy().guarantee();
        Map<String, String> metadata = new TreeMap<>();
        metadata.put(MODEL, ModelJson.write(result.model().spec()));
        metadata.put("epsilon", Double.toString(guarantee.epsilon()));
        metadata.put("delta", Double.toString(guarantee.delta()));
        metadata.put("adjacency", guarantee.adjacency().id());
        metadata.put("accountant", guarantee.accountant());
        metadata.put("event", EventJson.write(result.record().privacy().event()));
        metadata.put("data", result.record().data().name());
        metadata.put("data_sha256", result.record().data().fingerprint());
        metadata.put("warnings", String.join("; ", result.record().warnings()));
        metadata.put("version", version);
        return metadata;
    }

    /**
     * The model that the file holds.
     *
     * @throws IOException if it cannot be read, or holds no model
     */
    public static Model read(Path file) throws IOException {
        Tensors contents = Safetensors.read(file);
        String json = contents.metadata().get(MODEL);
        if (json == null) {
            throw new IOException(file + " does not say what model it holds: its metadata has no " + MODEL);
        }
        try {
            ModelSpec spec = ModelJson.read(json);
            return new Model(spec, parameters(spec, contents.tensors(), ""));
        } catch (IllegalArgumentException e) {
            throw new IOException(file + " holds no model: " + e.getMessage(), e);
        }
    }

    /** The arrays of a model by name. */
    public static Map<String, Tensor> tensors(Model model) {
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
