package io.abacusdp.ledger.store;

import io.abacusdp.accounting.event.DpEvent;
import io.abacusdp.ledger.api.data.LedgerException;
import io.abacusdp.ledger.api.data.NotFoundException;
import io.abacusdp.ledger.api.data.Reservation;
import io.abacusdp.ledger.api.data.Scope;
import io.abacusdp.ledger.api.data.ScopeState;
import io.abacusdp.ledger.api.data.UnavailableException;
import io.abacusdp.ledger.api.data.UntrustedLedgerException;
import io.abacusdp.ledger.core.AccessRows;
import io.abacusdp.ledger.core.Processor;
import io.abacusdp.ledger.core.State;
import io.abacusdp.ledger.journal.Audit;
import io.abacusdp.ledger.journal.Export;
import io.abacusdp.ledger.journal.JournalEntry;
import io.abacusdp.ledger.journal.Receipt;
import io.abacusdp.ledger.journal.SigningKey;
import io.abacusdp.ledger.log.Checkpoint;
import io.abacusdp.ledger.log.NodeHash;
import io.abacusdp.ledger.log.Subtree;
import io.abacusdp.ledger.witness.Quorum;
import io.abacusdp.ledger.witness.Signing;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.io.Writer;
import java.security.PublicKey;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.CompletionException;
import java.util.function.BiFunction;
import java.util.function.Function;
import java.util.function.Predicate;
import org.jdbi.v3.core.Handle;
import org.jspecify.annotations.Nullable;

/** A ledger in a database, which other servers may have open too. Safe for use by several threads. */
public final class LedgerStore implements AutoCloseable {
    private final Database database;
    private final Signing signing;
    private final SeenHeads seen;
    private final RecentReceipts receipts = new RecentReceipts();
    private final GroupCommit writer;
    /** Who might ask at some moment; never changed. */
    private volatile AccessRows access = AccessRows.empty();

    private LedgerStore(Database database, Signing signing, SeenHeads seen, Clock clock) {
        this.database = database;
        this.signing = signing;
        this.seen = seen;
        this.writer = new GroupCommit(database, signing, seen, receipts, clock);
        signing.witnesses().start(new Quorum.Log() {
            @Override
            public Checkpoint latest() {
                return head();
            }

            @Override
            public List<NodeHash> consistency(long earlier, long later) {
                return database.read(handle -> JournalTable.hashes(handle, Subtree.consistencyPath(earlier, later)));
            }
        });
    }

    /**
     * Opens a ledger, and begins one if the database holds none.
     *
     * @param jdbcUrl jdbc:sqlite:FILE or jdbc:postgresql://HOST/NAME
     * @param key signs the journal's heads
     * @param clock gives the times of facts
     * @throws UnavailableException if the database does not answer
     * @throws UntrustedLedgerException if the journal's end does not follow from a trusted signature, or is below or beside one
     *     that was seen, or the state tables are not those that were signed
     * @throws IllegalStateException if the database is set up such that it can lose what it has committed
     */
    public static LedgerStore open(String jdbcUrl, SigningKey key, Clock clock) {
        return open(jdbcUrl, Signing.by(key), clock);
    }

    /** The same with other signers and witnesses. */
    public static LedgerStore open(String jdbcUrl, Signing signing, Clock clock) {
        return open(jdbcUrl, signing, clock, Database.PATIENCE);
    }

    /**
     * The same with another patience than five seconds.
     *
     * @param patience how long to wait for a connection before the database counts as away, at least a quarter of a second
     */
    public static LedgerStore open(String jdbcUrl, Signing signing, Clock clock, Duration patience) {
        return open(jdbcUrl, signing, clock, patience, SeenHeads.by(signing.key(), signing.trusted()));
    }

    private static LedgerStore open(String jdbcUrl, Signing signing, Clock clock, Duration patience, SeenHeads seen) {
        Database database = Database.open(jdbcUrl, patience);
        try {
            Optional<Checkpoint> head = database.read(handle -> checked(handle, signing, seen));
            head.ifPresent(seen::remember);
            LedgerStore store = new LedgerStore(database, signing, seen, clock);
            if (head.isEmpty()) {
                store.begin();
            }
            return store;
        } catch (RuntimeException e) {
            database.close();
            seen.close();
            throw e;
        }
    }

    /** Whether the database holds a ledger; nothing is changed. */
    public static boolean exists(String jdbcUrl) {
        return ExistingLedger.isIn(jdbcUrl);
    }

    /** The head, after a look at all that follows from its signature: the end of the journal, and every row of the state. */
    private static Optional<Checkpoint> checked(Handle handle, Signing signing, SeenHeads seen) {
        JournalEnd end = JournalEnd.load(handle, HeadRow.read(handle), signing.trusted());
        seen.requireAfter(handle, end.head(), seen.last());
        if (!StateTables.sums(handle).digest().equals(end.state().digest())) {
            throw new UntrustedLedgerException("the state tables are not those that were signed: a row was edited");
        }
        return end.head();
    }

    /**
     * Says that a backup was put back on purpose: the journal goes on from what the database holds, under another name, and
     * with a fact that says by whom and why. All that must be right of any other database must be right of this one.
     *
     * @throws IllegalStateException if the database's head goes on from what was seen, so that nothing was put back
     */
    public static Checkpoint acceptBackup(
            String jdbcUrl, Signing signing, Clock clock, String by, String approvedBy, String reason) {
        SeenHeads seen = SeenHeads.by(signing.key(), signing.trusted());
        Checkpoint lost = seen.last();
        try (Database database = Database.open(jdbcUrl, Database.PATIENCE)) {
            if (lost == null || isAfter(database, signing, seen, lost)) {
                throw new IllegalStateException("the database was not rolled back, as far as is seen from here");
            }
        }
        seen.beginRestoring();
        try (LedgerStore store = open(jdbcUrl, signing, clock, Database.PATIENCE, seen)) {
            store.write(Set.of(), processor -> {
                processor.restore(UUID.randomUUID().toString(), lost.toString(), by, approvedBy, reason);
                return true;
            });
            Checkpoint head = store.head();
            seen.endRestoring(head);
            return head;
        }
    }

    private static boolean isAfter(Database database, Signing signing, SeenHeads seen, Checkpoint lost) {
        return database.read(handle -> {
            JournalEnd end = JournalEnd.load(handle, HeadRow.read(handle), signing.trusted());
            if (end.size() == 0) {
                throw new IllegalStateException(
                        "the database holds no ledger; import an export or put a backup back first");
            }
            try {
                seen.requireAfter(handle, end.head(), lost);
                return true;
            } catch (UntrustedLedgerException e) {
                return false;
            }
        });
    }

    /**
     * Decides a request, together with others that are waiting, and returns when what it recorded is durable.
     *
     * @param keys idempotency keys that it will look up
     * @throws LedgerException if it is refused, or if the database fails, {@link UnavailableException}
     */
    public <A> A write(Set<String> keys, Function<Processor, A> request) {
        try {
            return writer.submit(keys, request).join();
        } catch (CompletionException e) {
            if (e.getCause() instanceof RuntimeException refusal) {
                throw refusal;
            }
            throw e;
        }
    }

    /**
     * Proof that an entry is in the journal, under a head that was cosigned if that is asked for. Needs nothing of the database
     * if the entry is new.
     *
     * @throws NotFoundException if there is no such entry
     */
    public Receipt receipt(long seq) {
        return receipts.receipt(seq).orElseGet(() -> {
            Checkpoint head = receipts.head();
            return receipt(
                    seq, head == null || head.size() < seq ? signing.witnesses().await(head()) : head);
        });
    }

    /** The same under the head of now: that the entry is still there. */
    public Receipt inclusion(long seq) {
        return receipt(seq, head());
    }

    /** The receipt of an entry under a head of this journal that is at least as long. */
    private Receipt receipt(long seq, Checkpoint head) {
        return database.read(handle -> {
            List<JournalEntry> entry = JournalTable.page(handle, seq - 1, 1);
            if (!(seq > 0 && seq <= head.size()) || entry.isEmpty()) {
                throw new NotFoundException("entry of this number under this head");
            }
            Receipt receipt = new Receipt(
                    entry.get(0).text(),
                    JournalTable.hashes(handle, Subtree.inclusionPath(seq - 1, head.size())),
                    head);
            if (!receipt.isIncluded() || receipt.stamped().seq() != seq) {
                throw new UntrustedLedgerException("entry %d is not the one that was signed".formatted(seq));
            }
            return receipt;
        });
    }

    /**
     * The hashes that prove that the tree of the later size goes on from that of the earlier.
     *
     * @param later at most the journal's size
     */
    public List<NodeHash> consistency(long earlier, long later) {
        return reading((handle, head) -> JournalTable.hashes(handle, Subtree.consistencyPath(earlier, later)));
    }

    /**
     * Looks at the state of one moment, which must not be changed.
     *
     * @throws UnavailableException if the database does not answer
     */
    public <T> T read(Function<State, T> query) {
        return reading((handle, head) -> query.apply(TableState.reading(handle, head)));
    }

    /** Looks at one moment of the database, if its head goes on from what was seen before. */
    private <T> T reading(BiFunction<Handle, Checkpoint, T> query) {
        Checkpoint before = seen.last();
        return database.read(handle -> query.apply(handle, latest(handle, before)));
    }

    private Checkpoint latest(Handle handle, @Nullable Checkpoint before) {
        String note = HeadRow.read(handle).note();
        if (before != null && before.toString().equals(note)) {
            return before;
        }
        Checkpoint head = JournalEnd.trusted(note, signing.trusted());
        seen.requireAfter(handle, Optional.of(head), before);
        seen.remember(head);
        return head;
    }

    /** What was run on the scope, in canonical form; at most so many terms. */
    public Map<DpEvent, Long> terms(Scope scope, int most) {
        return reading((handle, head) -> StateQueries.terms(handle, scope, most));
    }

    /** Accepted charges of the account and all below it, by seq. */
    public List<Reservation> history(String account, long after, int most) {
        return reading((handle, head) -> StateQueries.history(handle, head, account, after, most));
    }

    /**
     * Scopes of a kind whose names come after the given one, in the order of their names.
     *
     * @param seen which of them count
     */
    public List<ScopeState> scopes(Scope.Kind kind, String after, int most, Function<State, Predicate<Scope>> seen) {
        return reading((handle, head) -> {
            Predicate<Scope> wanted = seen.apply(TableState.reading(handle));
            return StateQueries.scopes(handle, kind, after, most, wanted);
        });
    }

    /** Entries of the journal after the given one; at most so many, and no more after so many characters. */
    public List<JournalEntry> journal(long after, int most, long characters) {
        return reading((handle, head) -> JournalTable.page(handle, after, most, characters));
    }

    /** Where the journal ends, with the cosignatures of witnesses as far as they are known. */
    public Checkpoint head() {
        Checkpoint before = seen.last();
        Checkpoint head = database.read(handle -> latest(handle, before));
        Checkpoint cosigned = receipts.head();
        return cosigned != null && cosigned.saysTheSameAs(head) ? cosigned : head;
    }

    /** The time of the last fact, as it follows from a trusted signature. */
    public Instant lastFactAt() {
        return reading((handle, head) ->
                JournalEnd.load(handle, HeadRow.read(handle), signing.trusted()).at());
    }

    /** Why nothing can be written now, if nothing can. */
    public Optional<String> unreadiness() {
        try {
            return writer.unreadiness(lastFactAt());
        } catch (UnavailableException e) {
            return Optional.of(String.valueOf(e.getMessage()));
        }
    }

    /** Takes the clock for right from now on. */
    public void confirmClock() {
        writer.confirmClock();
    }

    /**
     * Who may ask now: all rows that the signed head covers, and no others. What is in memory already is not read again unless
     * it has changed.
     *
     * @throws UntrustedLedgerException if the table does not hold what was signed
     */
    public AccessRows access() {
        AccessRows rows = reading((handle, head) -> AccessTable.signed(
                handle,
                JournalEnd.load(handle, HeadRow.read(handle), signing.trusted()).access(),
                access));
        access = rows;
        return rows;
    }

    /** Writes the whole journal as JSON lines, at one moment. */
    public void export(Writer out) throws IOException {
        Checkpoint before = seen.last();
        try {
            database.read(handle -> {
                try {
                    Export.write(JournalTable.all(handle), latest(handle, before), out);
                    return true;
                } catch (IOException e) {
                    throw new UncheckedIOException(e);
                }
            });
        } catch (UncheckedIOException e) {
            throw e.getCause();
        }
    }

    /**
     * Replays the whole journal and compares what it adds up to with the state tables, bit for bit.
     *
     * @param trusted keys of those who may sign heads
     * @param kept heads that were kept elsewhere, possibly none
     */
    public Audit verify(Collection<PublicKey> trusted, List<Checkpoint> kept) {
        return StoredAudit.of(database, trusted, kept);
    }

    /** Decides what is waiting, then closes all connections. */
    @Override
    public void close() {
        writer.close();
        signing.witnesses().close();
        database.close();
        seen.close();
    }

    private void begin() {
        write(Set.of(), processor -> {
            processor.begin(UUID.randomUUID().toString());
            return true;
        });
    }
}
