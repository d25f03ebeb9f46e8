package io.abacusdp.cli.option;

import io.abacusdp.accounting.event.DpEvent;
import io.abacusdp.accounting.event.Gaussian;
import io.abacusdp.cli.output.UsageException;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** The noise multiplier of a Gaussian. */
public final class NoiseOption {
    @Option(
            names = "--noise-multiplier",
            paramLabel = "Z",
            converter = NumberConverters.Noise.class,
            description = "Standard deviation of the Gaussian noise, in units of the clipping norm.")
    private @Nullable Double noiseMultiplier;

    public boolean given() {
        return noiseMultiplier != null;
    }

    double value() {
        if (noiseMultiplier == null) {
            throw new UsageException("what was run is missing: give --noise-multiplier, or --events instead");
        }
        return noiseMultiplier;
    }

    public DpEvent gaussian() {
        return new Gaussian(value());
    }
}
