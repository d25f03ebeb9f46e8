package io.abacusdp.federated.protocol;

import java.time.Duration;

/**
 * The server's side of a run, as its clients see it. Calls of one client come one after another; those of different clients
 * at the same time. A client's name was authenticated by whatever carries the call.
 */
public interface Coordinator {
    /**
     * The client's next task.
     *
     * @param client enrolled name
     * @param wait how long the call may wait for one
     * @throws RefusedAnswerException if there is no such client
     */
    Assignment next(String client, Duration wait) throws InterruptedException;

    /**
     * Takes what a client did. The same content handed in again for the same task changes nothing.
     *
     * @throws RefusedAnswerException if the task is not, or no longer, this client's, or the content is not what was asked for; then
     *     nothing has changed
     */
    void submit(String client, TaskId task, byte[] content);
}
