package io.abacusdp.cli.account;

import io.abacusdp.cli.option.EventFile;
import io.abacusdp.cli.option.NumberConverters;
import io.abacusdp.cli.output.CommandFailures;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** Many queries, one a line. */
@Command(
        name = "batch",
        mixinStandardHelpOptions = true,
        sortOptions = false,
        description = {
            "Reads queries as JSON, one a line, and answers each with a line, in order.",
            "Queries: epsilon (needs delta), delta (needs epsilon), rdp (needs order),",
            "noise_multiplier (needs a target, and \"noise_multiplier\":\"?\" in the event), steps (needs a target, and",
            "the event of one step), fnr (needs fpr; direction is optional), tpr (the same with an array fpr),",
            "advantage (needs nothing more), mu (least_rate is optional).",
            "A target is epsilon and delta, or advantage, or tpr and fpr, or mu.",
            "Optional fields: id, accountant, adjacency, orders (an array), conversion.",
            "A query that fails is answered by an error, and the rest go on."
        },
        footer = {
            "",
            "Example:",
            "  echo '{\"query\":\"delta\",\"epsilon\":1,\"event\":{\"type\":\"pure_dp\",\"epsilon\":1}}' | \\",
            "      abacus batch"
        })
public final class BatchCommand implements Callable<Integer> {
    @Spec
    @SuppressWarnings("NullAway.Init")
    private CommandSpec command;

    @Parameters(
            arity = "0..1",
            paramLabel = "FILE",
            defaultValue = EventFile.STANDARD_INPUT,
            description = "Queries; - or nothing is standard input.")
    private String file = EventFile.STANDARD_INPUT;

    @Option(
            names = "--repeat",
            paramLabel = "N",
            defaultValue = "1",
            converter = Runs.class,
            description = "Runs each query N times and gives the median of the times. Default: 1.")
    private int repeat;

    @Override
    public Integer call() throws IOException {
        PrintWriter out = command.commandLine().getOut();
        Batch batch = new Batch(repeat);
        try (BufferedReader in =
                new BufferedReader(new InputStreamReader(EventFile.open(file, command), StandardCharsets.UTF_8))) {
            for (String line = in.readLine(); line != null; line = in.readLine()) {
                out.println(batch.answer(line));
                if (out.checkError()) {
                    command.commandLine().getErr().println("abacus: nobody reads the answers any more");
                    return CommandFailures.INTERNAL;
                }
            }
        }
        return 0;
    }

    /** A number of runs whose times fit into memory. */
    static final class Runs implements ITypeConverter<Integer> {
        private static final int MOST = 1_000_000;

        @Override
        public Integer convert(String text) {
            return (int) NumberConverters.number(
                    text,
                    "an integer from 1 to " + MOST,
                    value -> value >= 1 && value <= MOST && value == Math.rint(value));
        }
    }
}
