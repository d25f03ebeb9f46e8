package io.abacusdp.cli.ledger;

import io.abacusdp.accounting.event.DpEvent;
import io.abacusdp.cli.option.LedgerConnection;
import io.abacusdp.cli.output.CommandFailures;
import io.abacusdp.cli.output.OutsideFailureException;
import io.abacusdp.cli.output.RefusedRequestException;
import io.abacusdp.ledger.client.LedgerClient;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.Callable;
import java.util.concurrent.TimeUnit;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** Runs a command that a budget pays for. */
@Command(
        name = "run",
        mixinStandardHelpOptions = true,
        sortOptions = false,
        description = {
            "Reserves the cost of an event, runs a command, and commits the event.",
            "Nothing is run if a budget does not allow it (exit status 3). However the command ends, the event "
                    + "is charged in full, as its output may have been seen. The exit status is the command's."
        },
        footer = {"", "Example:", "  abacus ledger run --account acme --event run.json -- python3 train.py"})
final class RunCommand implements Callable<Integer> {
    @Mixin
    private LedgerConnection connection = new LedgerConnection();

    @Mixin
    private ChargeOptions charge = new ChargeOptions();

    @Option(
            names = "--ttl",
            paramLabel = "SECONDS",
            defaultValue = "600",
            description = "After which the ledger takes this for dead unless it hears of it. Default: 600.")
    private long ttl;

    @Parameters(arity = "1..*", paramLabel = "COMMAND", description = "What to run, after --.")
    private List<String> run = new ArrayList<>();

    @Spec
    @SuppressWarnings("NullAway.Init")
    private CommandSpec command;

    @Override
    public Integer call() throws InterruptedException {
        DpEvent event = charge.event();
        Duration life = Duration.ofSeconds(ttl);
        LedgerClient client = connection.open();
        // A new key for every run: what is run again is paid again.
        String key = UUID.randomUUID().toString();
        String id = connection
                .ask(none -> client.reserve(key, charge.account(), charge.scopes(), event, life))
                .path("reservation")
                .asText();
        connection.ask(none -> client.start(id));
        command.commandLine().getErr().println("abacus: reservation " + id + " is started");
        int status = process(client, id, life);
        connection.ask(none -> client.commit(id, event));
        command.commandLine().getErr().println("abacus: reservation " + id + " is charged");
        return status;
    }

    /** Runs the command to its end, and tells the ledger now and then that it is alive. */
    private int process(LedgerClient client, String id, Duration life) throws InterruptedException {
        Process process;
        try {
            process = new ProcessBuilder(run).inheritIO().start();
        } catch (IOException e) {
            command.commandLine().getErr().println("abacus: cannot run %s: %s".formatted(run.get(0), e.getMessage()));
            return 127;
        }
        long pause = Math.max(1, life.toMillis() / 3);
        while (!process.waitFor(pause, TimeUnit.MILLISECONDS)) {
            try {
                connection.ask(none -> client.extend(id, life));
            } catch (RefusedRequestException | OutsideFailureException e) {
                // The run goes on: if the reservation lapses, all of it is charged, which is what will be committed.
                command.commandLine().getErr().println("abacus: " + CommandFailures.message(e));
            }
        }
        return process.exitValue();
    }
}
