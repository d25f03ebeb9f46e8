package io.abacusdp.ledger.rest;

import io.abacusdp.ledger.Advice;
import io.abacusdp.ledger.Refusal;
import io.abacusdp.ledger.core.Check;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;

/**
 * Says what would fit instead. That takes up to some tenths of a second, so that it is worked out once for the same request
 * and state, and only for few at a time: refusals must not keep others waiting. Safe for use by several threads.
 */
final class AdviceDesk {
    private static final int MOST_REMEMBERED = 1000;
    private static final int AT_ONCE = 2;
    private static final long PATIENCE_MILLIS = 1000;

    private final Semaphore places = new Semaphore(AT_ONCE, true);
    private final Map<Question, Advice> known = new LinkedHashMap<>(16, 0.75f, true) {
        private static final long serialVersionUID = 1L;

        @Override
        protected boolean removeEldestEntry(Map.Entry<Question, Advice> eldest) {
            return size() > MOST_REMEMBERED;
        }
    };

    private record Question(String price, List<Check> over) {}

    /** Advice, or none if too many ask. */
    Optional<Advice> of(Refusal refusal) {
        Question question = new Question(refusal.price().id(), refusal.over());
        Optional<Advice> earlier = remembered(question);
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
            Advice advice = remembered(question).orElseGet(refusal::advice);
            synchronized (known) {
                known.put(question, advice);
            }
            return Optional.of(advice);
        } finally {
            places.release();
        }
    }

    private Optional<Advice> remembered(Question question) {
        synchronized (known) {
            return Optional.ofNullable(known.get(question));
        }
    }
}
