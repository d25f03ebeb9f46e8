package io.abacusdp.ledger.api;

import io.abacusdp.accounting.Adjacency;
import io.abacusdp.accounting.Guarantee;
import io.abacusdp.accounting.UnsupportedEventException;
import io.abacusdp.accounting.auto.AutoAccountant;
import io.abacusdp.accounting.event.Composition;
import io.abacusdp.accounting.event.DpEvent;
import io.abacusdp.accounting.event.Repeated;
import io.abacusdp.ledger.api.data.Scope;
import io.abacusdp.ledger.cache.BoundedCache;
import io.abacusdp.ledger.store.LedgerStore;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/**
 * Exact epsilons of what was run. Each is worked out once, in the background, and kept until more is run; until it is there,
 * the filter's bound stands in for it, which is never below it. Safe for use by several threads.
 */
final class FixedPlans implements AutoCloseable {
    private static final int MAX_KEPT = 1000;
    private static final int MAX_WAITING = 64;
    /** Beyond so many different terms exact accounting takes too long to be of use. */
    private static final int MAX_TERMS = 256;

    private static final String BY_FILTER = "rényi filter";

    private final LedgerStore store;
    private final ThreadPoolExecutor worker;
    private final BoundedCache<Query, CompletableFuture<Balance.FixedPlanEpsilon>> known = new BoundedCache<>(MAX_KEPT);

    /**
     * What was run on some scopes.
     *
     * @param charges how many were spent, which tells one history of the scopes from a longer one
     * @param hasBlocks whether different units lost different things
     */
    record Plan(List<Scope> scopes, long charges, Adjacency adjacency, boolean hasBlocks) {}

    private record Query(Plan plan, double delta) {}

    FixedPlans(LedgerStore store) {
        this.store = store;
        this.worker = new ThreadPoolExecutor(1, 1, 0, TimeUnit.SECONDS, new ArrayBlockingQueue<>(MAX_WAITING), task -> {
            Thread thread = new Thread(task, "ledger-exact");
            thread.setDaemon(true);
            return thread;
        });
    }

    Balance.FixedPlanEpsilon epsilon(Plan plan, double delta, double bound, Duration patience) {
        if (plan.hasBlocks()) {
            return byFilter(bound, "units of different blocks lost different things; ask for a block");
        }
        CompletableFuture<Balance.FixedPlanEpsilon> answer;
        try {
            answer = known.computeIfAbsent(
                    new Query(plan, delta), none -> CompletableFuture.supplyAsync(() -> compute(plan, delta), worker));
        } catch (RejectedExecutionException e) {
            return byFilter(bound, "exact accounting is busy; ask again");
        }
        try {
            Balance.FixedPlanEpsilon exact = answer.get(patience.toNanos(), TimeUnit.NANOSECONDS);
            return exact.epsilon() <= bound ? exact : byFilter(bound, exact.note());
        } catch (TimeoutException e) {
            return byFilter(bound, "exact accounting is at work; ask again");
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return byFilter(bound, "interrupted");
        } catch (ExecutionException e) {
            return byFilter(bound, "exact accounting failed: " + e.getCause());
        }
    }

    @Override
    public void close() {
        worker.shutdownNow();
    }

    private Balance.FixedPlanEpsilon compute(Plan plan, double delta) {
        Composition history = new Composition();
        for (Scope scope : plan.scopes()) {
            Map<DpEvent, Long> terms = store.terms(scope, MAX_TERMS + 1);
            if (terms.size() > MAX_TERMS) {
                return byFilter(Double.POSITIVE_INFINITY, "more than " + MAX_TERMS + " different events were run");
            }
            try {
                terms.forEach((term, count) -> history.add(new Repeated(count, term)));
            } catch (IllegalArgumentException e) {
                return byFilter(Double.POSITIVE_INFINITY, String.valueOf(e.getMessage()));
            }
        }
        try {
            Guarantee guarantee = AutoAccountant.best().epsilon(history.toEvent(), plan.adjacency(), delta);
            return new Balance.FixedPlanEpsilon(guarantee.epsilon(), guarantee.accountant(), "");
        } catch (UnsupportedEventException e) {
            return byFilter(Double.POSITIVE_INFINITY, String.valueOf(e.getMessage()));
        }
    }

    private static Balance.FixedPlanEpsilon byFilter(double bound, String note) {
        return new Balance.FixedPlanEpsilon(bound, BY_FILTER, note);
    }
}
