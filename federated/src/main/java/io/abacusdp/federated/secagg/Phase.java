package io.abacusdp.federated.secagg;

/** What the server waits for. */
public enum Phase {
    ADVERTISE_KEYS(1),
    SHARE_KEYS(2),
    MASKED_INPUT(3),
    CONSISTENCY(4),
    UNMASK(5),
    DONE(6),
    ABORTED(7);

    private final int code;

    Phase(int code) {
        this.code = code;
    }

    /** How messages name the phase; never changed. */
    int code() {
        return code;
    }

    static Phase of(int code) {
        for (Phase phase : values()) {
            if (phase.code == code) {
                return phase;
            }
        }
        throw new IllegalArgumentException("unknown type of message " + code);
    }
}
