package io.abacusdp.federated.secagg;

import io.abacusdp.federated.secagg.ClientPayload.KeyAdvert;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** What a client demands of a roster before it looks at signatures. */
final class RosterCheck {
    private RosterCheck() {}

    /**
     * The keys by participant.
     *
     * @param mine the advert of the client that checks, which must be there unchanged
     */
    static Map<Integer, KeyAdvert> keys(Session session, ClientMessage mine, List<ClientMessage> adverts) {
        TreeMap<Integer, KeyAdvert> keys = new TreeMap<>();
        for (ClientMessage each : adverts) {
            if (!each.context().equals(session.context())) {
                throw refuse(Refusal.WRONG_SESSION, "the roster has a key of another session or attempt");
            }
            if (!session.isParticipant(each.sender())) {
                throw refuse(Refusal.NOT_A_MEMBER, "the roster has participant " + each.sender());
            }
            if (!(each.payload() instanceof KeyAdvert key)) {
                throw refuse(
                        Refusal.WRONG_PHASE,
                        "the roster has a message of " + each.payload().phase());
            }
            if (!keys.isEmpty() && keys.lastKey() >= each.sender()) {
                throw refuse(Refusal.MALFORMED, "the roster is not in ascending order");
            }
            if (each.sender() == mine.sender() && !each.equals(mine)) {
                throw refuse(Refusal.TAMPERED, "the roster has other keys for this client");
            }
            keys.put(each.sender(), key);
        }
        if (!keys.containsKey(mine.sender())) {
            throw refuse(Refusal.TAMPERED, "the roster lacks this client");
        }
        return keys;
    }

    private static RefusedMessageException refuse(Refusal refusal, String reason) {
        return new RefusedMessageException(refusal, reason);
    }
}
