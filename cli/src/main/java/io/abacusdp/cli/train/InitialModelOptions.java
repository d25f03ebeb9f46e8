package io.abacusdp.cli.train;

import io.abacusdp.cli.option.NumberConverters;
import io.abacusdp.cli.output.UsageException;
import io.abacusdp.training.data.Dataset;
import io.abacusdp.training.data.Features;
import io.abacusdp.training.trainer.InitialModel;
import io.abacusdp.training.trainer.ModelFile;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** Which model to begin from, and which part of it to train. */
final class InitialModelOptions {
    @Option(
            names = "--init",
            paramLabel = "FILE",
            description = {
                "Begin from this model, a file that abacus train wrote or its folder 'release', in place of --model.",
                "What it learned of private data before is not covered, and every statement warns of it."
            })
    private @Nullable Path init;

    @Option(
            names = "--freeze",
            paramLabel = "N",
            converter = NumberConverters.Size.class,
            description = {
                "Keep the first N layers of --init as they are, those without parameters counted, and train the",
                "others. Default: train all."
            })
    private @Nullable Integer freeze;

    @Option(
            names = "--init-public",
            paramLabel = "NAME",
            description = {
                "Declare that --init was trained on public data only, and where it came from; the report names it in",
                "place of the warning."
            })
    private @Nullable String publicOrigin;

    boolean isGiven() {
        return init != null;
    }

    /** Which features the initial model sees, if there is one. */
    Optional<Features> features() throws IOException {
        return init == null ? Optional.empty() : Optional.of(read(init).format().features());
    }

    private static ModelFile.Contents read(Path path) throws IOException {
        return ModelFile.readAll(Files.isDirectory(path) ? path.resolve(TrainingRelease.MODEL) : path);
    }

    /**
     * The model to begin from, if there is one.
     *
     * @param isModelGiven whether --model was, which excludes it
     */
    Optional<InitialModel> model(Dataset data, boolean isModelGiven) throws IOException {
        if (init == null) {
            if (freeze != null || publicOrigin != null) {
                throw new UsageException("--freeze and --init-public are for --init FILE, got none");
            }
            return Optional.empty();
        }
        if (isModelGiven) {
            throw new UsageException("--init and --model exclude each other, got both");
        }
        ModelFile.Contents contents = read(init);
        if (!contents.model().spec().input().sizes().equals(data.format().featureShape())
                || contents.format().classNames().size() != data.classes()) {
            throw new UsageException("--init takes examples of shape %s and %d classes, and the data has %s and %d"
                    .formatted(
                            contents.model().spec().input().sizes(),
                            contents.format().classNames().size(),
                            data.format().featureShape(),
                            data.classes()));
        }
        int frozen = freeze == null ? 0 : freeze;
        return Optional.of(
                publicOrigin == null
                        ? InitialModel.ofUncoveredTraining(contents.model(), frozen, origin(contents.metadata()))
                        : InitialModel.trainedOnPublicData(contents.model(), frozen, publicOrigin));
    }

    /** What the file says of where it came from, in place of its path, which is private. */
    private static String origin(Map<String, String> metadata) {
        return "trained on %s (epsilon %s at delta %s, run %s)"
                .formatted(
                        metadata.getOrDefault("data", "unnamed data"),
                        metadata.getOrDefault("epsilon", "unknown"),
                        metadata.getOrDefault("delta", "unknown"),
                        metadata.getOrDefault("run", "unknown"));
    }
}
