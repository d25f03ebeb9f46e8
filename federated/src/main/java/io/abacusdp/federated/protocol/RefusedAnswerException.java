package io.abacusdp.federated.protocol;

/** The server does not take what a client sent, and says why. To send the same again does not help. */
public final class RefusedAnswerException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    public RefusedAnswerException(String reason) {
        super(reason);
    }
}
