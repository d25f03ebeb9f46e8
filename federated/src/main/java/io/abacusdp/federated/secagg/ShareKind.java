package io.abacusdp.federated.secagg;

/** Of which secret a share is. For one owner, a client reveals at most one kind, ever. */
enum ShareKind {
    /** The private key behind the pairwise masks: for owners whose vector did not arrive. */
    MASK_KEY(1),
    /** The seed of the owner's own mask: for owners whose vector is in the sum. */
    SELF_MASK(2);

    private final int code;

    ShareKind(int code) {
        this.code = code;
    }

    /** How messages name the kind; never changed. */
    int code() {
        return code;
    }

    static ShareKind of(int code) {
        for (ShareKind kind : values()) {
            if (kind.code == code) {
                return kind;
            }
        }
        throw new IllegalArgumentException("unknown kind of share " + code);
    }
}
