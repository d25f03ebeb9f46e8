package io.abacusdp.ledger.security;

/** Why somebody is not let in. */
public final class AccessDeniedException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    /** Reasons. */
    public enum Reason {
        /** No key or token, or none that is valid. */
        UNKNOWN,
        /** A valid one, without the permission that is needed. */
        FORBIDDEN,
        /** Too many failed attempts from the same address. */
        TOO_MANY_FAILURES
    }

    private final Reason reason;

    public AccessDeniedException(Reason reason, String message) {
        super(message);
        this.reason = reason;
    }

    public Reason reason() {
        return reason;
    }
}
