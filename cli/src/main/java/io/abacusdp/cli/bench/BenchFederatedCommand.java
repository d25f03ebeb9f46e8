package io.abacusdp.cli.bench;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.abacusdp.cli.option.AnswerOutput;
import io.abacusdp.cli.option.NumberConverters;
import io.abacusdp.cli.option.ThreadsOption;
import io.abacusdp.cli.output.CommandFailures;
import io.abacusdp.cli.output.OutsideFailureException;
import io.abacusdp.load.FederatedBenchmark;
import io.abacusdp.load.LoadFailedException;
import java.util.Locale;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** What a round of secure aggregation costs. */
@Command(
        name = "federated",
        mixinStandardHelpOptions = true,
        sortOptions = false,
        description = {
            "One round of secure aggregation with noise that clients add, all clients in this process: keys, "
                    + "shares, masks, votes and unmasking, every message as bytes, and the sum checked against the plain "
                    + "one. seconds; peak_mib, the most memory of the process; ms_per_client; ns_per_number, a client and "
                    + "parameter."
        },
        footer = {"", "Example:", "  abacus bench federated --clients 1000 --parameters 26010 --format json"})
final class BenchFederatedCommand implements Runnable {
    @Option(
            names = "--clients",
            paramLabel = "N",
            defaultValue = "1000",
            converter = NumberConverters.Size.class,
            description = "Default: ${DEFAULT-VALUE}.")
    private int clients;

    @Option(
            names = "--parameters",
            paramLabel = "N",
            defaultValue = "26010",
            converter = NumberConverters.Size.class,
            description = "Numbers in an update. Default: ${DEFAULT-VALUE}.")
    private int parameters;

    @Mixin
    private ThreadsOption threads = new ThreadsOption();

    @Mixin
    private AnswerOutput output = new AnswerOutput();

    @Override
    public void run() {
        FederatedBenchmark.Figures figures = measure();
        double perClient = figures.seconds() * 1e3 / clients;
        double perNumber = figures.seconds() * 1e9 / clients / parameters;
        if (output.isJson()) {
            ObjectNode node = JsonNodeFactory.instance
                    .objectNode()
                    .put("clients", clients)
                    .put("parameters", parameters)
                    .put("seconds", figures.seconds())
                    .put("peak_mib", figures.peakMib())
                    .put("ms_per_client", perClient)
                    .put("ns_per_number", perNumber);
            output.line(node.toString());
        } else {
            output.line(String.format(
                    Locale.ROOT,
                    "clients %d parameters %d seconds %.2f peak_mib %.0f ms_per_client %.2f ns_per_number %.1f",
                    clients,
                    parameters,
                    figures.seconds(),
                    figures.peakMib(),
                    perClient,
                    perNumber));
        }
    }

    private FederatedBenchmark.Figures measure() {
        try {
            return FederatedBenchmark.run(clients, parameters, threads.count());
        } catch (LoadFailedException e) {
            throw new OutsideFailureException(CommandFailures.message(e), e);
        }
    }
}
