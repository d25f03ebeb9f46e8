package io.abacusdp.cli.ledger;

import io.abacusdp.cli.output.CommandFailures;
import io.abacusdp.cli.output.UsageException;
import io.abacusdp.ledger.api.Ledger;
import io.abacusdp.storage.DurableFile;
import java.io.IOException;
import java.io.OutputStreamWriter;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Path;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** Writes a journal to a file. */
@Command(
        name = "export",
        mixinStandardHelpOptions = true,
        sortOptions = false,
        description = "Writes the whole journal and its signed head to a new file, as JSON lines.",
        footer = {"", "Example:", "  abacus ledger export journal.jsonl"})
final class ExportCommand implements Runnable {
    @Mixin
    private LedgerDatabase database = new LedgerDatabase();

    @Parameters(paramLabel = "FILE", description = "Must not exist.")
    private String file = "";

    @Spec
    @SuppressWarnings("NullAway.Init")
    private CommandSpec command;

    @Override
    public void run() {
        long entries = LedgerDatabase.reaching(database.existing(), url -> {
            try (Ledger ledger = database.open()) {
                DurableFile.create(Path.of(file), out -> {
                    try (Writer writer = new OutputStreamWriter(out, StandardCharsets.UTF_8)) {
                        ledger.journal().export(writer);
                    }
                });
                return ledger.journal().head().size();
            } catch (FileAlreadyExistsException e) {
                throw new UsageException("FILE must not exist, and there is a " + file, e);
            } catch (IOException e) {
                throw new UsageException(CommandFailures.message(e), e);
            }
        });
        command.commandLine().getErr().println("abacus: exported a journal of at most " + entries + " entries");
    }
}
