package io.abacusdp.cli.option;

import picocli.CommandLine.Option;

/** The delta of a question for epsilon. */
public final class DeltaOption {
    @Option(
            names = "--delta",
            paramLabel = "D",
            required = true,
            converter = NumberConverters.Delta.class,
            description = "Delta at which epsilon is asked, in [0, 1).")
    private double delta;

    public double value() {
        return delta;
    }
}
