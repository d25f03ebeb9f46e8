package io.abacusdp.cli.check;

import io.abacusdp.accounting.UnsupportedEventException;
import io.abacusdp.ledger.api.data.Price;
import io.abacusdp.ledger.journal.Export;
import io.abacusdp.ledger.journal.Repricing;
import io.abacusdp.ledger.journal.Verification;
import io.abacusdp.ledger.log.Checkpoint;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.Reader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.PublicKey;
import java.util.Collection;
import java.util.List;

/** An exported journal of a ledger: its tree, its order, its budgets, its signed head, and its prices by today's accounting. */
final class LedgerExportCheck {
    private static final int MAX_LINE = 4 << 20;

    /** Each is worked out again, which takes milliseconds; a stranger's file must not take hours. */
    private static final int MAX_PRICES = 5_000;

    private LedgerExportCheck() {}

    /** Whether a file begins as an export does. */
    static boolean isExport(byte[] start) {
        String text = new String(start, StandardCharsets.UTF_8);
        return text.startsWith("{\"entry\":") || text.startsWith("{\"head\":");
    }

    /**
     * Replays the export.
     *
     * @param trusted keys of those who may sign, possibly none
     * @param kept heads that were kept from earlier, possibly none
     */
    static void check(Findings findings, Path file, List<PublicKey> trusted, List<Checkpoint> kept)
            throws UnreadableException {
        BoundedFile.requireRegular(file, BoundedFile.MAX_SIZE);
        String name = BoundedFile.name(file);
        Verification journal;
        // Bytes that are not UTF-8 become replacement characters, so that the replay can say where they are.
        try (Reader in =
                new ShortLines(new InputStreamReader(Files.newInputStream(file), StandardCharsets.UTF_8), MAX_LINE)) {
            Export export = trusted.isEmpty() ? Export.readUnverified(in) : Export.read(in, trusted, kept, line -> {});
            journal = export.verification();
        } catch (IOException e) {
            throw new UnreadableException("cannot be replayed: " + e.getMessage(), e);
        }
        journal.finding()
                .ifPresentOrElse(
                        found -> findings.wrong(
                                name, "%s at entry %d: %s".formatted(found.kind(), found.seq(), found.detail())),
                        () -> findings.holds(
                                name,
                                "%d entries: tree, order and budgets of the ledger %s"
                                        .formatted(journal.entries(), journal.ledger())));
        if (trusted.isEmpty()) {
            findings.unknown(name, "who signed its head: give the public key with --trusted");
        } else if (journal.finding().isEmpty()) {
            findings.holds(name, "its head is signed by a trusted key");
        }
        reprice(findings, name, journal.prices());
        findings.unknown(
                name,
                "whether entries after its head were left out, or another history was shown to others: compare heads"
                        + " with those who have one");
        findings.unknown(name, "whether everything that was run on the data was charged here");
    }

    private static void reprice(Findings findings, String name, Collection<Price> prices) {
        if (prices.size() > MAX_PRICES) {
            findings.unknown(
                    name, "whether its prices are those of this version: it has more than %d".formatted(MAX_PRICES));
            return;
        }
        try {
            List<Price> low = Repricing.underpriced(prices);
            findings.require(
                    low.isEmpty(),
                    name,
                    "none of its %d prices is below what this version's accounting gives".formatted(prices.size()),
                    low.isEmpty()
                            ? ""
                            : "%d prices are too low, that of %s first"
                                    .formatted(low.size(), low.get(0).event()));
        } catch (UnsupportedEventException | IllegalArgumentException | ArithmeticException e) {
            findings.wrong(name, "it has a price for which no accountant has a bound: " + e.getMessage());
        }
    }
}
