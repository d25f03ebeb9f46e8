package io.abacusdp.cli.ledger;

import io.abacusdp.accounting.SafeFigures;
import io.abacusdp.accounting.UnsupportedEventException;
import io.abacusdp.accounting.filter.Binding;
import io.abacusdp.cli.check.KeptHead;
import io.abacusdp.cli.output.CommandFailures;
import io.abacusdp.cli.output.UsageException;
import io.abacusdp.format.EventJson;
import io.abacusdp.ledger.api.StoredLedger;
import io.abacusdp.ledger.api.data.Budget;
import io.abacusdp.ledger.api.data.Price;
import io.abacusdp.ledger.api.data.ScopeState;
import io.abacusdp.ledger.journal.Audit;
import io.abacusdp.ledger.journal.Export;
import io.abacusdp.ledger.journal.Repricing;
import io.abacusdp.ledger.journal.Verification;
import io.abacusdp.ledger.log.Checkpoint;
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
import java.util.Optional;
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
            "Replays a journal from its text: hashes, order, budgets, states and signatures, and, of a "
                    + "database, whether its tables are what the journal adds up to, bit for bit; and prices every event "
                    + "again.",
            "Prints accounts, budgets, what was spent, by whom, and the head; and 'sound', or what is wrong and "
                    + "at which entry, or which events were under-priced: exit status 4 then. Needs no server."
        },
        footer = {"", "Example:", "  abacus ledger verify --file export.jsonl --trusted MCowBQ..."})
final class VerifyCommand implements Callable<Integer> {
    private static final int DIGITS = 6;

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
        List<Checkpoint> kept = heads.stream().map(VerifyCommand::head).toList();
        PrintWriter out = command.commandLine().getOut();
        Verification journal;
        Optional<Checkpoint> head;
        List<String> differences = List.of();
        if (file != null) {
            Export export = replay(file, trusted, kept);
            journal = export.verification();
            head = Optional.ofNullable(export.head());
        } else {
            Audit audit = LedgerDatabase.reaching(database.existing(), url -> StoredLedger.verify(url, trusted, kept));
            journal = audit.journal();
            head = Optional.of(audit.head());
            differences = audit.differences();
        }
        out.println("ledger " + journal.ledger());
        out.println("entries " + journal.entries());
        out.println("root " + journal.root());
        journal.scopes().forEach(scope -> out.println(describe(scope)));
        journal.acts().forEach((who, entries) -> out.println("by %s %d".formatted(who, entries)));
        List<String> low = underpriced(journal);
        low.forEach(event -> out.println("underpriced " + event));
        journal.finding()
                .ifPresent(found ->
                        out.println("finding %s at entry %d: %s".formatted(found.kind(), found.seq(), found.detail())));
        differences.forEach(difference -> out.println("difference " + difference));
        boolean sound = journal.finding().isEmpty() && differences.isEmpty();
        if (sound) {
            head.ifPresent(
                    signed -> out.println("head " + signed.note().signatures().size() + " signatures, "
                            + signed.root().base64()));
        }
        out.println(sound ? low.isEmpty() ? "sound" : "sound, and under-priced" : "unsound");
        return sound && low.isEmpty() ? 0 : CommandFailures.UNSOUND;
    }

    /** A scope with its budget and what was spent of it, or, without one, what was lost in all. */
    private static String describe(ScopeState scope) {
        Budget budget = scope.budget();
        String charges = "scope %s charges %d".formatted(scope.scope(), scope.charges());
        if (budget == null) {
            return charges + " rho " + SafeFigures.up(scope.lifetime().zcdp(), DIGITS);
        }
        Binding spent = budget.limit().binding(scope.spentUnder(budget));
        return "%s budget %s %s spent %s"
                .formatted(
                        charges,
                        spent.measure(),
                        SafeFigures.exact(spent.limit()),
                        SafeFigures.up(spent.used(), DIGITS));
    }

    /** Every distinct event, priced again by the accounting of today. */
    private static List<String> underpriced(Verification journal) {
        List<String> low = new ArrayList<>();
        for (Price price : journal.prices()) {
            try {
                if (!Repricing.underpriced(List.of(price)).isEmpty()) {
                    low.add(EventJson.write(price.event()));
                }
            } catch (UnsupportedEventException | ArithmeticException e) {
                low.add(EventJson.write(price.event()) + ": no bound is known any more");
            }
        }
        return low;
    }

    private static Export replay(String file, List<PublicKey> trusted, List<Checkpoint> kept) {
        // Bytes that are not UTF-8 become replacement characters, so that the replay can say where they are.
        try (Reader in = new InputStreamReader(Files.newInputStream(Path.of(file)), StandardCharsets.UTF_8)) {
            return Export.read(in, trusted, kept, line -> {});
        } catch (IOException e) {
            throw new UsageException("cannot read " + file, e);
        }
    }

    private static Checkpoint head(String file) {
        try {
            return KeptHead.parse(Files.readString(Path.of(file)));
        } catch (IOException | UncheckedIOException e) {
            throw new UsageException("cannot read " + file, e);
        }
    }
}
