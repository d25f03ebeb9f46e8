package io.abacusdp.ledger.security;

import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * Counts failed attempts by client address: so many in a while, and then none for the rest of it. Remembers a bounded number
 * of addresses, those that failed last. Safe for use by several threads.
 */
final class FailureLimit {
    static final int MOST_FAILURES = 10;
    static final Duration WHILE = Duration.ofMinutes(1);
    private static final int MOST_ADDRESSES = 10_000;

    private final Clock clock;
    private final Map<String, Failures> byAddress = new LinkedHashMap<>(16, 0.75f, true) {
        private static final long serialVersionUID = 1L;

        @Override
        protected boolean removeEldestEntry(Map.Entry<String, Failures> eldest) {
            return size() > MOST_ADDRESSES;
        }
    };

    private record Failures(int count, Instant since) {}

    FailureLimit(Clock clock) {
        this.clock = clock;
    }

    /** Notes a failure. */
    synchronized void failed(String address) {
        Failures current = current(address);
        byAddress.put(address, new Failures(current.count() + 1, current.since()));
    }

    /** Whether the address has failed too often. */
    synchronized boolean isExceeded(String address) {
        return current(address).count() >= MOST_FAILURES;
    }

    private Failures current(String address) {
        Instant now = clock.instant();
        Failures found = byAddress.get(address);
        return found == null || !now.isBefore(found.since().plus(WHILE)) ? new Failures(0, now) : found;
    }
}
