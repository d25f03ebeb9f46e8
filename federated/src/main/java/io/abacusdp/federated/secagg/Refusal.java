package io.abacusdp.federated.secagg;

/** Why a message was refused. */
public enum Refusal {
    /** Not a message: too short, too long, of an unknown version or type, or a field out of its range. */
    MALFORMED,
    /** Made for another session or another attempt. */
    WRONG_SESSION,
    /** Of a phase that is over or has not begun. */
    WRONG_PHASE,
    /** Seen before in this phase. */
    REPLAYED,
    /** From a client, about a client or for a client that has no part in it. */
    NOT_A_MEMBER,
    /** A signature does not hold under the enrolled key. */
    BAD_SIGNATURE,
    /** Fewer members than the threshold. */
    BELOW_THRESHOLD,
    /** The keys or choices of this client itself were changed on the way. */
    TAMPERED,
    /** A share cannot be opened, or a public key cannot be used. */
    UNREADABLE_SHARE,
    /** Something else than what this client signed before: it may be an attempt to get both shares of one peer. */
    CONTRADICTION,
    /** A peer did not confirm that it masked its vector for the same group. */
    NOT_ATTESTED
}
