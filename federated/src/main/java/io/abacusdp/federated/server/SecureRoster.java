package io.abacusdp.federated.server;

import io.abacusdp.federated.secagg.Bytes;
import io.abacusdp.federated.secagg.Participant;
import io.abacusdp.federated.secagg.Session;
import java.util.List;

/**
 * Who takes part in secure aggregation: all enrolled clients, in every round. To sample them would gain nothing: an attempt with
 * too few would have to be aborted, and that would tell who was sampled. So the full rate is charged.
 *
 * @param participants in the order of the plan's members, with enrolled keys
 * @param threshold fewer never give a sum
 * @param colluders how many may tell the server all they know
 */
public record SecureRoster(List<Participant> participants, int threshold, int colluders) {
    public SecureRoster {
        participants = List.copyOf(participants);
    }

    /** A new session. */
    Session session(Bytes id, int attempt, int length) {
        return new Session(id, attempt, participants, threshold, colluders, length);
    }
}
