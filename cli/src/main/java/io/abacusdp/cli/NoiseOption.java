package io.abacusdp.cli;

import io.abacusdp.accounting.event.DpEvent;
import io.abacusdp.accounting.event.Gaussian;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** The noise multiplier of a Gaussian. */
final class NoiseOption {
    @Option(
            names = "--noise-multiplier",
            paramLabel = "Z",
            converter = Numbers.Noise.class,
            description = "Standard deviation of the Gaussian noise, in units of the clipping norm.")
    private @Nullable Double noiseMultiplier;

    boolean given() {
        return noiseMultiplier != null;
    }

    double value() {
        if (noiseMultiplier == null) {
            throw new UsageException("what was run is missing: give --noise-multiplier, or --events instead");
        }
        return noiseMultiplier;
    }

    DpEvent gaussian() {
        return new Gaussian(value());
    }
}
