package io.abacusdp.cli;

import picocli.CommandLine.Command;

/** Federated training: the group of its commands. */
@Command(
        name = "federated",
        mixinStandardHelpOptions = true,
        synopsisSubcommandLabel = "COMMAND",
        subcommands = {
            FederatedSimulateCommand.class,
            FederatedNoiseCommand.class,
            FederatedRecordCommand.class,
            FederatedKeyCommand.class,
            FederatedEnrolCommand.class,
            FederatedRevokeCommand.class,
            FederatedServerCommand.class,
            FederatedClientCommand.class
        },
        description = "Training by clients that keep their records, and what each record and each client spends.",
        footer = {"", "Example: eight sites with a part of the bundled digits each.", "  abacus federated simulate"})
final class FederatedCommand implements Runnable {
    @Override
    public void run() {
        throw new UsageException("a command is missing; see abacus federated --help for all of them");
    }
}
