package io.abacusdp.federated.server;

import java.time.Duration;

/**
 * How long the server waits, and for whom.
 *
 * @param phase how long clients have for each step; those who do not answer are dropped for the attempt
 * @param minimumClients fewer answers abort an attempt in which all are asked. Where clients are sampled there is no minimum:
 *     to abort for too few would tell who was sampled, and a small sample takes its noisy step like any other
 * @param attempts how often a round is tried
 */
public record Patience(Duration phase, int minimumClients, int attempts) {
    public Patience {
        if (phase.isNegative() || phase.isZero() || minimumClients < 1 || attempts < 1) {
            throw new IllegalArgumentException(
                    "time, minimum of clients and attempts must be above 0, got %s, %d and %d"
                            .formatted(phase, minimumClients, attempts));
        }
    }
}
