package io.abacusdp.ledger.api;

import io.abacusdp.accounting.Adjacency;
import io.abacusdp.accounting.event.DpEvent;
import io.abacusdp.ledger.api.data.InvalidRequestException;
import io.abacusdp.ledger.api.data.Price;
import io.abacusdp.ledger.api.data.UnavailableException;
import io.abacusdp.ledger.cache.BoundedCache;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * Prices by this version's accounting, the most used of them remembered. Safe for use by several threads.
 *
 * <p>Prices are worked out on threads of their own, one at a time for each who asks, and nobody waits longer than the deadline:
 * what takes longer is there when it is asked for again. What would take much too long is refused by an estimate beforehand.
 */
final class PriceList implements AutoCloseable {
    /** Longest estimate that is tried. */
    static final double MAX_EFFORT_SECONDS = 60;

    static final Duration DEADLINE = Duration.ofSeconds(8);
    private static final int MAX_PRICES = 10_000;
    private static final int MAX_WAITING_FOR_ONE = 128;

    private record Key(DpEvent event, Adjacency adjacency) {}

    /** A price that is there or on its way. */
    private static final class Entry {
        private final CompletableFuture<Price> price = new CompletableFuture<>();
        private final AtomicInteger waiting = new AtomicInteger();
    }

    private final BoundedCache<Key, Entry> known = new BoundedCache<>(MAX_PRICES);
    private final Map<String, Semaphore> turns = new ConcurrentHashMap<>();
    private final ExecutorService workers;
    private final Duration deadline;

    PriceList() {
        this(DEADLINE);
    }

    /** With another deadline. */
    PriceList(Duration deadline) {
        this.deadline = deadline;
        AtomicInteger number = new AtomicInteger();
        this.workers =
                Executors.newFixedThreadPool(Math.max(2, Runtime.getRuntime().availableProcessors()), task -> {
                    Thread thread = new Thread(task, "ledger-price-" + number.incrementAndGet());
                    thread.setDaemon(true);
                    return thread;
                });
    }

    /**
     * The price, worked out for the first who asks for it while others wait.
     *
     * @param who has one price worked out at a time
     * @throws InvalidRequestException if it would take too long
     * @throws UnavailableException if it takes longer than the deadline, or too many wait for it; it may be there later
     */
    Price of(DpEvent event, Adjacency adjacency, String who) {
        Key key = new Key(event, adjacency);
        long end = System.nanoTime() + deadline.toNanos();
        Entry entry = known.get(key).orElseGet(() -> begin(key, who, end));
        if (entry.price.isDone()) {
            return result(entry, 0);
        }
        if (entry.waiting.incrementAndGet() > MAX_WAITING_FOR_ONE) {
            entry.waiting.decrementAndGet();
            throw new UnavailableException("too many wait for the price of this event");
        }
        try {
            return result(entry, end - System.nanoTime());
        } finally {
            entry.waiting.decrementAndGet();
        }
    }

    @Override
    public void close() {
        workers.shutdownNow();
    }

    private Entry begin(Key key, String who, long end) {
        double effort = PricingEffort.seconds(key.event());
        if (!(effort <= MAX_EFFORT_SECONDS)) {
            throw new InvalidRequestException(
                    "event",
                    "must be simple enough to price; this has so many different parts that it would take about %.0f s"
                            .formatted(effort));
        }
        Semaphore turn = turns.computeIfAbsent(who, none -> new Semaphore(1, true));
        try {
            if (!turn.tryAcquire(end - System.nanoTime(), TimeUnit.NANOSECONDS)) {
                throw new UnavailableException("another event of " + who + " is being priced");
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new UnavailableException("interrupted while an event was to be priced", e);
        }
        Entry mine = new Entry();
        Entry entry = known.computeIfAbsent(key, none -> mine);
        if (entry != mine) {
            turn.release();
            return entry;
        }
        try {
            workers.execute(() -> {
                try {
                    entry.price.complete(Price.of(key.event(), key.adjacency()));
                } catch (RuntimeException | Error e) {
                    // It is not remembered: the next who asks has it tried again.
                    known.remove(key, entry);
                    entry.price.completeExceptionally(e);
                } finally {
                    turn.release();
                }
            });
        } catch (RuntimeException e) {
            known.remove(key, entry);
            turn.release();
            throw new UnavailableException("the ledger is closed", e);
        }
        return entry;
    }

    private static Price result(Entry entry, long nanos) {
        try {
            return entry.price.get(Math.max(0, nanos), TimeUnit.NANOSECONDS);
        } catch (ExecutionException e) {
            if (e.getCause() instanceof RuntimeException refusal) {
                throw refusal;
            }
            throw new IllegalStateException(e.getCause());
        } catch (TimeoutException e) {
            throw new UnavailableException("the event is still being priced");
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new UnavailableException("interrupted while an event was priced", e);
        }
    }
}
