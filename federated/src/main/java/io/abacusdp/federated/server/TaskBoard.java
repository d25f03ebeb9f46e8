package io.abacusdp.federated.server;

import io.abacusdp.federated.message.Answer;
import io.abacusdp.federated.protocol.Assignment;
import io.abacusdp.federated.protocol.Receipt;
import io.abacusdp.federated.protocol.RefusedAnswerException;
import io.abacusdp.federated.protocol.TaskId;
import java.time.Duration;
import java.util.Arrays;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * Tasks that clients can fetch, what they handed in, and who is there. Safe for use by several threads.
 *
 * <p>The first task of an attempt is handed to a client {@link #MOST_DELIVERIES} times at most: as often as it is, a client can
 * have charged itself, and no more often.
 */
final class TaskBoard {
    /** So often a client may crash, or its line may fail, in one attempt. */
    static final int MOST_DELIVERIES = 8;

    /** Takes an answer or refuses it, and then nothing has changed; who is not believed is not waited for any more. */
    interface Acceptor {
        void accept(String client, Answer answer);
    }

    private final Map<String, Desk> desks = new TreeMap<>();
    private final Map<String, Receipt> seconds = new TreeMap<>();
    private @Nullable String finished;
    private Acceptor acceptor = (client, answer) -> {};

    /** One client's task, and the last that it handed in. */
    private static final class Desk {
        private @Nullable TaskId open;
        private byte[] content = {};
        private @Nullable Answer answer;
        private @Nullable TaskId handedIn;
        private byte[] handedInContent = {};
        private boolean hasDeclined;
        private int deliveries;
        private long allDeliveries;
        private int calls;
        private boolean isSeen;

        boolean isWaitedFor() {
            return open != null && answer == null;
        }

        boolean isThere() {
            return calls > 0 || isSeen;
        }

        /** Whether the task may be handed out once more. */
        boolean isDeliverable() {
            return isWaitedFor() && (open == null || open.step() > 0 || deliveries < MOST_DELIVERIES);
        }

        void delivered() {
            if (open != null && open.step() == 0) {
                deliveries++;
                allDeliveries++;
            }
        }

        boolean hasTaken() {
            return answer != null && !(answer instanceof Answer.Declined);
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
            desk.deliveries = id.step() == 0 ? 0 : desk.deliveries;
        });
        notifyAll();
    }

    synchronized Assignment next(String client, Duration wait) throws InterruptedException {
        Desk desk = desk(client);
        long deadline = System.nanoTime() + wait.toNanos();
        desk.isSeen = true;
        desk.calls++;
        notifyAll();
        try {
            while (true) {
                if (finished != null) {
                    return new Assignment.Finished(finished);
                }
                TaskId open = desk.open;
                if (open != null && desk.isDeliverable()) {
                    desk.delivered();
                    return new Assignment.Work(open, desk.content);
                }
                if (!waited(deadline)) {
                    return new Assignment.Idle();
                }
            }
        } finally {
            desk.calls--;
        }
    }

    /** How often a client was handed the first task of an attempt, in all. */
    synchronized long deliveries(String client) {
        return desk(client).allDeliveries;
    }

    /** How often more than once a client was handed the first task of the last attempt. */
    synchronized int redeliveries(String client) {
        return Math.max(0, desk(client).deliveries - 1);
    }

    /**
     * Waits until so many of the clients are there, or the time is over: each has asked for work since tasks were last taken back,
     * or is asking now.
     *
     * @return how many are there
     */
    synchronized int awaitThere(Collection<String> clients, int enough, Duration longest) throws InterruptedException {
        long deadline = System.nanoTime() + longest.toNanos();
        boolean inTime = true;
        int there = there(clients);
        while (inTime && there < enough) {
            inTime = waited(deadline);
            there = there(clients);
        }
        return there;
    }

    private int there(Collection<String> clients) {
        return (int) clients.stream().filter(client -> desk(client).isThere()).count();
    }

    /** Takes an answer; false if it was handed in before. */
    synchronized boolean submit(String client, TaskId id, byte[] content) {
        Desk desk = desk(client);
        if (id.equals(desk.handedIn) && Arrays.equals(content, desk.handedInContent)) {
            return false;
        }
        if (id.equals(desk.handedIn) && id.step() == 0) {
            noteSecond(client, desk, content);
        }
        if (!id.equals(desk.open)) {
            throw new RefusedAnswerException("%s is not, or no longer, a task of %s".formatted(id, client));
        }
        if (desk.answer != null) {
            throw new RefusedAnswerException("%s was answered by %s in another way".formatted(id, client));
        }
        Answer answer;
        try {
            answer = Answer.decode(content);
            acceptor.accept(client, answer);
        } catch (IllegalArgumentException e) {
            if (e instanceof NotBelievedException) {
                desk.open = null;
                notifyAll();
            }
            throw new RefusedAnswerException(
                    "the answer to %s is not what was asked for: %s".formatted(id, e.getMessage()));
        }
        desk.answer = answer;
        desk.handedIn = id;
        desk.handedInContent = content;
        desk.hasDeclined = answer instanceof Answer.Declined;
        notifyAll();
        return true;
    }

    /** Two answers to one task: they are of two processes with one key, and both have charged themselves. */
    private void noteSecond(String client, Desk desk, byte[] content) {
        try {
            Answer second = Answer.decode(content);
            if (!desk.hasDeclined && !(second instanceof Answer.Declined)) {
                seconds.put(client, second.receipt());
            }
        } catch (IllegalArgumentException e) {
            // It is no answer, and is refused as the second in any case.
        }
    }

    /** Receipts of answers that were refused because another was taken, since this was last asked; the last of each client. */
    synchronized Map<String, Receipt> takeSeconds() {
        Map<String, Receipt> taken = new TreeMap<>(seconds);
        seconds.clear();
        return taken;
    }

    /**
     * Waits until all have answered, or the time is over, or enough have answered and the others had the grace besides; takes the
     * tasks back, and returns the answers by client.
     *
     * @param enough answers that are not declined
     */
    synchronized Map<String, Answer> close(Duration patience, Duration grace, int enough) throws InterruptedException {
        long deadline = System.nanoTime() + patience.toNanos();
        boolean inTime = true;
        boolean isEnough = false;
        while (inTime && desks.values().stream().anyMatch(Desk::isWaitedFor)) {
            if (!isEnough && desks.values().stream().filter(Desk::hasTaken).count() >= enough) {
                isEnough = true;
                deadline = Math.min(deadline, System.nanoTime() + grace.toNanos());
            }
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
            desk.isSeen = false;
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

    @SuppressWarnings("WaitNotInLoop") // All callers loop.
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
            throw new RefusedAnswerException("there is no client " + client);
        }
        return desk;
    }
}
