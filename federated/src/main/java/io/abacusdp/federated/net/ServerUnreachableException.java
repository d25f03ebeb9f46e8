package io.abacusdp.federated.net;

/** The server could not be reached, or did not answer, for as long as the client is patient. To ask again later may help. */
public final class ServerUnreachableException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    ServerUnreachableException(String message, Throwable cause) {
        super(message, cause);
    }
}
