package io.abacusdp.cli.federated;

import io.abacusdp.cli.option.AnswerOutput;
import io.abacusdp.cli.option.NumberConverters;
import io.abacusdp.cli.option.PrivateValuesOption;
import io.abacusdp.cli.output.OutsideFailureException;
import io.abacusdp.cli.output.UsageException;
import io.abacusdp.federated.privacy.EpsilonLimits;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.OptionalDouble;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** A client of a federation. */
@Command(
        name = "client",
        mixinStandardHelpOptions = true,
        sortOptions = false,
        description = {
            "Takes part in the run of a federation's server, with records that stay here, until the run has ended.",
            "Reckons itself what each task costs, charges it to its own ledger before it trains, and declines what is",
            "beyond its own limits. While the server is away, it waits and asks again."
        },
        footer = {
            "",
            "Example:",
            "  abacus federated client --server fed.example.org:8322 --credentials site-a --cap 4 \\",
            "      --data patients.csv --schema schema.json --label outcome"
        })
final class ClientCommand implements Runnable {
    @Option(names = "--server", paramLabel = "HOST:PORT", required = true, description = "Where the server listens.")
    private String server = "";

    @Option(
            names = "--credentials",
            paramLabel = "DIR",
            required = true,
            description = "Directory with this client's keys and its enrolment.json.")
    private Path credentials = Path.of("");

    @Mixin
    private ClientRecords records = new ClientRecords();

    @Mixin
    private PrivateValuesOption privateValues = new PrivateValuesOption();

    @Option(
            names = "--cap",
            paramLabel = "EPSILON",
            converter = NumberConverters.Noise.class,
            description = "Take no task that would cost a record more, all runs together. Default: none.")
    private @Nullable Double cap;

    @Option(
            names = "--client-cap",
            paramLabel = "EPSILON",
            converter = NumberConverters.Noise.class,
            description = "Take no task that would cost this client as a whole more. Default: none.")
    private @Nullable Double clientCap;

    @Option(
            names = "--delta",
            paramLabel = "D",
            defaultValue = "1e-5",
            converter = NumberConverters.Delta.class,
            description = "Delta at which they hold. Default: ${DEFAULT-VALUE}.")
    private double delta;

    @Mixin
    private ClientTrustOptions trust = new ClientTrustOptions();

    @Option(
            names = "--ledger",
            paramLabel = "DIR",
            description = "Directory of this client's ledger. Default: ledger, in that of the credentials.")
    private @Nullable Path ledger;

    @Option(
            names = "--reconnect",
            paramLabel = "SECONDS",
            defaultValue = "3600",
            converter = NumberConverters.Seconds.class,
            description = "How long to wait for a server that is away. Default: ${DEFAULT-VALUE}.")
    private double reconnect;

    @Option(
            names = "--insecure-seed-for-tests",
            paramLabel = "N",
            description = "Noise that anybody can repeat, to test programs with: NOTHING IS PRIVATE.")
    private @Nullable Long insecureSeed;

    @Mixin
    private AnswerOutput output = new AnswerOutput();

    @Override
    public void run() {
        int colon = server.lastIndexOf(':');
        if (colon < 1 || !server.substring(colon + 1).matches("[0-9]{1,5}")) {
            throw new UsageException("--server must be HOST:PORT, got " + server);
        }
        // A class of its own, so that what only looks at the commands does not load the network.
        ClientRun site = new ClientRun(
                credentials,
                ledger == null ? credentials.resolve("ledger") : ledger,
                new EpsilonLimits(optional(cap), optional(clientCap)),
                trust.trust(),
                delta,
                insecureSeed,
                output);
        try {
            site.work(
                    server.substring(0, colon),
                    Integer.parseInt(server.substring(colon + 1)),
                    records.load(),
                    Duration.ofMillis(Math.max(1, Math.round(reconnect * 1000))));
        } catch (IOException e) {
            throw new UsageException(privateValues.message(e), e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new OutsideFailureException("interrupted; the same command goes on", e);
        }
    }

    private static OptionalDouble optional(@Nullable Double value) {
        return value == null ? OptionalDouble.empty() : OptionalDouble.of(value);
    }
}
