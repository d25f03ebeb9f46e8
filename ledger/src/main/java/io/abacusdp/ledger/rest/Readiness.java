package io.abacusdp.ledger.rest;

import io.abacusdp.ledger.api.Ledger;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/**
 * Whether the ledger can take changes, looked at on a thread of its own and at most once a second, however many ask. Safe for
 * use by several threads.
 */
final class Readiness implements AutoCloseable {
    private static final Duration FRESH = Duration.ofSeconds(1);
    private static final Duration PATIENCE = Duration.ofSeconds(5);

    private final Ledger ledger;
    private final ExecutorService worker = Executors.newSingleThreadExecutor(task -> {
        Thread thread = new Thread(task, "ledger-health");
        thread.setDaemon(true);
        return thread;
    });
    private CompletableFuture<Optional<String>> last = CompletableFuture.completedFuture(Optional.of(""));
    private long at = System.nanoTime() - FRESH.toNanos();

    Readiness(Ledger ledger) {
        this.ledger = ledger;
    }

    /** Why it cannot, if it cannot. */
    Optional<String> reason() {
        try {
            return look().get(PATIENCE.toMillis(), TimeUnit.MILLISECONDS);
        } catch (TimeoutException e) {
            return Optional.of("the ledger does not answer");
        } catch (ExecutionException e) {
            return Optional.of("the ledger cannot be looked at: " + e.getMessage());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return Optional.of("interrupted");
        }
    }

    @Override
    public void close() {
        worker.shutdownNow();
    }

    private synchronized CompletableFuture<Optional<String>> look() {
        long now = System.nanoTime();
        if (last.isDone() && now - at >= FRESH.toNanos()) {
            at = now;
            last = CompletableFuture.supplyAsync(ledger::unreadiness, worker);
        }
        return last;
    }
}
