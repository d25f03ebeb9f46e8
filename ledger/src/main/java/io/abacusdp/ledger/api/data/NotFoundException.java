package io.abacusdp.ledger.api.data;

/** The ledger has no account, dataset, block or reservation of that name. */
public final class NotFoundException extends LedgerException {
    private static final long serialVersionUID = 1L;

    public NotFoundException(String what) {
        super("the ledger has no " + what);
    }
}
