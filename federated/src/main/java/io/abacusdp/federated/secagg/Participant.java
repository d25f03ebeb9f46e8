package io.abacusdp.federated.secagg;

import java.security.PublicKey;

/**
 * A client that may take part, with the key under which it was enrolled.
 *
 * @param name unique in a session
 * @param identity Ed25519 public key; it must come from the enrolment and not from the server of the round
 */
public record Participant(String name, PublicKey identity) {
    public Participant {
        if (name.isEmpty()) {
            throw new IllegalArgumentException("the name of a participant must not be empty");
        }
        if (!(identity instanceof java.security.interfaces.EdECPublicKey)
                || !"X.509".equals(identity.getFormat())
                || identity.getEncoded().length != Signatures.ENCODED_KEY_BYTES) {
            throw new IllegalArgumentException(
                    "the identity of " + name + " must be an Ed25519 public key, got " + identity.getAlgorithm());
        }
    }
}
