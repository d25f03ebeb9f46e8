package io.abacusdp.cli.bench;

import io.abacusdp.cli.output.UsageException;
import picocli.CommandLine.Command;

/** Measurements on this machine. */
@Command(
        name = "bench",
        mixinStandardHelpOptions = true,
        subcommands = {BenchTrainCommand.class, BenchLedgerCommand.class, BenchFederatedCommand.class},
        synopsisSubcommandLabel = "COMMAND",
        description = "Measures how fast this machine is at what Abacus does.",
        footer = {"", "Example:", "  abacus bench train --format json"})
public final class BenchCommand implements Runnable {
    @Override
    public void run() {
        throw new UsageException(
                "what to measure is missing: abacus bench train, abacus bench ledger or abacus bench federated");
    }
}
