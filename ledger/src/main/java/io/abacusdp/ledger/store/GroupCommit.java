package io.abacusdp.ledger.store;

import io.abacusdp.ledger.api.data.InvalidRequestException;
import io.abacusdp.ledger.api.data.LedgerException;
import io.abacusdp.ledger.api.data.Price;
import io.abacusdp.ledger.api.data.UnavailableException;
import io.abacusdp.ledger.cache.BoundedCache;
import io.abacusdp.ledger.core.AccessRows;
import io.abacusdp.ledger.core.CommittedState;
import io.abacusdp.ledger.core.Fact;
import io.abacusdp.ledger.core.Processor;
import io.abacusdp.ledger.core.RowHashes;
import io.abacusdp.ledger.core.StampedFact;
import io.abacusdp.ledger.core.StateSums;
import io.abacusdp.ledger.log.Checkpoint;
import io.abacusdp.ledger.log.RightEdge;
import io.abacusdp.ledger.witness.Signing;
import java.sql.SQLException;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Function;
import org.jdbi.v3.core.Handle;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * One thread that decides and commits waiting requests, as many at a time as have gathered while it was busy. An answer is
 * given when the transaction that holds it is durable.
 *
 * <p>A transaction locks the journal's head first. Nobody writes without that lock, so that all rows read after it are
 * current and stay so, other servers on the same database included; and as it is the only lock, there is no deadlock.
 */
final class GroupCommit implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(GroupCommit.class);
    private static final int MAX_AT_ONCE = 512;
    private static final int MAX_WAITING = 10_000;
    private static final int MAX_PRICES = 10_000;
    /** Classes of SQL states, the first two characters of each: the values are at fault. */
    private static final String SQL_DATA_EXCEPTION = "22";

    private static final String SQL_INTEGRITY_CONSTRAINT_VIOLATION = "23";

    /** How long a server is unready after a write failed: nothing that is smaller proves that the next will not. */
    private static final Duration CAUTION = Duration.ofSeconds(10);

    /** How long a probe of the database may take. */
    private static final Duration PROBE = Duration.ofSeconds(3);

    /** How often it looks for lapsed reservations when nothing else is to be done. */
    private static final long SWEEP_MILLIS = 1000;

    private final Database database;
    private final Signing signing;
    private final SeenHeads seen;
    private final RecentReceipts receipts;
    private final Clock clock;
    private final BlockingQueue<Work<?>> waiting = new ArrayBlockingQueue<>(MAX_WAITING);
    /** Committed prices, the most used of them. */
    private final BoundedCache<String, Price> recorded = new BoundedCache<>(MAX_PRICES);

    /** Ends the thread's wait when it has to stop. */
    private final Work<Boolean> wakeUp = new Work<>(Set.of(), processor -> true);

    private final ClockGuard guard;
    private final Thread thread;
    /** Whether the last write failed, when in ticks, and why. */
    private volatile boolean failing;

    private volatile long lastFailure;
    private volatile String failure = "";
    /** Where the journal ended after the last transaction, and the scopes then; touched by the writing thread alone. */
    private KnownScopes scopes = new KnownScopes();

    private final RowHashes hashes = new RowHashes();
    /** Who may ask, after the last transaction; not changed any more once others see it. */
    private AccessRows access = AccessRows.empty();

    private @Nullable JournalEnd known;
    private volatile boolean closed;

    /** A request on its way. */
    private static final class Work<A> {
        /** Records nothing, and yet has the database write. */
        static final Function<Processor, Boolean> PROBE = processor -> true;

        private final Set<String> keys;
        private final Function<Processor, A> request;
        private final CompletableFuture<A> answer = new CompletableFuture<>();
        private Runnable completion = () -> {};

        Work(Set<String> keys, Function<Processor, A> request) {
            this.keys = keys;
            this.request = request;
        }

        /** Decides the request; a refusal is kept for its own caller, anything else that is thrown is not expected. */
        void decide(Processor processor) {
            try {
                A value = request.apply(processor);
                completion = () -> answer.complete(value);
            } catch (LedgerException | InvalidRequestException refusal) {
                completion = () -> answer.completeExceptionally(refusal);
            }
        }

        void fail(Throwable cause) {
            answer.completeExceptionally(cause);
        }
    }

    /** The database did not say whether a transaction was committed. */
    private static final class UnknownOutcome extends RuntimeException {
        private static final long serialVersionUID = 1L;

        UnknownOutcome(Throwable cause) {
            super(cause);
        }
    }

    GroupCommit(Database database, Signing signing, SeenHeads seen, RecentReceipts receipts, Clock clock) {
        this.database = database;
        this.signing = signing;
        this.seen = seen;
        this.receipts = receipts;
        this.clock = clock;
        this.guard = ClockGuard.of(clock);
        this.thread = new Thread(this::run, "ledger-writer");
        this.thread.setDaemon(true);
        this.thread.start();
    }

    /**
     * Puts a request in the queue.
     *
     * @param keys idempotency keys that it will look up
     * @throws UnavailableException if the queue is full or closed; the request is not in it then
     */
    <A> CompletableFuture<A> submit(Set<String> keys, Function<Processor, A> request) {
        Work<A> work = new Work<>(keys, request);
        if (closed || !waiting.offer(work)) {
            throw new UnavailableException(closed ? "the ledger is closed" : "too many requests are waiting");
        }
        if (closed) {
            // The thread may have gone before it saw this one.
            work.fail(new UnavailableException("the ledger is closed"));
        }
        return work.answer;
    }

    /** Why nothing can be written now, after a head of this time. */
    Optional<String> unreadiness(Instant last) {
        if (closed || !thread.isAlive()) {
            return Optional.of("the ledger is closed");
        }
        Optional<String> wrong = guard.problem(last);
        if (wrong.isPresent()) {
            return wrong;
        }
        if (failing && System.nanoTime() - lastFailure < CAUTION.toNanos()) {
            return Optional.of(failure);
        }
        try {
            submit(Set.of(), Work.PROBE).get(PROBE.toMillis(), TimeUnit.MILLISECONDS);
            return Optional.empty();
        } catch (UnavailableException e) {
            return Optional.of(String.valueOf(e.getMessage()));
        } catch (ExecutionException e) {
            return Optional.of("a change failed: " + e.getMessage());
        } catch (TimeoutException e) {
            return Optional.of("the database did not take a change within " + PROBE.toSeconds() + " s");
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return Optional.of("interrupted");
        }
    }

    /** Takes the clock for right from now on. */
    void confirmClock() {
        guard.confirm();
    }

    /** Decides what is waiting, then stops. */
    @Override
    public void close() {
        closed = true;
        // If it does not fit in, the thread has enough to do and does not wait.
        waiting.offer(wakeUp);
        boolean interrupted = false;
        while (thread.isAlive()) {
            try {
                thread.join();
            } catch (InterruptedException e) {
                interrupted = true;
            }
        }
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
    }

    private void run() {
        try {
            while (!closed || !waiting.isEmpty()) {
                List<Work<?>> batch = new ArrayList<>();
                Work<?> first = waiting.poll(SWEEP_MILLIS, TimeUnit.MILLISECONDS);
                if (first != null) {
                    batch.add(first);
                    waiting.drainTo(batch, MAX_AT_ONCE - 1);
                    batch.remove(wakeUp);
                }
                if (!batch.isEmpty() || (first == null && isAnythingDue())) {
                    process(batch);
                }
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } finally {
            closed = true;
            List<Work<?>> left = new ArrayList<>();
            waiting.drainTo(left);
            left.forEach(work -> work.fail(new UnavailableException("the ledger is closed")));
        }
    }

    private boolean isAnythingDue() {
        guard.tick();
        try {
            return database.read(
                    handle -> !TableState.reading(handle).due(clock.instant()).isEmpty());
        } catch (RuntimeException e) {
            LOG.warn("cannot look for lapsed reservations", e);
            return false;
        }
    }

    private void process(List<Work<?>> batch) {
        try {
            Decided decided = commit(batch);
            if (!batch.isEmpty()) {
                receipts.add(signing.witnesses().await(decided.end.head().orElseThrow()), decided.entries);
                batch.forEach(work -> work.completion.run());
            }
        } catch (UnknownOutcome e) {
            failed("the database did not confirm the last change", e);
            LOG.warn("outcome of {} requests is unknown", batch.size(), e);
            fail(batch, new UnavailableException("the database did not say whether the request is recorded", e));
        } catch (RuntimeException e) {
            if (batch.size() > 1 && !isOfDatabase(e) && !(e instanceof UnavailableException)) {
                // One of them cannot be written; the others must not suffer for it.
                batch.forEach(work -> process(List.of(work)));
            } else {
                LOG.warn("{} requests failed, nothing was recorded", batch.size(), e);
                if (isSql(e)) {
                    failed("the last change could not be written", e);
                }
                fail(batch, isSql(e) ? new UnavailableException("the database does not answer", e) : e);
            }
        } catch (Error e) {
            fail(batch, new UnavailableException("the ledger broke down", e));
            throw e;
        }
    }

    private Decided commit(List<Work<?>> batch) {
        try (Handle handle = database.writer()) {
            Checkpoint before = seen.last();
            handle.begin();
            boolean written = false;
            try {
                JournalEnd end = end(handle, HeadRow.lock(handle, database.dialect()), before);
                access = AccessTable.signed(handle, end.access(), access);
                TableState tables = new TableState(handle, end, access, recorded::get, scopes);
                // Not used again unless this transaction ends well.
                known = null;
                Decided decided = decide(handle, end, tables, batch);
                boolean probed = batch.stream().anyMatch(work -> work.request == Work.PROBE);
                if (decided.entries == null && probed) {
                    HeadRow.touch(handle);
                }
                written = decided.entries != null || probed;
                if (written) {
                    finish(handle);
                    failing = false;
                }
                if (decided.entries != null) {
                    tables.usedPrices().forEach(price -> recorded.put(price.id(), price));
                    access = tables.access();
                }
                known = decided.end;
                decided.end.head().ifPresent(seen::remember);
                return decided;
            } finally {
                if (!written) {
                    rollback(handle);
                }
            }
        }
    }

    private record Decided(JournalEnd end, @Nullable NewEntries entries) {}

    private static void finish(Handle handle) {
        try {
            handle.commit();
        } catch (RuntimeException e) {
            throw new UnknownOutcome(e);
        }
    }

    /**
     * Where the journal ends. If nobody has written since the last transaction, all that is known from it still holds; what
     * another server has written counts only if its head follows from a trusted signature and from what was seen before.
     */
    private JournalEnd end(Handle handle, HeadRow row, @Nullable Checkpoint before) {
        JournalEnd last = known;
        boolean isLatest = before == null || (last != null && before.size() <= last.size());
        if (last != null && isLatest && last.note().equals(row.note())) {
            if (scopes.isLarge()) {
                scopes = new KnownScopes();
            }
            return last;
        }
        scopes = new KnownScopes();
        JournalEnd end = JournalEnd.load(handle, row, signing.trusted());
        seen.requireAfter(handle, end.head(), before);
        return end;
    }

    private Decided decide(Handle handle, JournalEnd end, TableState tables, List<Work<?>> batch) {
        if (end.size() > 0) {
            guard.problem(end.at()).ifPresent(wrong -> {
                throw new UnavailableException(wrong + "; nothing was recorded");
            });
        }
        Instant now = clock.instant().truncatedTo(ChronoUnit.MILLIS);
        Instant at = now.isBefore(end.at()) ? end.at() : now;
        Set<String> keys = new TreeSet<>();
        batch.forEach(work -> keys.addAll(work.keys));
        tables.prefetch(keys);
        StateSums sums = end.state();
        CommittedState state = new CommittedState(tables, sums, hashes);
        Processor processor = new Processor(state, end.size(), at);
        if (end.size() > 0) {
            processor.due().sweep();
        }
        batch.forEach(work -> work.decide(processor));
        if (processor.facts().isEmpty()) {
            return new Decided(end, null);
        }
        RightEdge edge = end.edge();
        NewEntries entries = JournalTable.append(handle, edge, processor.facts(), state.settle());
        tables.flush();
        Checkpoint head = signing.key().sign(name(end, processor.facts()), edge.size(), edge.root());
        HeadRow.write(handle, head, sums);
        if (tables.isAccessChanged()) {
            HeadRow.writeAccess(handle, sums);
        }
        return new Decided(JournalEnd.of(head, edge, at, sums), entries);
    }

    /** The name of the ledger, which the first fact gives it, and another one when a backup was put back. */
    private static String name(JournalEnd end, List<StampedFact> facts) {
        String name = end.ledger();
        for (StampedFact stamped : facts) {
            if (stamped.fact() instanceof Fact.LedgerOpened opened) {
                name = opened.ledger();
            } else if (stamped.fact() instanceof Fact.Restored restored) {
                name = restored.ledger();
            }
        }
        return name;
    }

    private static void rollback(Handle handle) {
        try {
            handle.rollback();
        } catch (RuntimeException e) {
            LOG.warn("rollback failed; the connection is given up", e);
        }
    }

    private void failed(String what, Throwable cause) {
        Throwable root = cause;
        while (root.getCause() != null) {
            root = root.getCause();
        }
        failure = what + ": " + root.getMessage();
        lastFailure = System.nanoTime();
        failing = true;
    }

    private static void fail(List<Work<?>> batch, Throwable cause) {
        batch.forEach(work -> work.fail(cause));
    }

    private static boolean isSql(Throwable e) {
        for (Throwable cause = e; cause != null; cause = cause.getCause()) {
            if (cause instanceof SQLException) {
                return true;
            }
        }
        return false;
    }

    /** Whether the database is at fault, and not the values that it was given. */
    private static boolean isOfDatabase(Throwable e) {
        for (Throwable cause = e; cause != null; cause = cause.getCause()) {
            if (cause instanceof SQLException sql) {
                String state = sql.getSQLState();
                return state == null
                        || !(state.startsWith(SQL_DATA_EXCEPTION)
                                || state.startsWith(SQL_INTEGRITY_CONSTRAINT_VIOLATION));
            }
        }
        return false;
    }
}
