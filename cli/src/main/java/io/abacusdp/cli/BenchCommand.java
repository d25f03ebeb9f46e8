package io.abacusdp.cli;

import picocli.CommandLine.Command;

/** Measurements of speed: the group of its commands. */
@Command(
        name = "bench",
        mixinStandardHelpOptions = true,
        synopsisSubcommandLabel = "COMMAND",
        subcommands = BenchLedgerCommand.class,
        description = "Measures how fast parts of this program are on this machine.",
        footer = {"", "Example:", "  abacus bench ledger"})
final class BenchCommand implements Runnable {
    @Override
    public void run() {
        throw new UsageException("what to measure is missing; see abacus bench --help");
    }
}
