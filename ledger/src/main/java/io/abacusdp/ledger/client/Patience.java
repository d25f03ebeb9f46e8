package io.abacusdp.ledger.client;

import java.time.Duration;

/**
 * How long a client waits.
 *
 * @param attempt for one answer
 * @param total for all attempts together, pauses included
 * @param pause mean of the first pause between attempts; each next is twice as long, up to a minute, and drawn at random, so
 *     that clients that failed together do not come back together
 */
public record Patience(Duration attempt, Duration total, Duration pause) {
    /** Ten seconds for an answer, two minutes in all. */
    public static final Patience DEFAULT =
            new Patience(Duration.ofSeconds(10), Duration.ofMinutes(2), Duration.ofMillis(100));

    public Patience {
        if (!(isPositive(attempt) && isPositive(total) && isPositive(pause))) {
            throw new IllegalArgumentException("all times must be positive");
        }
    }

    private static boolean isPositive(Duration time) {
        return !time.isNegative() && !time.isZero();
    }
}
