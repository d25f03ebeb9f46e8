package io.abacusdp.cli;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.Locale;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** What a round of secure aggregation costs. */
@Command(
        name = "federated",
        mixinStandardHelpOptions = true,
        sortOptions = false,
        description = {
            "One round of secure aggregation with noise that clients add, all clients in this process: keys, shares,",
            "masks, votes and unmasking, every message as bytes, and the sum checked against the plain one.",
            "seconds; peak_mib, the most memory of the process; ms_per_client; ns_per_number, a client and parameter."
        },
        footer = {"", "Example:", "  abacus bench federated --clients 1000 --parameters 26010 --format json"})
final class BenchFederatedCommand implements Runnable {
    @Option(
            names = "--clients",
            paramLabel = "N",
            defaultValue = "1000",
            converter = Numbers.Size.class,
            description = "Default: ${DEFAULT-VALUE}.")
    private int clients;

    @Option(
            names = "--parameters",
            paramLabel = "N",
            defaultValue = "26010",
            converter = Numbers.Size.class,
            description = "Numbers in an update. Default: ${DEFAULT-VALUE}.")
    private int parameters;

    @Option(
            names = "--threads",
            paramLabel = "N",
            converter = Numbers.Size.class,
            description = "Number of threads. Default: as many as there are processors.")
    private @Nullable Integer threads;

    @Mixin
    private Output output = new Output();

    @Override
    public void run() {
        int workers = threads == null ? Runtime.getRuntime().availableProcessors() : threads;
        FederatedBenchmark.Figures figures = FederatedBenchmark.run(clients, parameters, workers);
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
}
