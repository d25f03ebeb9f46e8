package io.abacusdp.cli.federated;

import io.abacusdp.cli.output.CommandFailures;
import io.abacusdp.cli.output.UsageException;
import io.abacusdp.federated.enrol.Federation;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.util.ArrayList;
import java.util.List;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** Takes clients off a federation's roster. */
@Command(
        name = "revoke",
        mixinStandardHelpOptions = true,
        sortOptions = false,
        description = {
            "Takes clients off the roster for good: servers refuse them as soon as they read it, and their keys "
                    + "cannot be enrolled again.",
            "The name is free for new keys."
        },
        footer = {"", "Example:", "  abacus federated revoke --federation fed site-a"})
final class RevokeCommand implements Runnable {
    @Option(names = "--federation", paramLabel = "DIR", required = true, description = "The operator's directory.")
    private Path directory = Path.of("");

    @Parameters(paramLabel = "NAME", arity = "1..*", description = "Clients.")
    private List<String> names = new ArrayList<>();

    @Spec
    @SuppressWarnings("NullAway.Init")
    private CommandSpec command;

    @Override
    public void run() {
        if (!Files.isDirectory(directory)) {
            throw new UsageException(
                    "--federation must be a directory that abacus federated enrol made, got " + directory);
        }
        try {
            Federation federation = Federation.openOrCreate(directory, Clock.systemUTC());
            for (String name : names) {
                federation.revoke(name);
                command.commandLine().getOut().println("revoked " + name);
            }
        } catch (IOException e) {
            throw new UsageException("cannot read or write: " + CommandFailures.message(e), e);
        }
    }
}
