package io.abacusdp.cli.option;

import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** How many threads compute. */
public final class ThreadsOption {
    @Option(
            names = "--threads",
            paramLabel = "N",
            converter = NumberConverters.Size.class,
            description = "Number of threads. Default: as many as there are processors.")
    private @Nullable Integer threads;

    /** As many as were asked for, or as there are processors. */
    public int count() {
        return threads == null ? Runtime.getRuntime().availableProcessors() : threads;
    }
}
