package io.abacusdp.federated.server;

import io.abacusdp.federated.secagg.Bytes;
import io.abacusdp.federated.secagg.Participant;
import io.abacusdp.federated.secagg.Session;
import java.util.List;
import java.util.Set;

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

    /**
     * The same without some of them. Noise of the plan, whose multiplier stays, is shared among those who are left.
     */
    SecureRoster without(Set<String> names) {
        return new SecureRoster(
                participants.stream()
                        .filter(each -> !names.contains(each.name()))
                        .toList(),
                threshold,
                colluders);
    }

    /** A new session. */
    Session session(Bytes id, int attempt, int length) {
        return new Session(id, attempt, participants, threshold, colluders, length);
    }
}
