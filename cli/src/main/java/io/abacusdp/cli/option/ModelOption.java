package io.abacusdp.cli.option;

import io.abacusdp.cli.output.UsageException;
import io.abacusdp.training.data.Dataset;
import io.abacusdp.training.model.BuiltInModel;
import io.abacusdp.training.model.ModelJson;
import io.abacusdp.training.model.ModelSpec;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** Which model to train. */
public final class ModelOption {
    @Option(
            names = "--model",
            paramLabel = "MODEL",
            description = "cnn, cnn_tanh, mlp, logistic, or a JSON file. Default: one that suits the data.")
    private @Nullable String model;

    public boolean isGiven() {
        return model != null;
    }

    /**
     * The model of a name or a file, for data of its shape.
     *
     * @param absent its name if none was given
     */
    public ModelSpec model(String absent, Dataset data) throws IOException {
        String name = model == null ? absent : model;
        for (BuiltInModel builtIn : BuiltInModel.values()) {
            if (builtIn.id().equals(name)) {
                return builtIn.forData(data);
            }
        }
        Path file = Path.of(name);
        if (!Files.exists(file)) {
            throw new UsageException("--model must be one of %s or a JSON file that is there, got %s"
                    .formatted(
                            Arrays.stream(BuiltInModel.values())
                                    .map(BuiltInModel::id)
                                    .toList(),
                            name));
        }
        return JsonFile.read("--model", file, "layers", ModelJson::read);
    }
}
