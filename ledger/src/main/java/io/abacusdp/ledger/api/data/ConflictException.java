package io.abacusdp.ledger.api.data;

/** The request contradicts what is recorded: another definition of the same name, or a state that does not allow it. */
public final class ConflictException extends LedgerException {
    private static final long serialVersionUID = 1L;

    public ConflictException(String problem) {
        super(problem);
    }
}
