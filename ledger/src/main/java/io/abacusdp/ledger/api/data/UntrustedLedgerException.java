package io.abacusdp.ledger.api.data;

/**
 * What the database holds is not what was signed: its head has no trusted signature, or is below or beside one that was seen, or
 * its tables are others. Nothing is answered until somebody has looked into it.
 */
public final class UntrustedLedgerException extends UnavailableException {
    private static final long serialVersionUID = 1L;

    public UntrustedLedgerException(String problem) {
        super(problem + "; see abacus ledger verify, and abacus ledger restore if a backup was put back on purpose");
    }
}
