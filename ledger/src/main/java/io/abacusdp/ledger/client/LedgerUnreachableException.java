package io.abacusdp.ledger.client;

/** The ledger did not answer in time. Whether the request was recorded is unknown; the same key finds out. */
public final class LedgerUnreachableException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    LedgerUnreachableException(String message, Throwable cause) {
        super(message, cause);
    }
}
