package io.abacusdp.cli;

import io.abacusdp.ledger.store.LedgerStore;
import java.io.IOException;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Clock;
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
final class LedgerExportCommand implements Runnable {
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
            try (LedgerStore store = LedgerStore.open(url, database.signer(), Clock.systemUTC());
                    Writer out = Files.newBufferedWriter(
                            Path.of(file),
                            StandardCharsets.UTF_8,
                            StandardOpenOption.CREATE_NEW,
                            StandardOpenOption.WRITE)) {
                store.export(out);
                return store.head().seq();
            } catch (IOException e) {
                throw new UsageException("cannot write %s: %s".formatted(file, e), e);
            }
        });
        command.commandLine().getErr().println("abacus: exported a journal of at most " + entries + " entries");
    }
}
