package io.abacusdp.federated.server;

import io.abacusdp.federated.budget.Attempt;
import io.abacusdp.federated.protocol.TaskId;

/** Follows a run on the server. What it is told may be shown: nothing of it is private without noise. */
public interface RoundListener {
    /** An attempt is in a state. */
    default void entered(RoundState state, Attempt attempt) {}

    /** No attempt is paid yet: so many clients are there, of so many that are needed. Told again as long as it is so. */
    default void waiting(int there, int needed) {}

    /** A client has handed in an answer, or declined. Called by the thread that serves the client; all else by the server's. */
    default void answered(String client, TaskId task) {}

    /** A model was released. */
    default void released(RoundReport report, float[] parameters) {}

    /** Something that a person has to know. */
    default void noted(String message) {}
}
