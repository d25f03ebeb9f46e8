package io.abacusdp.cli.option;

import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** For tests of programs that run the command: the same noise again. */
public final class InsecureSeedOption {
    @Option(
            names = "--insecure-seed-for-tests",
            paramLabel = "N",
            description =
                    "Noise that anybody can repeat, to test programs with: NOTHING IS PRIVATE, and the report says so.")
    private @Nullable Long seed;

    /** Null, and so noise that nobody can repeat, if none was given. */
    public @Nullable Long seed() {
        return seed;
    }
}
