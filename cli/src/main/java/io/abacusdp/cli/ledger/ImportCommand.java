package io.abacusdp.cli.ledger;

import io.abacusdp.cli.output.RefusedRequestException;
import io.abacusdp.cli.output.UsageException;
import io.abacusdp.ledger.api.StoredLedger;
import io.abacusdp.ledger.journal.Verification;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.Reader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** Puts an exported journal into an empty database. */
@Command(
        name = "import",
        mixinStandardHelpOptions = true,
        sortOptions = false,
        description = "Puts an exported journal into an empty database: all of it, or nothing if it is not sound.",
        footer = {"", "Example:", "  abacus ledger import --db jdbc:sqlite:copy.db --trusted MCowBQ... journal.jsonl"})
final class ImportCommand implements Runnable {
    @Mixin
    private LedgerDatabase database = new LedgerDatabase();

    @Parameters(paramLabel = "FILE", description = "An exported journal.")
    private String file = "";

    @Spec
    @SuppressWarnings("NullAway.Init")
    private CommandSpec command;

    @Override
    public void run() {
        Verification result = LedgerDatabase.reaching(database.url(), url -> {
            try (Reader in = new InputStreamReader(Files.newInputStream(Path.of(file)), StandardCharsets.UTF_8)) {
                return StoredLedger.restore(url, in, database.trusted());
            } catch (IOException e) {
                throw new UsageException("cannot read " + file, e);
            }
        });
        result.finding().ifPresent(found -> {
            throw new RefusedRequestException(
                    "the journal is not sound: %s at entry %d: %s".formatted(found.kind(), found.seq(), found.detail()),
                    null);
        });
        command.commandLine().getOut().println("entries " + result.entries());
    }
}
