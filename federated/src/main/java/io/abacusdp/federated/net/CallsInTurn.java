package io.abacusdp.federated.net;

import io.abacusdp.federated.protocol.Assignment;
import io.abacusdp.federated.protocol.Coordinator;
import io.abacusdp.federated.protocol.TaskId;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/**
 * Calls of one client one after another, as {@link Coordinator} wants them. A client asks nothing new while it waits for an
 * answer; so a new call of it means that it gave the former up, and one that waits for a task is ended. Safe for use by several
 * threads.
 */
final class CallsInTurn {
    private final Coordinator coordinator;
    private final Map<String, Turn> turns = new ConcurrentHashMap<>();

    CallsInTurn(Coordinator coordinator) {
        this.coordinator = coordinator;
    }

    /** A wait that can be ended by another thread, once, and only while it lasts. */
    static final class Waiting {
        private @Nullable Thread thread = Thread.currentThread();

        synchronized void end() {
            if (thread != null) {
                thread.interrupt();
            }
        }

        private synchronized void isOver() {
            thread = null;
        }
    }

    private static final class Turn {
        private final ReentrantLock lock = new ReentrantLock(true);
        private volatile @Nullable Waiting waiting;
    }

    Assignment next(String client, Duration wait, Waiting waiting) throws InterruptedException {
        try {
            Turn turn = begin(client);
            turn.lock.lockInterruptibly();
            try {
                turn.waiting = waiting;
                return coordinator.next(client, wait);
            } finally {
                turn.waiting = null;
                turn.lock.unlock();
            }
        } finally {
            waiting.isOver();
            // An end that came too late must not be felt by whatever this thread does next.
            Thread.interrupted();
        }
    }

    void submit(String client, TaskId task, byte[] content) {
        Turn turn = begin(client);
        turn.lock.lock();
        try {
            coordinator.submit(client, task, content);
        } finally {
            turn.lock.unlock();
        }
    }

    /** Ends all waits for tasks. */
    void endAll() {
        turns.values().forEach(CallsInTurn::endWaitOf);
    }

    private Turn begin(String client) {
        Turn turn = turns.computeIfAbsent(client, name -> new Turn());
        endWaitOf(turn);
        return turn;
    }

    private static void endWaitOf(Turn turn) {
        Waiting former = turn.waiting;
        if (former != null) {
            former.end();
        }
    }
}
