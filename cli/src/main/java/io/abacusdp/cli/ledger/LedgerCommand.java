package io.abacusdp.cli.ledger;

import io.abacusdp.cli.check.CheckCommand;
import io.abacusdp.cli.output.UsageException;
import picocli.CommandLine.Command;

/** Budgets that last: the group of the ledger's commands. */
@Command(
        name = "ledger",
        mixinStandardHelpOptions = true,
        synopsisSubcommandLabel = "COMMAND",
        subcommands = {
            ServeCommand.class,
            LedgerKeyCommand.class,
            BalanceCommand.class,
            QuoteCommand.class,
            ChargeCommand.class,
            RunCommand.class,
            VerifyCommand.class,
            ExportCommand.class,
            ImportCommand.class,
            RestoreCommand.class,
            WitnessCommand.class,
            CheckCommand.class
        },
        description = "Privacy budgets that survive crashes and races, and that an auditor can check.",
        footer = {
            "",
            "Example: a server, a key for it, and what an account has left.",
            "  abacus ledger key --name alice --permissions admin,read",
            "  abacus ledger serve",
            "  ABACUS_LEDGER_KEY=abacus_... abacus ledger balance --account acme"
        })
public final class LedgerCommand implements Runnable {
    @Override
    public void run() {
        throw new UsageException("a command is missing; see abacus ledger --help for all of them");
    }
}
