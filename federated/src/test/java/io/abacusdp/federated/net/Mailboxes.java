package io.abacusdp.federated.net;

import io.abacusdp.federated.protocol.Assignment;
import io.abacusdp.federated.protocol.Coordinator;
import io.abacusdp.federated.protocol.RefusedAnswerException;
import io.abacusdp.federated.protocol.TaskId;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** A whole coordinator, of the simplest kind: each client has a queue of tasks, and a list of what it handed in. */
final class Mailboxes implements Coordinator {
    private final Map<String, Deque<Assignment.Work>> tasks = new HashMap<>();
    private final Map<String, Map<TaskId, byte[]>> done = new HashMap<>();
    private final List<String> log = new ArrayList<>();
    private @Nullable String finished;
    private int waiting;

    Mailboxes(String... clients) {
        for (String client : clients) {
            tasks.put(client, new ArrayDeque<>());
            done.put(client, new HashMap<>());
        }
    }

    synchronized void post(String client, TaskId id, byte[] content) {
        queue(client).add(new Assignment.Work(id, content));
        notifyAll();
    }

    synchronized void finish(String reason) {
        finished = reason;
        notifyAll();
    }

    synchronized byte[] handedIn(String client, TaskId id) {
        byte[] content = done.getOrDefault(client, Map.of()).get(id);
        if (content == null) {
            throw new AssertionError(client + " has not handed in " + id);
        }
        return content;
    }

    /** Who handed in what, in order, repetitions left out. */
    synchronized List<String> log() {
        return List.copyOf(log);
    }

    /** Clients that wait for a task now. */
    synchronized int waiting() {
        return waiting;
    }

    @Override
    public synchronized Assignment next(String client, Duration wait) throws InterruptedException {
        Deque<Assignment.Work> queue = queue(client);
        long end = System.nanoTime() + wait.toNanos();
        waiting++;
        try {
            while (queue.isEmpty() && finished == null) {
                long left = (end - System.nanoTime()) / 1_000_000;
                if (left <= 0) {
                    return new Assignment.Idle();
                }
                wait(left);
            }
        } finally {
            waiting--;
        }
        Assignment.Work work = queue.peek();
        return work != null ? work : new Assignment.Finished(String.valueOf(finished));
    }

    @Override
    public synchronized void submit(String client, TaskId task, byte[] content) {
        Deque<Assignment.Work> queue = queue(client);
        Map<TaskId, byte[]> own = done.getOrDefault(client, Map.of());
        byte[] before = own.get(task);
        if (before != null) {
            if (!Arrays.equals(before, content)) {
                throw new RefusedAnswerException("task " + task.step() + " was handed in with another content");
            }
            return;
        }
        Assignment.Work work = queue.peek();
        if (work == null || !work.id().equals(task)) {
            throw new RefusedAnswerException("task " + task.step() + " is not " + client + "'s");
        }
        queue.remove();
        own.put(task, content);
        log.add(client + " " + task.step());
    }

    private Deque<Assignment.Work> queue(String client) {
        Deque<Assignment.Work> queue = tasks.get(client);
        if (queue == null) {
            throw new RefusedAnswerException("there is no client " + client);
        }
        return queue;
    }
}
