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
            InitCommand.class,
            ServeCommand.class,
            PersonCommand.class,
            LedgerKeyCommand.class,
            AccountCommand.class,
            DatasetCommand.class,
            BudgetCommand.class,
            WindowCommand.class,
            BlocksCommand.class,
            ApproveCommand.class,
            ListCommand.class,
            HistoryCommand.class,
            BalanceCommand.class,
            QuoteCommand.class,
            ChargeCommand.class,
            RunCommand.class,
            ReserveCommand.class,
            QueueCommand.class,
            StartCommand.class,
            CommitCommand.class,
            ReleaseCommand.class,
            ExtendCommand.class,
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
            "Example: a ledger, its server, and what an account has left.",
            "  abacus ledger init --persons alice,bob --keys-in keys",
            "  abacus ledger serve",
            "  abacus ledger balance --account acme --key-file keys/alice.key"
        })
public final class LedgerCommand implements Runnable {
    @Override
    public void run() {
        throw new UsageException("a command is missing; see abacus ledger --help for all of them");
    }
}
