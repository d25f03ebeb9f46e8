package io.abacusdp.ledger.api.data;

import io.abacusdp.accounting.filter.EpsilonDeltaLimit;
import io.abacusdp.accounting.filter.Limit;
import io.abacusdp.accounting.filter.ZcdpLimit;
import java.time.Duration;
import java.time.Instant;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * How much may be lost.
 *
 * @param limit on all loss, or on the loss within a window if there is one
 * @param window least time after which a new window may be opened, in whole seconds; null if the limit is for all time. A
 *     window never ends by itself, unless its pace says so: a new one is opened by two people who give a reason. The loss of
 *     all time stays visible
 * @param pace how it is handed out as time goes; null if all of it is there at once, and windows wait for two persons
 */
public record Budget(
        Limit limit, @Nullable Duration window, @Nullable Pace pace) {
    public Budget {
        Objects.requireNonNull(limit, "limit");
        if (window != null && !(window.toSeconds() > 0 && window.toNanosPart() == 0)) {
            throw new InvalidRequestException("window", "must be a positive number of whole seconds, got " + window);
        }
        if (pace != null && pace.refresh() && window == null) {
            throw new InvalidRequestException("window", "must be given for a budget that refreshes by itself");
        }
    }

    /** A budget that is there at once, and whose windows two persons open. */
    public Budget(Limit limit, @Nullable Duration window) {
        this(limit, window, null);
    }

    /** Whether a new window opens by itself when one has passed. */
    public boolean refreshes() {
        return pace != null && pace.refresh();
    }

    /** Whether it becomes available little by little, and so is handed out by the queue. */
    public boolean unlocks() {
        return pace != null && pace.unlock() != null;
    }

    /** When the next window opens by itself, after one that began at this time; null if none does. */
    public @Nullable Instant nextWindow(Instant windowSince) {
        return pace != null && pace.refresh() && window != null
                ? pace.begin(windowSince).plus(window)
                : null;
    }

    /** The same budget, whose pace is declared at this time. */
    public Budget startingAt(Instant at) {
        return pace == null ? this : new Budget(limit, window, pace.startingAt(at));
    }

    /** Whether what this budget promises is at least what the other does, so that one person may put it in its place. */
    public boolean isWithin(Budget other) {
        if (!Objects.equals(window, other.window)
                || (refreshes() && !other.refreshes())
                || !Objects.equals(unlock(), other.unlock())) {
            return false;
        }
        if (limit instanceof ZcdpLimit own && other.limit instanceof ZcdpLimit theirs) {
            return own.rho() <= theirs.rho();
        }
        return limit instanceof EpsilonDeltaLimit own
                && other.limit instanceof EpsilonDeltaLimit theirs
                && own.epsilon() <= theirs.epsilon()
                && own.delta() <= theirs.delta();
    }

    private @Nullable Duration unlock() {
        return pace == null ? null : pace.unlock();
    }
}
