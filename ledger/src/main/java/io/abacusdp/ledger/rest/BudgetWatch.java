package io.abacusdp.ledger.rest;

import io.abacusdp.ledger.api.BudgetStanding;
import io.abacusdp.ledger.api.Ledger;
import io.abacusdp.ledger.api.data.Budget;
import io.abacusdp.ledger.api.data.Scope;
import java.time.Clock;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Looks at all budgets now and then, on a thread of its own, so that no charge waits for it: opens windows and blocks that time
 * has brought, keeps figures for metrics, and tells a webhook when a threshold is crossed. Safe for use by several threads.
 */
final class BudgetWatch implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(BudgetWatch.class);

    private static final int LEISURE = 20;

    private final Ledger ledger;
    private final Clock clock;
    private final Duration interval;
    private final @Nullable Webhook webhook;
    private final Semaphore stop = new Semaphore(0);
    private final Thread thread;
    /** The highest threshold that was told, and in which window. */
    private final Map<Scope, Told> told = new HashMap<>();

    private volatile List<BudgetStanding> standings = List.of();

    private record Told(long window, double threshold) {}

    /**
     * A watch, until it is closed.
     *
     * @param webhook null if nobody is told
     */
    BudgetWatch(Ledger ledger, Clock clock, Duration interval, @Nullable Webhook webhook) {
        this.ledger = ledger;
        this.clock = clock;
        this.interval = interval;
        this.webhook = webhook;
        this.thread = new Thread(this::run, "ledger-watch");
        this.thread.setDaemon(true);
        this.thread.start();
    }

    /** All budgets, as they stood when it last looked. */
    List<BudgetStanding> standings() {
        return standings;
    }

    @Override
    public void close() {
        stop.release();
        try {
            thread.join();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        if (webhook != null) {
            webhook.close();
        }
    }

    private void run() {
        try {
            long pause;
            do {
                long start = System.nanoTime();
                try {
                    look();
                } catch (RuntimeException e) {
                    LOG.warn("the budgets could not be looked at", e);
                }
                // A look at very many budgets must not be all that the server does.
                pause = Math.max(interval.toNanos(), LEISURE * (System.nanoTime() - start));
            } while (!stop.tryAcquire(pause, TimeUnit.NANOSECONDS));
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private void look() {
        List<BudgetStanding> now = ledger.standings();
        boolean late = false;
        for (BudgetStanding one : now) {
            Budget budget = one.state().budget();
            boolean due = budget != null
                    && budget.nextWindow(one.state().windowSince()) != null
                    && !clock.instant().isBefore(budget.nextWindow(one.state().windowSince()));
            if (due) {
                late = true;
                ledger.catchUp(one.state().scope());
            }
        }
        standings = late ? ledger.standings() : now;
        if (webhook != null) {
            standings.forEach(one -> tell(webhook, one));
        }
    }

    /** Once for each window and threshold; after a restart, once more. */
    private void tell(Webhook hook, BudgetStanding one) {
        double crossed = hook.settings().crossed(one.used());
        long window = one.state().windowNumber();
        Told before = told.get(one.state().scope());
        boolean isNews = before == null || before.window() != window || crossed > before.threshold();
        if (isNews) {
            told.put(one.state().scope(), new Told(window, crossed));
            if (crossed > 0) {
                hook.send(WebhookSettings.message(one, crossed, clock.instant()));
            }
        }
    }
}
