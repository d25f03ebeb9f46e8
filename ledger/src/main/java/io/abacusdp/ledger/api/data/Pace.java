package io.abacusdp.ledger.api.data;

import java.time.Duration;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * How a budget is handed out as time goes.
 *
 * @param refresh whether a new window opens by itself when one has passed; if not, two persons open it
 * @param unlock time over which the limit becomes available, evenly, and anew in each window; null if all of it is at once.
 *     A budget that unlocks is handed out by the queue only: who asks often could take everybody's share otherwise
 * @param from when it was declared, by the ledger's record: nothing unlocks before, and the first window that opens by itself
 *     does so one window later
 */
public record Pace(
        boolean refresh,
        @Nullable Duration unlock,
        @Nullable Instant from) {
    public Pace {
        if (!refresh && unlock == null) {
            throw new InvalidRequestException("pace", "must refresh or unlock");
        }
        if (unlock != null && !(unlock.toSeconds() > 0 && unlock.toNanosPart() == 0)) {
            throw new InvalidRequestException("unlock", "must be a positive number of whole seconds, got " + unlock);
        }
    }

    /** The same pace, declared at this time. */
    public Pace startingAt(Instant at) {
        return new Pace(refresh, unlock, at);
    }

    /** When what happens in the present window began, if the window itself began at this time. */
    public Instant begin(Instant windowSince) {
        return from == null || windowSince.isAfter(from) ? windowSince : from;
    }

    /** The part of the limit that is available, from 0 to 1, if the present window began at this time. */
    public double unlocked(Instant windowSince, Instant at) {
        if (unlock == null) {
            return 1;
        }
        double part = (double) Duration.between(begin(windowSince), at).toMillis() / unlock.toMillis();
        return Math.max(0, Math.min(1, part));
    }

    /** When so much of the limit is available, in a window that began at this time. */
    Instant unlockedAt(double part, Instant windowSince) {
        Instant begin = begin(windowSince);
        return unlock == null ? begin : begin.plusMillis((long) Math.ceil(part * unlock.toMillis()));
    }
}
