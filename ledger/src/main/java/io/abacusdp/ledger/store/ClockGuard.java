package io.abacusdp.ledger.store;

import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import java.util.function.LongSupplier;

/**
 * Tells a clock that is wrong. Facts never go back in time: one wrong time would hold back every expiry after it for good, or
 * let all reservations lapse. Safe for use by several threads.
 */
final class ClockGuard {
    /** How far servers' clocks may be apart. */
    static final Duration AHEAD = Duration.ofMinutes(1);

    /** Longer than any reservation can be held: after such a pause somebody has to say that the clock is right. */
    static final Duration PAUSE = Duration.ofDays(31);

    private final Clock clock;
    private final LongSupplier ticks;
    private final Instant startWall;
    private final long startTicks;
    /** The last time that was found right; {@link Instant#MIN} if none was yet. */
    private volatile Instant good = Instant.MIN;

    /**
     * A guard.
     *
     * @param ticks nanoseconds of a clock that does not jump
     */
    ClockGuard(Clock clock, LongSupplier ticks) {
        this.clock = clock;
        this.ticks = ticks;
        this.startWall = clock.instant();
        this.startTicks = ticks.getAsLong();
    }

    /** A guard that holds the machine's clock against its ticks; a clock that somebody sets by hand has none. */
    static ClockGuard of(Clock clock) {
        if (clock.equals(Clock.systemUTC())) {
            return new ClockGuard(clock, System::nanoTime);
        }
        Instant start = clock.instant();
        return new ClockGuard(
                clock, () -> Duration.between(start, clock.instant()).toNanos());
    }

    /** What is wrong with the clock, after a fact of this time. */
    Optional<String> problem(Instant last) {
        Instant now = clock.instant();
        if (last.isAfter(now.plus(AHEAD))) {
            return Optional.of("the journal's last entry is of %s, and the clock says %s: set the clock right"
                    .formatted(last, now));
        }
        Duration ticked = Duration.ofNanos(ticks.getAsLong() - startTicks);
        if (Duration.between(startWall, now).minus(ticked).abs().compareTo(AHEAD) > 0) {
            return Optional.of("the clock has jumped from about %s to %s: set it right, and start the server again"
                    .formatted(startWall.plus(ticked), now));
        }
        Instant known = good.isAfter(last) ? good : last;
        if (now.isAfter(known.plus(PAUSE))) {
            return Optional.of(("the journal's last entry is of %s, and the clock says %s: set the clock right, or "
                            + "confirm it (abacus ledger serve --confirm-clock REASON)")
                    .formatted(last, now));
        }
        good = now;
        return Optional.empty();
    }

    /** Goes along with a clock that ticks, so that a server to which nothing is sent for months knows the time. */
    void tick() {
        if (!good.equals(Instant.MIN)) {
            problem(good);
        }
    }

    /** Somebody says that the clock is right. */
    void confirm() {
        good = clock.instant();
    }
}
