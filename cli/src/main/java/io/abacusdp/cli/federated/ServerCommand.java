package io.abacusdp.cli.federated;

import io.abacusdp.cli.option.AnswerOutput;
import io.abacusdp.cli.option.InsecureSeedOption;
import io.abacusdp.cli.option.PrivateValuesOption;
import io.abacusdp.cli.option.SavedCommand;
import io.abacusdp.cli.output.OutsideFailureException;
import io.abacusdp.cli.output.UsageException;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** The server of a federation. */
@Command(
        name = "server",
        mixinStandardHelpOptions = true,
        sortOptions = false,
        description = {
            "Runs a federation's training with clients that connect over mutual TLS, until all rounds are made.",
            "Every attempt at a round is charged, on disk, before a client hears of it. Stopped or killed, the same",
            "command with the same --run goes on."
        },
        footer = {
            "",
            "Needs of the federation's directory the roster only, and not its key.",
            "",
            "Example:",
            "  abacus federated server --federation fed --credentials server --run run-1 --host 0.0.0.0 \\",
            "      --style hybrid --secure-aggregation --rounds 10"
        })
final class ServerCommand implements Runnable {
    @Option(
            names = "--federation",
            paramLabel = "DIR",
            required = true,
            description = "Directory with the federation's roster.json, which is read again when it changes.")
    private Path federation = Path.of("");

    @Option(
            names = "--credentials",
            paramLabel = "DIR",
            required = true,
            description = "Directory with this server's keys and its enrolment.json.")
    private Path credentials = Path.of("");

    @Option(
            names = "--run",
            paramLabel = "DIR",
            required = true,
            description = "Directory for ledger, checkpoints, log, model and report; that of a run goes on with it.")
    private Path directory = Path.of("");

    @Option(names = "--host", paramLabel = "HOST", defaultValue = "127.0.0.1", description = "Default: 127.0.0.1.")
    private String host = "";

    @Option(names = "--port", paramLabel = "N", defaultValue = "8322", description = "0 for any. Default: 8322.")
    private int port;

    @Option(
            names = "--members",
            paramLabel = "LIST",
            split = ",",
            description = "Clients that take part. Default: all on the roster when the run begins.")
    private List<String> members = new ArrayList<>();

    @Mixin
    private ServerData data = new ServerData();

    @Mixin
    private FederatedOptions options = new FederatedOptions(Duration.ofSeconds(60), Duration.ofSeconds(15));

    @Mixin
    private LedgerBudgetOptions budget = new LedgerBudgetOptions();

    @Mixin
    private PrivateValuesOption privateValues = new PrivateValuesOption();

    @Mixin
    private InsecureSeedOption insecure = new InsecureSeedOption();

    @Mixin
    private AnswerOutput output = new AnswerOutput();

    @Override
    public void run() {
        if (!(port >= 0 && port < 65_536)) {
            throw new UsageException("--port must be from 0 to 65535, got " + port);
        }
        List<String> given = SavedCommand.given(output.command());
        // A class of its own, so that what only looks at the commands does not load the network.
        try {
            new ServerRun(federation, credentials, directory, options, budget, data, insecure.seed(), given, output)
                    .serve(host, port, members);
        } catch (IOException e) {
            throw new UsageException(privateValues.message(e), e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new OutsideFailureException("interrupted; the same command goes on with the run", e);
        }
    }
}
