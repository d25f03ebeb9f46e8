package io.abacusdp.ledger.api.data;

/** An idempotency key came back with another request than the one that was accepted under it. */
public final class KeyReusedException extends LedgerException {
    private static final long serialVersionUID = 1L;

    public KeyReusedException(String key, String reservation) {
        super("idempotency key %s was used for another request, accepted as %s".formatted(key, reservation));
    }
}
