package io.abacusdp.federated.client;

import io.abacusdp.federated.protocol.TaskId;

/** Follows a client. What it is told stays with the client. */
public interface ClientListener {
    /** The client is at a point of a task. */
    default void reached(ClientPhase phase, TaskId task) {}

    /** Something that the client's people have to know. */
    default void noted(String message) {}
}
