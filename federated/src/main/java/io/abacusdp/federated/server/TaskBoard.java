package io.abacusdp.federated.server;

import io.abacusdp.federated.message.Answer;
import io.abacusdp.federated.protocol.Assignment;
import io.abacusdp.federated.protocol.RefusedException;
import io.abacusdp.federated.protocol.TaskId;
import java.time.Duration;
import java.util.Arrays;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** Tasks that clients can fetch, and what they handed in. Safe for use by several threads. */
final class TaskBoard {
    /** Takes an answer or refuses it, and then nothing has changed. */
    interface Acceptor {
        void accept(String client, Answer answer);
    }

    private final Map<String, Desk> desks = new TreeMap<>();
    private @Nullable String finished;
    private Acceptor acceptor = (client, answer) -> {};

    /** One client's task, and the last that it handed in. */
    private static final class Desk {
        private @Nullable TaskId open;
        private byte[] content = {};
        private @Nullable Answer answer;
        private @Nullable TaskId handedIn;
        private byte[] handedInContent = {};

        boolean isWaitedFor() {
            return open != null && answer == null;
        }
    }

    TaskBoard(Collection<String> clients) {
        clients.forEach(client -> desks.put(client, new Desk()));
    }

    /** Lets clients fetch their tasks. */
    synchronized void post(TaskId id, Map<String, byte[]> contents, Acceptor taker) {
        acceptor = taker;
        contents.forEach((client, content) -> {
            Desk desk = desk(client);
            desk.open = id;
            desk.content = content;
            desk.answer = null;
        });
        notifyAll();
    }

    synchronized Assignment next(String client, Duration wait) throws InterruptedException {
        Desk desk = desk(client);
        long deadline = System.nanoTime() + wait.toNanos();
        while (true) {
            if (finished != null) {
                return new Assignment.Finished(finished);
            }
            TaskId open = desk.open;
            if (open != null && desk.answer == null) {
                return new Assignment.Work(open, desk.content);
            }
            if (!waited(deadline)) {
                return new Assignment.Idle();
            }
        }
    }

    /** Takes an answer; false if it was handed in before. */
    synchronized boolean submit(String client, TaskId id, byte[] content) {
        Desk desk = desk(client);
        if (id.equals(desk.handedIn) && Arrays.equals(content, desk.handedInContent)) {
            return false;
        }
        if (!id.equals(desk.open)) {
            throw new RefusedException("%s is not, or no longer, a task of %s".formatted(id, client));
        }
        if (desk.answer != null) {
            throw new RefusedException("%s was answered by %s in another way".formatted(id, client));
        }
        Answer answer;
        try {
            answer = Answer.decode(content);
            acceptor.accept(client, answer);
        } catch (IllegalArgumentException e) {
            throw new RefusedException("the answer to %s is not what was asked for: %s".formatted(id, e.getMessage()));
        }
        desk.answer = answer;
        desk.handedIn = id;
        desk.handedInContent = content;
        notifyAll();
        return true;
    }

    /** Waits until all have answered or the time is over, takes the tasks back, and returns the answers by client. */
    synchronized Map<String, Answer> close(Duration patience) throws InterruptedException {
        long deadline = System.nanoTime() + patience.toNanos();
        boolean inTime = true;
        while (inTime && desks.values().stream().anyMatch(Desk::isWaitedFor)) {
            inTime = waited(deadline);
        }
        Map<String, Answer> answers = new LinkedHashMap<>();
        desks.forEach((client, desk) -> {
            Answer answer = desk.answer;
            if (answer != null) {
                answers.put(client, answer);
            }
            desk.open = null;
            desk.answer = null;
            desk.content = new byte[0];
        });
        return answers;
    }

    /** There will be no more tasks. */
    synchronized void finish(String reason) {
        if (finished == null) {
            finished = reason;
            notifyAll();
        }
    }

    @SuppressWarnings("WaitNotInLoop") // Both callers loop.
    private boolean waited(long deadline) throws InterruptedException {
        long left = deadline - System.nanoTime();
        if (left <= 0) {
            return false;
        }
        wait(left / 1_000_000, (int) (left % 1_000_000));
        return true;
    }

    private Desk desk(String client) {
        Desk desk = desks.get(client);
        if (desk == null) {
            throw new RefusedException("there is no client " + client);
        }
        return desk;
    }
}
