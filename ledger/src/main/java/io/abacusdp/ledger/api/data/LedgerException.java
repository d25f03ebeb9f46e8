package io.abacusdp.ledger.api.data;

/** Why the ledger did not do what was asked. */
public abstract sealed class LedgerException extends RuntimeException
        permits NotFoundException, ConflictException, NotAllowedException, KeyReusedException, UnavailableException {
    private static final long serialVersionUID = 1L;

    LedgerException(String message) {
        super(message);
    }

    LedgerException(String message, Throwable cause) {
        super(message, cause);
    }
}
