package io.abacusdp.federated.server;

import io.abacusdp.federated.message.Answer;
import io.abacusdp.federated.protocol.Assignment;
import io.abacusdp.federated.protocol.Coordinator;
import io.abacusdp.federated.protocol.TaskId;
import java.time.Duration;

/** Stands between clients and a server that they trust with their updates, and sees or changes what they hand in. */
record Tap(Coordinator server, OnUpdate onUpdate) implements Coordinator {
    /** Gives what is handed in instead. */
    interface OnUpdate {
        Answer.Update instead(String client, TaskId task, Answer.Update update);
    }

    @Override
    public Assignment next(String client, Duration wait) throws InterruptedException {
        return server.next(client, wait);
    }

    @Override
    public void submit(String client, TaskId task, byte[] content) {
        server.submit(
                client,
                task,
                Answer.decode(content) instanceof Answer.Update update
                        ? onUpdate.instead(client, task, update).encode()
                        : content);
    }
}
