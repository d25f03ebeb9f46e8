package io.abacusdp.ledger.security;

import io.abacusdp.ledger.cache.BoundedCache;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;

/**
 * Counts failed attempts by client address: so many in a while, and then none for the rest of it. Remembers a bounded number
 * of addresses, those that failed last. Safe for use by several threads.
 */
final class FailureLimit {
    static final int MAX_FAILURES = 10;
    static final Duration WHILE = Duration.ofMinutes(1);
    private static final int MAX_ADDRESSES = 10_000;

    private final Clock clock;
    private final BoundedCache<String, Failures> byAddress = new BoundedCache<>(MAX_ADDRESSES);

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
        return current(address).count() >= MAX_FAILURES;
    }

    private Failures current(String address) {
        Instant now = clock.instant();
        return byAddress
                .get(address)
                .filter(found -> now.isBefore(found.since().plus(WHILE)))
                .orElse(new Failures(0, now));
    }
}
