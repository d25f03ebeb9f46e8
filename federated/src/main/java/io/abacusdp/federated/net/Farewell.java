package io.abacusdp.federated.net;

import io.abacusdp.federated.protocol.Assignment;
import io.abacusdp.federated.protocol.Coordinator;
import io.abacusdp.federated.protocol.TaskId;
import java.time.Duration;
import java.util.Collection;
import java.util.HashSet;
import java.util.Set;

/**
 * A coordinator whose clients hear that the run has ended only when it has: of one that stops because it failed, they hear
 * nothing, and wait for its restart. Knows who was told. Safe for use by several threads.
 */
public final class Farewell implements Coordinator {
    private final Coordinator coordinator;
    private final Set<String> told = new HashSet<>();
    private boolean over;

    public Farewell(Coordinator coordinator) {
        this.coordinator = coordinator;
    }

    /** The run has ended as it should. */
    public synchronized void sayEnd() {
        over = true;
        notifyAll();
    }

    /** Waits until all of them were told that the run has ended; false if that took too long. */
    public synchronized boolean await(Collection<String> clients, Duration longest) throws InterruptedException {
        long end = System.nanoTime() + longest.toNanos();
        while (!told.containsAll(clients)) {
            long left = (end - System.nanoTime()) / 1_000_000;
            if (left <= 0) {
                return false;
            }
            wait(left);
        }
        return true;
    }

    @Override
    public Assignment next(String client, Duration wait) throws InterruptedException {
        long end = System.nanoTime() + wait.toNanos();
        Assignment answer = coordinator.next(client, wait);
        return answer instanceof Assignment.Finished ? end(client, answer, end) : answer;
    }

    private synchronized Assignment end(String client, Assignment finished, long end) throws InterruptedException {
        while (!over) {
            long left = (end - System.nanoTime()) / 1_000_000;
            if (left <= 0) {
                return new Assignment.Idle();
            }
            wait(left);
        }
        told.add(client);
        notifyAll();
        return finished;
    }

    @Override
    public void submit(String client, TaskId task, byte[] content) {
        coordinator.submit(client, task, content);
    }
}
