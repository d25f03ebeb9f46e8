package io.abacusdp.federated.protocol;

/** The server does not take what a client sent, and says why. To send the same again does not help. */
public final class RefusedException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    public RefusedException(String reason) {
        super(reason);
    }
}
