package io.abacusdp.ledger.rest;

/** A request that is not as the contract says: where, and why. */
final class BadRequestException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    private final String path;

    BadRequestException(String path, String problem) {
        super(problem);
        this.path = path;
    }

    /** JSON path of the field, or the name of the header or parameter. */
    String path() {
        return path;
    }
}
