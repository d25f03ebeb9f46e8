package io.abacusdp.federated.server;

import java.time.Duration;

/**
 * How long the server waits, and for whom.
 *
 * @param phase how long clients have for each step; those who do not answer are dropped for the attempt
 * @param grace how long the others have, within that time, when enough have answered: the minimum of clients, or with secure
 *     aggregation its threshold; not where clients are sampled, as the time would tell how many were
 * @param minimumClients without so many being there no attempt is paid, and fewer answers abort an attempt in which all are asked. Where clients are sampled there is no minimum:
 *     to abort for too few would tell who was sampled, and a small sample takes its noisy step like any other
 * @param attempts how often a round is tried
 */
public record Patience(Duration phase, Duration grace, int minimumClients, int attempts) {
    public Patience {
        if (phase.isNegative() || phase.isZero() || grace.isNegative() || minimumClients < 1 || attempts < 1) {
            throw new IllegalArgumentException(
                    "time, minimum of clients and attempts must be above 0 and grace at least 0, got %s, %d, %d and %s"
                            .formatted(phase, minimumClients, attempts, grace));
        }
    }
}
