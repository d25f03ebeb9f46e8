package io.abacusdp.federated.client;

/** Where a client is in a task. */
public enum ClientPhase {
    /** A task was received, and nothing was done. */
    RECEIVED,
    /** What the task costs is on the client's disk. */
    CHARGED,
    /** The update is there, and nothing of it has left the client. */
    TRAINED,
    /** The answer is ready to be handed in. */
    ANSWERED,
    /** The server has taken the answer. */
    HANDED_IN
}
