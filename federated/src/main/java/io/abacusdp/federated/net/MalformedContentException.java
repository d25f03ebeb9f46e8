package io.abacusdp.federated.net;

/** What came is not what its header says. */
final class MalformedContentException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    MalformedContentException(String message) {
        super(message);
    }
}
