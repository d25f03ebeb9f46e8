package io.abacusdp.training.parallel;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;

/** Threads that share out numbered pieces of work; the caller is one of them. For use by one caller at a time. */
public final class Workers implements AutoCloseable {
    /** One piece of work, done by the worker of a number below {@link #count()}. */
    public interface Work {
        void run(int piece, int worker);
    }

    private final int count;
    private final ExecutorService others;

    /** @param count of threads, at least 1; none but the caller's is made before there is work for it */
    public Workers(int count) {
        if (count < 1) {
            throw new IllegalArgumentException("threads must be at least 1, got " + count);
        }
        this.count = count;
        this.others = Executors.newCachedThreadPool(work -> {
            Thread thread = new Thread(work, "abacus-worker");
            thread.setDaemon(true);
            return thread;
        });
    }

    public int count() {
        return count;
    }

    /** Runs all pieces, each once, and returns when all are done. One thread takes them in their order. */
    public void run(int pieces, Work work) {
        AtomicInteger next = new AtomicInteger();
        List<Future<?>> helpers = new ArrayList<>();
        for (int worker = 1; worker < Math.min(count, pieces); worker++) {
            int number = worker;
            helpers.add(others.submit(() -> take(next, pieces, work, number)));
        }
        try {
            take(next, pieces, work, 0);
        } finally {
            // After a failure the others stop at their next piece; none may still write when this returns.
            next.set(pieces);
            for (Future<?> helper : helpers) {
                await(helper);
            }
        }
    }

    private static void take(AtomicInteger next, int pieces, Work work, int worker) {
        for (int piece = next.getAndIncrement(); piece < pieces; piece = next.getAndIncrement()) {
            work.run(piece, worker);
        }
    }

    private static void await(Future<?> helper) {
        boolean interrupted = false;
        try {
            while (true) {
                try {
                    helper.get();
                    return;
                } catch (InterruptedException e) {
                    interrupted = true;
                } catch (ExecutionException e) {
                    throw new IllegalStateException("a thread failed", e.getCause());
                }
            }
        } finally {
            if (interrupted) {
                Thread.currentThread().interrupt();
            }
        }
    }

    @Override
    public void close() {
        others.shutdownNow();
    }
}
