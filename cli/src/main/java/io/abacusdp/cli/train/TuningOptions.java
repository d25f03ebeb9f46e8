package io.abacusdp.cli.train;

import io.abacusdp.cli.option.NumberConverters;
import io.abacusdp.cli.output.UsageException;
import io.abacusdp.training.trainer.TrainingConfig;
import io.abacusdp.training.trainer.TuningLaw;
import java.nio.file.Path;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** Whether settings are chosen by several runs, all of which are paid for. */
final class TuningOptions {
    @Option(
            names = "--tune",
            paramLabel = "FILE",
            description = {
                "Make a random number of runs, each with settings drawn from this JSON file, and release the one that does",
                "best on the test set, which is public: {\"learning-rate\": [1, 2], \"clip\": [0.1, 0.5]}. Noise and epsilon",
                "count all of them. Only settings that do not change what a run costs can be tuned."
            })
    private @Nullable Path space;

    @Option(
            names = "--tuned-runs",
            paramLabel = "N",
            converter = NumberConverters.Noise.class,
            description = "Expected number of runs of --tune, at least 1. Default: 10.")
    private @Nullable Double runs;

    @Option(
            names = "--tuned-shape",
            paramLabel = "H",
            converter = NumberConverters.Epsilon.class,
            description = "Shape of the law of that number: 0 logarithmic, 1 geometric, or another. Default: 1.")
    private @Nullable Double shape;

    /** The file with the settings to try, if there is one. */
    Optional<Path> space() {
        return Optional.ofNullable(space);
    }

    /** The law of the number of runs. */
    TuningLaw law() {
        return new TuningLaw(runs == null ? 10 : runs, shape == null ? 1 : shape);
    }

    void addTo(TrainingConfig.Builder builder) {
        if (space != null) {
            builder.tuning(law());
        } else if (runs != null || shape != null) {
            throw new UsageException("--tuned-runs and --tuned-shape are for --tune FILE, got none");
        }
    }
}
