package io.abacusdp.ledger.rest;

import io.abacusdp.ledger.api.Advice;
import io.abacusdp.ledger.api.Refusal;
import io.abacusdp.ledger.api.data.BudgetCheck;
import io.abacusdp.ledger.cache.BoundedCache;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;

/**
 * Says what would fit instead. That takes up to some tenths of a second, so that it is worked out once for the same request
 * and state, and only for few at a time: refusals must not keep others waiting. Safe for use by several threads.
 */
final class AdviceDesk {
    private static final int MAX_REMEMBERED = 1000;
    private static final int MAX_AT_ONCE = 2;
    private static final long PATIENCE_MILLIS = 1000;

    private final Semaphore places = new Semaphore(MAX_AT_ONCE, true);
    private final BoundedCache<Question, Advice> known = new BoundedCache<>(MAX_REMEMBERED);

    private record Question(String price, List<BudgetCheck> over) {}

    /** Advice, or none if too many ask. */
    Optional<Advice> of(Refusal refusal) {
        Question question = new Question(refusal.price().id(), refusal.over());
        Optional<Advice> earlier = known.get(question);
        if (earlier.isPresent()) {
            return earlier;
        }
        try {
            if (!places.tryAcquire(PATIENCE_MILLIS, TimeUnit.MILLISECONDS)) {
                return Optional.empty();
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return Optional.empty();
        }
        try {
            Advice advice = known.get(question).orElseGet(refusal::advice);
            known.put(question, advice);
            return Optional.of(advice);
        } finally {
            places.release();
        }
    }
}
