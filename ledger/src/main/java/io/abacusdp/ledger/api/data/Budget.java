package io.abacusdp.ledger.api.data;

import io.abacusdp.accounting.filter.EpsilonDeltaLimit;
import io.abacusdp.accounting.filter.Limit;
import io.abacusdp.accounting.filter.ZcdpLimit;
import java.time.Duration;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * How much may be lost.
 *
 * @param limit on all loss, or on the loss within a window if there is one
 * @param window least time after which a new window may be opened, in whole seconds; null if the limit is for all time. A
 *     window never ends by itself: a new one is opened by two people who give a reason, and the loss of all time stays visible
 */
public record Budget(Limit limit, @Nullable Duration window) {
    public Budget {
        Objects.requireNonNull(limit, "limit");
        if (window != null && !(window.toSeconds() > 0 && window.toNanosPart() == 0)) {
            throw new InvalidRequestException("window", "must be a positive number of whole seconds, got " + window);
        }
    }

    /** Whether what this budget promises is at least what the other does, so that one person may put it in its place. */
    public boolean isWithin(Budget other) {
        if (!Objects.equals(window, other.window)) {
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
}
