package io.abacusdp.ledger.store;

import io.abacusdp.accounting.event.DpEvent;
import io.abacusdp.format.EventJson;
import io.abacusdp.ledger.api.data.LedgerException;
import io.abacusdp.ledger.api.data.Reservation;
import io.abacusdp.ledger.api.data.Scope;
import io.abacusdp.ledger.api.data.ScopeState;
import io.abacusdp.ledger.api.data.UnavailableException;
import io.abacusdp.ledger.core.Fold;
import io.abacusdp.ledger.core.MemoryState;
import io.abacusdp.ledger.core.Processor;
import io.abacusdp.ledger.core.StampedFact;
import io.abacusdp.ledger.core.State;
import io.abacusdp.ledger.journal.Audit;
import io.abacusdp.ledger.journal.Export;
import io.abacusdp.ledger.journal.JournalEntry;
import io.abacusdp.ledger.journal.SignedHead;
import io.abacusdp.ledger.journal.SigningKey;
import io.abacusdp.ledger.journal.Verification;
import io.abacusdp.ledger.json.CanonicalJson;
import java.io.IOException;
import java.io.Reader;
import java.io.UncheckedIOException;
import java.io.Writer;
import java.security.PublicKey;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.Deque;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.CompletionException;
import java.util.function.Function;
import java.util.function.Predicate;
import org.jdbi.v3.core.Handle;
import org.jdbi.v3.core.JdbiException;
import org.jdbi.v3.core.statement.PreparedBatch;

/** A ledger in a database, which other servers may have open too. Safe for use by several threads. */
public final class LedgerStore implements AutoCloseable {
    private static final int IMPORT_AT_ONCE = 1000;

    private final Database database;
    private final GroupCommit writer;

    private LedgerStore(Database database, GroupCommit writer) {
        this.database = database;
        this.writer = writer;
    }

    /**
     * Opens a ledger, and begins one if the database holds none.
     *
     * @param jdbcUrl jdbc:sqlite:FILE or jdbc:postgresql://HOST/NAME
     * @param key signs the journal's heads
     * @param clock gives the times of facts
     * @throws UnavailableException if the database does not answer
     * @throws IllegalStateException if the journal's last entry is not the one that its head names, or the database is set up
     *     such that it can lose what it has committed
     */
    public static LedgerStore open(String jdbcUrl, SigningKey key, Clock clock) {
        return open(jdbcUrl, key, clock, Database.PATIENCE);
    }

    /**
     * The same with another patience than five seconds.
     *
     * @param patience how long to wait for a connection before the database counts as away, at least a quarter of a second
     */
    public static LedgerStore open(String jdbcUrl, SigningKey key, Clock clock, Duration patience) {
        Database database = Database.open(jdbcUrl, patience);
        try {
            long entries = database.read(LedgerStore::checkHead);
            LedgerStore store = new LedgerStore(database, new GroupCommit(database, key, clock));
            if (entries == 0) {
                store.begin();
            }
            return store;
        } catch (RuntimeException e) {
            database.close();
            throw e;
        }
    }

    /** Whether the database holds a ledger; nothing is changed. */
    public static boolean exists(String jdbcUrl) {
        return ExistingLedger.isIn(jdbcUrl);
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
     * Looks at the state of one moment, which must not be changed.
     *
     * @throws UnavailableException if the database does not answer
     */
    public <T> T read(Function<State, T> query) {
        return database.read(handle -> query.apply(TableState.reading(handle)));
    }

    /** What was run on the scope, in canonical form; at most so many terms. */
    public Map<DpEvent, Long> terms(Scope scope, int most) {
        return database.read(handle -> {
            Map<DpEvent, Long> terms = new LinkedHashMap<>();
            handle.createQuery("SELECT event, times FROM ledger_scope_term JOIN ledger_term ON id = term "
                            + "WHERE scope = :scope ORDER BY term LIMIT :most")
                    .bind("scope", scope.toString())
                    .bind("most", most)
                    .map((row, context) -> Map.entry(EventJson.read(row.getString("event")), row.getLong("times")))
                    .forEach(term -> terms.put(term.getKey(), term.getValue()));
            return terms;
        });
    }

    /** Accepted charges of the account and all below it, by seq. */
    public List<Reservation> history(String account, long after, int most) {
        return database.read(handle -> {
            List<Reservation> found = new ArrayList<>();
            for (String one : subtree(handle, account)) {
                handle.createQuery("SELECT * FROM ledger_reservation WHERE account = :account AND seq > :after "
                                + "ORDER BY seq LIMIT :most")
                        .bind("account", one)
                        .bind("after", after)
                        .bind("most", most)
                        .map((row, context) -> StateRows.reservation(row))
                        .forEach(found::add);
            }
            return found.stream()
                    .sorted(Comparator.comparing(Reservation::seq))
                    .limit(most)
                    .toList();
        });
    }

    /**
     * Scopes of a kind whose names come after the given one, in the order of their names.
     *
     * @param seen which of them count
     */
    public List<ScopeState> scopes(Scope.Kind kind, String after, int most, Function<State, Predicate<Scope>> seen) {
        return database.read(handle -> {
            Predicate<Scope> wanted = seen.apply(TableState.reading(handle));
            List<ScopeState> found = new ArrayList<>();
            String last = Scope.prefix(kind) + after;
            while (found.size() < most) {
                List<ScopeState> page = handle.createQuery("SELECT * FROM ledger_scope WHERE scope > :after "
                                + "AND scope LIKE :form ORDER BY scope LIMIT :most")
                        .bind("after", last)
                        .bind("form", Scope.prefix(kind) + "%")
                        .bind("most", most)
                        .map((row, context) -> StateRows.scope(row))
                        .list();
                page.stream().filter(scope -> wanted.test(scope.scope())).forEach(found::add);
                if (page.size() < most) {
                    break;
                }
                last = page.get(page.size() - 1).scope().toString();
            }
            return found.stream().limit(most).toList();
        });
    }

    /** Entries of the journal after the given one. */
    public List<JournalEntry> journal(long after, int most) {
        return database.read(handle -> JournalTable.page(handle, after, most));
    }

    /** Where the journal ends. */
    public SignedHead head() {
        return database.read(HeadRow::read);
    }

    /** Why nothing can be written now, if nothing can. */
    public Optional<String> unreadiness() {
        try {
            return writer.unreadiness(head().at());
        } catch (UnavailableException e) {
            return Optional.of(String.valueOf(e.getMessage()));
        }
    }

    /** Takes the clock for right from now on. */
    public void confirmClock() {
        writer.confirmClock();
    }

    /** Keys and proposals, which are beside the journal. */
    public AccessTables access() {
        return new AccessTables(database);
    }

    /** Writes the whole journal as JSON lines, at one moment. */
    public void export(Writer out) throws IOException {
        try {
            database.read(handle -> {
                try {
                    Export.write(JournalTable.all(handle), HeadRow.read(handle), out);
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
    public Audit verify(Collection<PublicKey> trusted, List<SignedHead> kept) {
        return audit(database, trusted, kept);
    }

    /** The same for a database that may be too damaged to be opened. */
    public static Audit verify(String jdbcUrl, Collection<PublicKey> trusted, List<SignedHead> kept) {
        try (Database database = Database.open(jdbcUrl, Database.PATIENCE)) {
            return audit(database, trusted, kept);
        }
    }

    private static Audit audit(Database database, Collection<PublicKey> trusted, List<SignedHead> kept) {
        return database.read(handle -> {
            Verification verification = Verification.of(JournalTable.all(handle), HeadRow.read(handle), trusted, kept);
            return new Audit(verification, verification.state().differences(tables(handle)));
        });
    }

    /**
     * Puts an exported journal into a database that holds no ledger yet. All of it, or nothing if something is wrong with it.
     *
     * @param in decoded as UTF-8
     * @param trusted keys of those who may sign heads
     */
    public static Verification restore(String jdbcUrl, Reader in, Collection<PublicKey> trusted) throws IOException {
        try (Database database = Database.open(jdbcUrl, Database.PATIENCE);
                Handle handle = database.writer()) {
            handle.begin();
            try {
                if (HeadRow.lock(handle, database.dialect()).seq() != 0) {
                    throw new IllegalStateException("the database holds a ledger already");
                }
                Insertion insertion = new Insertion(handle);
                Export export = Export.read(in, trusted, List.of(), insertion::add);
                SignedHead head = export.head();
                if (head != null) {
                    insertion.flush();
                    HeadRow.write(handle, head);
                    handle.commit();
                }
                return export.verification();
            } finally {
                if (handle.isInTransaction()) {
                    handle.rollback();
                }
            }
        } catch (JdbiException e) {
            throw new UnavailableException("the database does not answer", e);
        }
    }

    /** Decides what is waiting, then closes all connections. */
    @Override
    public void close() {
        writer.close();
        database.close();
    }

    private void begin() {
        write(Set.of(), processor -> {
            processor.begin(UUID.randomUUID().toString());
            return true;
        });
    }

    /** The number of entries, after a look at the last. */
    private static long checkHead(Handle handle) {
        SignedHead head = HeadRow.read(handle);
        List<JournalEntry> last = JournalTable.page(handle, head.seq() - 1, 2);
        boolean fits = head.seq() == 0
                ? last.isEmpty()
                : last.size() == 1
                        && last.get(0).hash().equals(head.hash())
                        && CanonicalJson.sha256(last.get(0).text()).equals(head.hash());
        if (!fits) {
            throw new IllegalStateException(
                    "the journal does not end with the entry %d that its head names; verify it".formatted(head.seq()));
        }
        return head.seq();
    }

    private static List<String> subtree(Handle handle, String account) {
        List<String> found = new ArrayList<>();
        Deque<Scope> next = new ArrayDeque<>(List.of(Scope.account(account)));
        while (!next.isEmpty()) {
            Scope scope = next.remove();
            found.add(scope.id());
            handle.createQuery("SELECT scope FROM ledger_scope WHERE parent = :parent ORDER BY scope")
                    .bind("parent", scope.toString())
                    .mapTo(String.class)
                    .forEach(child -> next.add(Scope.parse(child)));
        }
        return found;
    }

    private static MemoryState tables(Handle handle) {
        MemoryState state = new MemoryState();
        handle.createQuery("SELECT * FROM ledger_scope")
                .map((row, context) -> StateRows.scope(row))
                .forEach(state::put);
        handle.createQuery("SELECT price FROM ledger_price")
                .mapTo(String.class)
                .forEach(price -> state.put(StateRows.price(price)));
        handle.createQuery("SELECT * FROM ledger_reservation")
                .setFetchSize(IMPORT_AT_ONCE)
                .map((row, context) -> StateRows.reservation(row))
                .forEach(state::put);
        handle.createQuery("SELECT * FROM ledger_scope_term")
                .map((row, context) -> {
                    state.putTerm(Scope.parse(row.getString("scope")), row.getString("term"), row.getLong("times"));
                    return true;
                })
                .list();
        return state;
    }

    /** Stores lines of another journal, some at a time. */
    private static final class Insertion {
        private final Handle handle;
        private PreparedBatch batch;
        private TableState state;

        Insertion(Handle handle) {
            this.handle = handle;
            this.batch = JournalTable.insertion(handle);
            this.state = TableState.reading(handle);
        }

        void add(JournalEntry line) {
            StampedFact stamped = line.stamped();
            new Fold(state).add(stamped);
            JournalTable.add(batch, stamped.seq(), line);
            if (batch.size() >= IMPORT_AT_ONCE) {
                flush();
            }
        }

        void flush() {
            state.flush();
            if (batch.size() > 0) {
                batch.execute();
            }
            batch = JournalTable.insertion(handle);
            state = TableState.reading(handle);
        }
    }
}
