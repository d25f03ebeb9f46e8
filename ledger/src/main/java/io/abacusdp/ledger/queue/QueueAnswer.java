package io.abacusdp.ledger.queue;

import io.abacusdp.ledger.api.data.Outcome;
import java.time.Instant;

/** What became of a request so far. */
public sealed interface QueueAnswer {
    /** It is reserved. */
    record Granted(Outcome.Accepted accepted) implements QueueAnswer {}

    /** It waits; who asks again under the same key hears what became of it. */
    record Waits(Ticket ticket) implements QueueAnswer {}

    /** It waited as long as it may, or can never be served; nothing is recorded, and the same key may ask again. */
    record Refused(Forecast forecast) implements QueueAnswer {}

    /**
     * A request that waits.
     *
     * @param id cannot be guessed
     * @param since when it was asked for
     * @param until when it is refused if it was not served before
     */
    record Ticket(String id, QueueRequest request, Instant since, Instant until, Forecast forecast) {}
}
