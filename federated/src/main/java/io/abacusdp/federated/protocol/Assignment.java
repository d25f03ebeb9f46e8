package io.abacusdp.federated.protocol;

/** What the server answers to a client that asks for work. */
public sealed interface Assignment {
    /** Ask again: there is nothing to do now. */
    record Idle() implements Assignment {}

    /**
     * Something to do. Asked again before it is handed in, the server says the same.
     *
     * @param content what to do; the carrier does not look into it. Not to be changed by anybody
     */
    @SuppressWarnings(
            "ArrayRecordComponent") // Compared by nobody; a model is too large to be copied at every hand-over.
    record Work(TaskId id, byte[] content) implements Assignment {}

    /** The run has ended; nothing more will be asked. */
    record Finished(String reason) implements Assignment {}
}
