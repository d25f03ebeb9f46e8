package io.abacusdp.training.trainer;

import io.abacusdp.accounting.Guarantee;
import io.abacusdp.format.EventJson;
import io.abacusdp.storage.Safetensors;
import io.abacusdp.storage.Tensors;
import io.abacusdp.training.checkpoint.CheckedRun;
import io.abacusdp.training.data.ExampleFormat;
import io.abacusdp.training.model.Model;
import io.abacusdp.training.model.ModelJson;
import io.abacusdp.training.model.ModelSpec;
import io.abacusdp.training.model.ModelTensors;
import io.abacusdp.training.noise.TestSeed;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Map;
import java.util.TreeMap;

/**
 * A trained model as a safetensors file, which Python reads: each array of parameters by its name, and in the metadata what the
 * model is (JSON), how the examples are made that it takes (JSON), what was run, and what is guaranteed. All of it may be
 * published: of the data there is a name, and no digest; of a schema that came from private data there is nothing.
 */
public final class ModelFile {
    private static final String MODEL = "model";
    private static final String EXAMPLES = "examples";

    private ModelFile() {}

    /**
     * Replaces the file as a whole.
     *
     * @param version of the program
     */
    public static void write(Path file, TrainingResult result, String version) throws IOException {
        Safetensors.write(file, Tensors.of(ModelTensors.of(result.model()), metadata(result, version)));
    }

    private static Map<String, String> metadata(TrainingResult result, String version) {
        Map<String, String> metadata = metadata(result.record(), version);
        metadata.put(MODEL, ModelJson.write(result.model().spec()));
        metadata.put(EXAMPLES, result.record().data().format().toJson());
        return metadata;
    }

    /** What the metadata says of a run; besides, it says what the model is and what examples it takes. */
    public static Map<String, String> metadata(RunRecord record, String version) {
        Guarantee guarantee = record.privacy().guarantee();
        Map<String, String> metadata = new TreeMap<>();
        metadata.put("epsilon", TestSeed.epsilon(record.privacy().isSecure(), Double.toString(guarantee.epsilon())));
        metadata.put("delta", Double.toString(guarantee.delta()));
        metadata.put("adjacency", guarantee.adjacency().id());
        metadata.put("unit", record.privacy().unit().words());
        metadata.put("accountant", guarantee.accountant());
        metadata.put("event", EventJson.write(record.privacy().event()));
        metadata.put("data", record.data().name());
        metadata.put("run", record.settings().getOrDefault("run", ""));
        metadata.put("warnings", String.join("; ", record.warnings()));
        metadata.put("version", version);
        return metadata;
    }

    /**
     * A model, and how the examples are made that it takes.
     *
     * @param metadata all that the file says of it
     */
    public record Contents(Model model, ExampleFormat format, Map<String, String> metadata) {
        public Contents {
            metadata = Map.copyOf(metadata);
        }
    }

    /**
     * The model that the file holds.
     *
     * @throws IOException if it cannot be read, or holds no model
     */
    public static Model read(Path file) throws IOException {
        return model(file, Safetensors.read(file));
    }

    /**
     * The model that the file holds with what it needs to predict.
     *
     * @throws IOException if it cannot be read, holds no model, or does not say what its examples are
     */
    public static Contents readAll(Path file) throws IOException {
        Tensors contents = Safetensors.read(file);
        Model model = model(file, contents);
        String json = contents.metadata().get(EXAMPLES);
        if (json == null) {
            throw new IOException(file + " does not say how its examples are made: its metadata has no schema, "
                    + EXAMPLES + "; abacus train writes it");
        }
        try {
            ExampleFormat format = ExampleFormat.fromJson(json);
            model.spec()
                    .loss()
                    .check(model.spec().outputs(), format.classNames().size());
            if (!format.featureShape().equals(model.spec().input().sizes())) {
                throw new IllegalArgumentException("its examples are of shape %s, and the model takes %s"
                        .formatted(format.featureShape(), model.spec().input().sizes()));
            }
            return new Contents(model, format, contents.metadata());
        } catch (IllegalArgumentException e) {
            throw new IOException(
                    "%s has a damaged schema, %s in its metadata: %s".formatted(file, EXAMPLES, e.getMessage()), e);
        }
    }

    /**
     * Whether the trained layers of a model are those with which a run ended, bit for bit.
     *
     * @throws IOException if the file holds no model, or the run's last checkpoint is not there
     * @throws IllegalArgumentException if the run is of another model
     */
    public static boolean isOf(Path file, CheckedRun run) throws IOException {
        ModelSpec trained = ModelJson.read(run.identity().settings().getOrDefault(MODEL, ""));
        float[] ended = TrainingState.released(trained, run.newestCheckpoint());
        float[] all = read(file).parameters();
        return all.length >= ended.length
                && Arrays.equals(Arrays.copyOfRange(all, all.length - ended.length, all.length), ended);
    }

    private static Model model(Path file, Tensors contents) throws IOException {
        String json = contents.metadata().get(MODEL);
        if (json == null) {
            throw new IOException(file + " does not say what model it holds: its metadata has no " + MODEL);
        }
        try {
            ModelSpec spec = ModelJson.read(json);
            return new Model(spec, ModelTensors.parameters(spec, contents.tensors(), ""));
        } catch (IllegalArgumentException e) {
            throw new IOException(file + " holds no model: " + e.getMessage(), e);
        }
    }
}
