package io.abacusdp.cli.ledger;

import io.abacusdp.ledger.api.StoredLedger;
import io.abacusdp.ledger.log.Checkpoint;
import io.abacusdp.ledger.witness.Quorum;
import java.time.Clock;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** Says that a backup was put back on purpose. */
@Command(
        name = "restore",
        mixinStandardHelpOptions = true,
        sortOptions = false,
        description = {
            "Goes on from a backup that was put back on purpose, which a server refuses as a rollback: charges "
                    + "that were recorded after it are lost.",
            "The journal says so from then on, by whom and why, and goes on under another name, which witnesses "
                    + "have to be told. Run it while no server is running."
        },
        footer = {
            "",
            "Example:",
            "  abacus ledger restore --by ann --approved-by bob --reason 'disk lost, backup of 3 May'"
        })
final class RestoreCommand implements Runnable {
    @Mixin
    private LedgerDatabase database = new LedgerDatabase();

    @Option(names = "--by", paramLabel = "NAME", required = true, description = "Who puts it back.")
    private String by = "";

    @Option(names = "--approved-by", paramLabel = "NAME", required = true, description = "Who else agrees.")
    private String approvedBy = "";

    @Option(names = "--reason", paramLabel = "TEXT", required = true, description = "Why; it is recorded.")
    private String reason = "";

    @Spec
    @SuppressWarnings("NullAway.Init")
    private CommandSpec command;

    @Override
    public void run() {
        Checkpoint head = LedgerDatabase.reaching(
                database.existing(),
                url -> StoredLedger.acceptBackup(
                        url, database.signing(Quorum.none()), Clock.systemUTC(), by, approvedBy, reason));
        command.commandLine().getOut().println("ledger " + head.origin());
        command.commandLine().getOut().println("entries " + head.size());
    }
}
