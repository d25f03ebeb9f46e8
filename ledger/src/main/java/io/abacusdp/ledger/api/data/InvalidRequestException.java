package io.abacusdp.ledger.api.data;

/** A request that no state of the ledger could grant: which field, and why. Nothing was changed. */
public final class InvalidRequestException extends IllegalArgumentException {
    private static final long serialVersionUID = 1L;

    private final String field;

    public InvalidRequestException(String field, String problem) {
        super(field + " " + problem);
        this.field = field;
    }

    /** Name of the offending field, in snake_case. */
    public String field() {
        return field;
    }
}
