package io.abacusdp.cli.train;

import io.abacusdp.cli.option.NumberConverters;
import io.abacusdp.training.trainer.TrainingConfig;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** Whether examples are trained without what all of them have in common. */
final class CentringOption {
    @Option(
            names = "--centre",
            paramLabel = "Z",
            converter = NumberConverters.Epsilon.class,
            description = {
                "In training, take the mean of all examples off each; it is released with noise multiplier Z and charged",
                "with the first step. For models whose first layer is linear. Default: as suits the data; 0 for none."
            })
    private @Nullable Double noiseMultiplier;

    /** @param usual what suits data and model, 0 for none */
    void addTo(TrainingConfig.Builder builder, double usual) {
        double noise = noiseMultiplier == null ? usual : noiseMultiplier;
        if (noise > 0) {
            builder.centring(noise);
        }
    }
}
