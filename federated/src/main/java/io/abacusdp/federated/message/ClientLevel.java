package io.abacusdp.federated.message;

import io.abacusdp.accounting.event.DpEvent;

/**
 * Protection of a client as a whole.
 *
 * @param clip C, bound on the norm of its update, finite and above 0
 * @param charge what taking part costs the client, in the eyes of one who knows of it
 */
public record ClientLevel(double clip, DpEvent charge) {
    public ClientLevel {
        if (!(clip > 0 && clip < Double.POSITIVE_INFINITY)) {
            throw new IllegalArgumentException("a client's clipping norm must be finite and above 0, got " + clip);
        }
    }
}
