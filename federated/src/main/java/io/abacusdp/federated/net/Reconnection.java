package io.abacusdp.federated.net;

import java.time.Duration;
import java.util.random.RandomGenerator;

/**
 * How a client goes on when the server cannot be reached: it asks again after a pause that doubles from the first to the
 * longest, each drawn from the upper half of itself, so that clients do not come back all at once.
 *
 * @param first pause
 * @param longest pause
 * @param total after which it gives up, counted from the first failure in a row
 */
public record Reconnection(Duration first, Duration longest, Duration total) {
    public Reconnection {
        if (first.isNegative() || first.isZero() || longest.compareTo(first) < 0 || total.isNegative()) {
            throw new IllegalArgumentException(
                    "pauses must be positive and ascend, got " + first + " and " + longest + " within " + total);
        }
    }

    /** Pauses from 200 ms to 30 s. */
    public static Reconnection of(Duration total) {
        return new Reconnection(Duration.ofMillis(200), Duration.ofSeconds(30), total);
    }

    /** The pause after so many failures in a row, from 1 on. */
    Duration pause(int failures, RandomGenerator random) {
        long most = longest.toMillis();
        long pause = Math.max(1, first.toMillis());
        for (int i = 1; i < failures && pause < most; i++) {
            pause = Math.min(most, 2 * pause);
        }
        return Duration.ofMillis(pause - random.nextLong(pause / 2 + 1));
    }
}
