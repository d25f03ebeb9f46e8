package io.abacusdp.cli.use;

import java.nio.file.Files;
import java.nio.file.Path;
import picocli.CommandLine.Option;

/** Which model is used. */
final class ModelOption {
    private static final String MODEL_FILE = "model.safetensors";

    @Option(
            names = "--model",
            paramLabel = "FILE",
            required = true,
            description = "Model file, such as model.safetensors in a run's folder 'release', or that folder.")
    @SuppressWarnings("NullAway.Init")
    private Path model;

    /** The model file, also if its folder was named. */
    Path file() {
        return Files.isDirectory(model) ? model.resolve(MODEL_FILE) : model;
    }
}
