package io.abacusdp.cli.ledger;

import io.abacusdp.cli.output.CommandFailures;
import io.abacusdp.cli.output.UsageException;
import io.abacusdp.ledger.api.Ledger;
import io.abacusdp.ledger.journal.Audit;
import io.abacusdp.ledger.journal.Export;
import io.abacusdp.ledger.journal.SignedHead;
import io.abacusdp.ledger.journal.Verification;
import io.abacusdp.storage.StrictJson;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.PrintWriter;
import java.io.Reader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.PublicKey;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** Replays a journal. */
@Command(
        name = "verify",
        mixinStandardHelpOptions = true,
        sortOptions = false,
        description = {
            "Replays a journal from its text: hashes, order, budgets and signatures, and, of a database,",
            "whether its tables are what the journal adds up to, bit for bit. Needs no server.",
            "Prints 'sound', or what is wrong and at which entry; exit status 4 if something is."
        },
        footer = {"", "Example:", "  abacus ledger verify --file export.jsonl --trusted MCowBQ..."})
final class VerifyCommand implements Callable<Integer> {
    @Mixin
    private LedgerDatabase database = new LedgerDatabase();

    @Option(names = "--file", paramLabel = "FILE", description = "An exported journal, instead of a database.")
    private @Nullable String file;

    @Option(
            names = "--head",
            paramLabel = "FILE",
            description = "A head that was kept from earlier, as the server gave it; repeatable.")
    private List<String> heads = new ArrayList<>();

    @Spec
    @SuppressWarnings("NullAway.Init")
    private CommandSpec command;

    @Override
    public Integer call() {
        List<PublicKey> trusted = database.trusted();
        List<SignedHead> kept = heads.stream().map(VerifyCommand::head).toList();
        PrintWriter out = command.commandLine().getOut();
        Verification journal;
        List<String> differences = List.of();
        if (file != null) {
            journal = replay(file, trusted, kept);
        } else {
            Audit audit = LedgerDatabase.reaching(database.existing(), url -> Ledger.verify(url, trusted, kept));
            journal = audit.journal();
            differences = audit.differences();
        }
        out.println("ledger " + journal.ledger());
        out.println("entries " + journal.entries());
        out.println("hash " + journal.hash());
        journal.finding()
                .ifPresent(found ->
                        out.println("finding %s at entry %d: %s".formatted(found.kind(), found.seq(), found.detail())));
        differences.forEach(difference -> out.println("difference " + difference));
        boolean sound = journal.finding().isEmpty() && differences.isEmpty();
        out.println(sound ? "sound" : "unsound");
        return sound ? 0 : CommandFailures.UNSOUND;
    }

    private static Verification replay(String file, List<PublicKey> trusted, List<SignedHead> kept) {
        // Bytes that are not UTF-8 become replacement characters, so that the replay can say where they are.
        try (Reader in = new InputStreamReader(Files.newInputStream(Path.of(file)), StandardCharsets.UTF_8)) {
            return Export.read(in, trusted, kept, line -> {}).verification();
        } catch (IOException e) {
            throw new UsageException("cannot read " + file, e);
        }
    }

    private static SignedHead head(String file) {
        try {
            return SignedHead.read(StrictJson.parse(Files.readString(Path.of(file))));
        } catch (IOException | UncheckedIOException e) {
            throw new UsageException("cannot read " + file, e);
        }
    }
}
