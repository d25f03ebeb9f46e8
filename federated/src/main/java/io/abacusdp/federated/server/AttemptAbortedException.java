package io.abacusdp.federated.server;

/** An attempt ends without a model. */
final class AttemptAbortedException extends Exception {
    private static final long serialVersionUID = 1L;

    AttemptAbortedException(String reason) {
        super(reason);
    }
}
