package io.abacusdp.federated.client;

/** The client does not do a task. The reason is told to the server, and has nothing of the client's data in it. */
final class RefusedTaskException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    RefusedTaskException(String reason) {
        super(reason);
    }
}
