package io.abacusdp.federated.client;

import io.abacusdp.federated.message.SecureSettings;
import io.abacusdp.federated.secagg.Session;

/**
 * Whom a client trusts. Participants, threshold and colluders come from the server, and a server with k accomplices can name those
 * and its victim, and nobody else. So a client prices a sum by its own assumption, which is {@link #standard} unless it says
 * another.
 *
 * <p>Formula: of t survivors, at most c tell the server all they know, hence t − max(1, c) clients, this one among them, add noise
 * that nobody else knows; no two groups of survivors can be told different things if 2t &gt; n + c. The price is that of their noise, or the
 * server's if that is more.
 *
 * <p>Limits: a sparse graph is drawn for the colluders that the server counts on, so that with one c must not be more than those.
 *
 * @param colluders c, how many other participants may be on the server's side
 * @param minimumParticipants with fewer named, it declines
 * @param minimumThreshold with fewer that must stay, it declines
 */
public record ClientTrust(int colluders, int minimumParticipants, int minimumThreshold) {
    public ClientTrust {
        if (colluders < 0 || minimumParticipants < 2 || minimumThreshold < 2) {
            throw new IllegalArgumentException(
                    "colluders must be at least 0, and the minimum of participants and of the threshold at least 2, got %d, %d and %d"
                            .formatted(colluders, minimumParticipants, minimumThreshold));
        }
    }

    /** What a client assumes that was told nothing: one other participant is on the server's side. */
    public static ClientTrust standard() {
        return of(1);
    }

    /** So many colluders, and sums that hide the client among two at least whom it trusts. */
    public static ClientTrust of(int colluders) {
        return new ClientTrust(colluders, colluders + 2, colluders + 2);
    }

    /**
     * How many clients add noise to every sum that is not known to others, as far as this client trusts them.
     *
     * @throws RefusedTaskException if the sum does not hold against those whom it does not trust
     */
    int honestInEverySum(SecureSettings settings, Session session) {
        int size = settings.participants().size();
        int threshold = settings.threshold();
        if (size < minimumParticipants || threshold < minimumThreshold) {
            throw new RefusedTaskException(
                    "this client takes part with at least %d participants and a threshold of at least %d, got %d and %d"
                            .formatted(minimumParticipants, minimumThreshold, size, threshold));
        }
        if (session.isComplete() ? 2 * threshold <= size + colluders : settings.colluders() < colluders) {
            throw new RefusedTaskException(
                    "a sum of %d of %d participants, made for %d colluders, does not hold against the %d that this client counts on"
                            .formatted(threshold, size, settings.colluders(), colluders));
        }
        int honest = session.isComplete() ? threshold - Math.max(1, colluders) : session.honestInEverySum();
        if (honest < 1) {
            throw new RefusedTaskException(
                    "a sum of %d would have no noise that %d colluders do not know".formatted(threshold, colluders));
        }
        return Math.min(honest, session.honestInEverySum());
    }
}
