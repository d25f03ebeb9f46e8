package io.abacusdp.federated.secagg;

import io.abacusdp.federated.secagg.ClientPayload.SurvivorVote;
import java.util.List;

/** What a client demands of votes before it looks at signatures. */
final class VoteCheck {
    private VoteCheck() {}

    /** Votes must be of different survivors, and for the same view. */
    static void requireAlike(Bytes context, List<ClientMessage> votes, Members survivors, Bytes view) {
        SurvivorVote expected = new SurvivorVote(view);
        int last = -1;
        for (ClientMessage each : votes) {
            if (!each.context().equals(context)) {
                throw refuse(Refusal.WRONG_SESSION, "a vote of another session or attempt");
            }
            if (each.sender() <= last) {
                throw refuse(Refusal.MALFORMED, "votes are not in ascending order");
            }
            if (!survivors.contains(each.sender())) {
                throw refuse(Refusal.NOT_A_MEMBER, "a vote of participant " + each.sender());
            }
            if (!each.payload().equals(expected)) {
                throw refuse(Refusal.CONTRADICTION, "participant " + each.sender() + " voted for something else");
            }
            last = each.sender();
        }
    }

    private static RefusedMessageException refuse(Refusal refusal, String reason) {
        return new RefusedMessageException(refusal, reason);
    }
}
