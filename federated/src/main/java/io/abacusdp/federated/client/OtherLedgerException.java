package io.abacusdp.federated.client;

/**
 * The server has an answer of this client for a charge that its ledger does not hold: another process works with its key, and this one
 * must end, as no ledger would hold what both spend.
 */
public final class OtherLedgerException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    OtherLedgerException(int charge) {
        super(
                ("the server has an answer of this client for a charge %d that its ledger does not hold: another process works with its"
                                + " key and another ledger, and what was spent is not known. End all but the one whose ledger holds that"
                                + " charge; what is in the others is spent too")
                        .formatted(charge));
    }
}
