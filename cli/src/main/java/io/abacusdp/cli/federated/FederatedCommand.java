package io.abacusdp.cli.federated;

import io.abacusdp.cli.output.UsageException;
import picocli.CommandLine.Command;

/** Federated training: the group of its commands. */
@Command(
        name = "federated",
        mixinStandardHelpOptions = true,
        synopsisSubcommandLabel = "COMMAND",
        subcommands = {
            SimulateCommand.class,
            FederatedNoiseCommand.class,
            RecordCommand.class,
            FederatedKeyCommand.class,
            EnrolCommand.class,
            RevokeCommand.class,
            ServerCommand.class,
            ClientCommand.class
        },
        description = "Training by clients that keep their records, and what each record and each client spends.",
        footer = {"", "Example: eight sites with a part of the bundled digits each.", "  abacus federated simulate"})
public final class FederatedCommand implements Runnable {
    @Override
    public void run() {
        throw new UsageException("a command is missing; see abacus federated --help for all of them");
    }
}
