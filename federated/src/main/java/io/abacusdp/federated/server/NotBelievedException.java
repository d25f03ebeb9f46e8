package io.abacusdp.federated.server;

/** An answer says what cannot be. Its client is not waited for in this step. */
final class NotBelievedException extends IllegalArgumentException {
    private static final long serialVersionUID = 1L;

    NotBelievedException(String reason) {
        super(reason);
    }
}
