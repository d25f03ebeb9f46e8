package io.abacusdp.federated.message;

import java.util.List;

/**
 * How updates are summed without the server seeing one. Keys of participants are not here: a client takes them from its own
 * enrolment, so that the server of a round cannot give false ones.
 *
 * @param session id in hexadecimal, never used before
 * @param participants in the order that all agree on
 * @param share what the client's update is multiplied by before it is encoded, in (0, 1]
 * @param scale steps of the integer grid in a clipping norm
 * @param variance of the Skellam noise that the honest clients of every sum make together
 * @param countUnit what the client adds as one more number, halved and with a sign: within its clipping norm or not; 0 if that
 *     is not asked
 */
public record SecureSettings(
        String session,
        List<String> participants,
        int threshold,
        int colluders,
        double share,
        double scale,
        double variance,
        double countUnit) {
    public SecureSettings {
        participants = List.copyOf(participants);
        if (!(share > 0 && share <= 1)) {
            throw new IllegalArgumentException("a client's share must be in (0, 1], got " + share);
        }
        if (!(countUnit >= 0 && countUnit < Double.POSITIVE_INFINITY)) {
            throw new IllegalArgumentException("the count's unit must be finite and at least 0, got " + countUnit);
        }
    }
}
