package io.abacusdp.cli.ledger;

import io.abacusdp.cli.output.CommandFailures;
import io.abacusdp.cli.output.RefusedRequestException;
import io.abacusdp.cli.output.UsageException;
import io.abacusdp.ledger.journal.SigningKey;
import io.abacusdp.ledger.log.NoteKey;
import io.abacusdp.ledger.witness.Witness;
import io.abacusdp.ledger.witness.WitnessServer;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** Runs a witness. */
@Command(
        name = "witness",
        mixinStandardHelpOptions = true,
        sortOptions = false,
        description = {
            "Cosigns the heads of ledgers, each only if it goes on from the one before: a ledger that takes "
                    + "something back is not cosigned any more.",
            "Speaks C2SP tlog-witness (POST /add-checkpoint) until it is told to stop, or answers one request "
                    + "in a file. Run it where the ledger's keepers have no access."
        },
        footer = {
            "",
            "Prints where it listens, and the key that verifies its cosignatures.",
            "",
            "Example:",
            "  abacus ledger witness --name witness.example/w1 --dir w1 --log LEDGER+ID+KEY"
        })
final class WitnessCommand implements Runnable {
    @Option(names = "--name", paramLabel = "NAME", required = true, description = "Under which it cosigns.")
    private String name = "";

    @Option(
            names = "--dir",
            paramLabel = "DIR",
            required = true,
            description = "Where it keeps its key and the last head of each log; made if there is none.")
    private Path directory = Path.of("");

    @Option(
            names = "--log",
            paramLabel = "KEY",
            description = "Key of a log that it cosigns, as abacus ledger serve prints it; repeatable.")
    private List<String> logs = new ArrayList<>();

    @Option(
            names = "--request",
            paramLabel = "FILE",
            description = "Answer the one request in this file, instead of listening: the cosignature is printed.")
    private @Nullable Path request;

    @Option(names = "--host", paramLabel = "HOST", defaultValue = "127.0.0.1", description = "Default: 127.0.0.1.")
    private String host = "";

    @Option(names = "--port", paramLabel = "N", defaultValue = "8322", description = "0 for any. Default: 8322.")
    private int port;

    @Spec
    @SuppressWarnings("NullAway.Init")
    private CommandSpec command;

    @Override
    public void run() {
        PrintWriter out = command.commandLine().getOut();
        try {
            Files.createDirectories(directory);
            Witness witness = new Witness(
                    name,
                    SigningKey.readOrCreate(directory.resolve("witness.key")),
                    logs.stream().map(NoteKey::parse).toList(),
                    directory,
                    Clock.systemUTC());
            if (request != null) {
                answer(witness, Files.readString(request), out);
            } else {
                serve(witness, out);
            }
        } catch (IOException e) {
            throw new UsageException(CommandFailures.message(e), e);
        }
    }

    private static void answer(Witness witness, String body, PrintWriter out) {
        Witness.Answer answer = witness.add(body);
        if (answer.status() != 200) {
            throw new RefusedRequestException(
                    "%d %s".formatted(answer.status(), answer.body().strip()), null);
        }
        out.print(answer.body());
        out.flush();
    }

    private void serve(Witness witness, PrintWriter out) {
        CountDownLatch stopped = new CountDownLatch(1);
        WitnessServer server = WitnessServer.start(witness, host, port);
        Runtime.getRuntime()
                .addShutdownHook(new Thread(
                        () -> {
                            server.close();
                            stopped.countDown();
                        },
                        "witness-stop"));
        out.println("listening http://%s:%d".formatted(host, server.port()));
        out.println("witness_key " + witness.verifierKey());
        out.flush();
        try {
            stopped.await();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
