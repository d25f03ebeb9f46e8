package io.abacusdp.federated.server;

import io.abacusdp.federated.budget.Attempt;
import io.abacusdp.federated.protocol.Assignment;
import io.abacusdp.federated.protocol.Coordinator;
import io.abacusdp.federated.protocol.TaskId;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/** A way to the server on which some clients get no tasks from a step on, as if their lines were cut. */
final class Silent implements Coordinator {
    private final Coordinator server;
    private final List<String> clients;
    private final int fromStep;
    private final Optional<Attempt> attempt;

    Silent(Coordinator server, List<String> clients, int fromStep) {
        this(server, clients, fromStep, Optional.empty());
    }

    private Silent(Coordinator server, List<String> clients, int fromStep, Optional<Attempt> attempt) {
        this.server = server;
        this.clients = clients;
        this.fromStep = fromStep;
        this.attempt = attempt;
    }

    Silent onlyIn(Attempt one) {
        return new Silent(server, clients, fromStep, Optional.of(one));
    }

    @Override
    public Assignment next(String client, Duration wait) throws InterruptedException {
        Assignment next = server.next(client, wait);
        return next instanceof Assignment.Work work && isCut(client, work.id()) ? new Assignment.Idle() : next;
    }

    private boolean isCut(String client, TaskId task) {
        return clients.contains(client)
                && task.step() >= fromStep
                && attempt.map(one -> one.equals(new Attempt(task.round(), task.attempt())))
                        .orElse(true);
    }

    @Override
    public void submit(String client, TaskId task, byte[] content) {
        server.submit(client, task, content);
    }
}
