package io.abacusdp.ledger.api.data;

/**
 * The storage did not answer. Whether the request was recorded is not known: ask again with the same idempotency key, or, for
 * requests without one, just again.
 */
public sealed class UnavailableException extends LedgerException permits UntrustedLedgerException {
    private static final long serialVersionUID = 1L;

    public UnavailableException(String problem) {
        super(problem);
    }

    public UnavailableException(String problem, Throwable cause) {
        super(problem, cause);
    }
}
