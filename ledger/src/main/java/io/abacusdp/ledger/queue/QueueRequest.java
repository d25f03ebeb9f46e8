package io.abacusdp.ledger.queue;

import io.abacusdp.ledger.api.QueueDesk.Grant;
import io.abacusdp.ledger.api.data.InvalidRequestException;
import java.time.Duration;
import java.util.Objects;

/**
 * A request that may wait.
 *
 * @param grant what is asked for, by whom and under which key
 * @param priority among requests of the same account, from −100 to 100; greater comes first
 * @param patience how long it may wait, in whole seconds, at most a week
 */
public record QueueRequest(Grant grant, int priority, Duration patience) {
    private static final Duration MAX_WAIT = Duration.ofDays(7);

    public QueueRequest {
        Objects.requireNonNull(grant, "grant");
        if (!(priority >= -100 && priority <= 100)) {
            throw new InvalidRequestException("priority", "must be from -100 to 100, got " + priority);
        }
        if (!(patience.toSeconds() > 0 && patience.toNanosPart() == 0 && patience.compareTo(MAX_WAIT) <= 0)) {
            throw new InvalidRequestException(
                    "max_wait", "must be whole seconds, from 1 to " + MAX_WAIT.toSeconds() + ", got " + patience);
        }
    }
}
