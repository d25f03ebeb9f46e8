package io.abacusdp.cli.train;

import io.abacusdp.cli.option.NumberConverters;
import io.abacusdp.training.model.LossSettings;
import java.util.List;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** What is changed of the loss in training. */
final class LossOptions {
    @Option(
            names = "--class-weights",
            paramLabel = "W,W...",
            split = ",",
            arity = "1",
            converter = NumberConverters.Noise.class,
            description = {
                "Weigh the loss of each class, in the order of their numbers. They are public: weights that were counted",
                "in the private data are a release that no epsilon covers. Default: all alike."
            })
    private @Nullable List<Double> classWeights;

    @Option(
            names = "--label-smoothing",
            paramLabel = "S",
            defaultValue = "0",
            converter = NumberConverters.Delta.class,
            description = "Share of every label that is spread over all classes, in [0, 1). Default: 0.")
    private double smoothing;

    LossSettings settings() {
        return smoothing == 0 && classWeights == null
                ? LossSettings.PLAIN
                : new LossSettings(smoothing, classWeights == null ? List.of() : classWeights);
    }
}
