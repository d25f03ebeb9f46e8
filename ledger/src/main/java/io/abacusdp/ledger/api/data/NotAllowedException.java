package io.abacusdp.ledger.api.data;

/** Who asks may see the thing, but not change it like this. */
public final class NotAllowedException extends LedgerException {
    private static final long serialVersionUID = 1L;

    public NotAllowedException(String rule) {
        super(rule);
    }
}
