package io.abacusdp.ledger.store;

import io.abacusdp.storage.InPlaceText;
import java.io.IOException;
import org.jspecify.annotations.Nullable;

/**
 * A text in a file that the disk is made to take ten times a second, however often it is written over: a flush takes as long as
 * a commit. Safe for use by several threads.
 */
final class FlushedText implements AutoCloseable {
    private static final long PAUSE_MILLIS = 100;

    private final InPlaceText text;
    private final Thread thread;
    private boolean isFlushed = true;
    private boolean closed;
    private @Nullable IOException failure;

    private FlushedText(InPlaceText text) {
        this.text = text;
        this.thread = new Thread(this::run, "ledger-head");
        this.thread.setDaemon(true);
    }

    /** The text in a file, which is closed along with it. */
    static FlushedText of(InPlaceText text) {
        FlushedText flushed = new FlushedText(text);
        flushed.thread.start();
        return flushed;
    }

    /**
     * Writes over what is there; it outlives the process at once, and a power failure after the next flush.
     *
     * @throws IOException if it cannot be written, or what was written before could not be flushed
     */
    synchronized void write(String next) throws IOException {
        if (failure != null) {
            throw new IOException(failure.getMessage(), failure);
        }
        text.write(next);
        isFlushed = false;
        notifyAll();
    }

    private void run() {
        try {
            while (awaitWrite()) {
                flush();
                pause();
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    /** False when there is nothing more to flush. */
    private synchronized boolean awaitWrite() throws InterruptedException {
        while (isFlushed && !closed) {
            wait();
        }
        boolean more = !isFlushed && failure == null;
        isFlushed = true;
        return more;
    }

    /** Without the lock, so that who writes does not wait for the disk. */
    private void flush() {
        try {
            text.flush();
        } catch (IOException e) {
            synchronized (this) {
                failure = e;
            }
        }
    }

    private synchronized void pause() throws InterruptedException {
        long end = System.nanoTime() + 1_000_000 * PAUSE_MILLIS;
        long left = PAUSE_MILLIS;
        while (left > 0 && !closed) {
            wait(left);
            left = (end - System.nanoTime()) / 1_000_000;
        }
    }

    /** Flushes what was written last. */
    @Override
    public void close() throws IOException {
        synchronized (this) {
            closed = true;
            notifyAll();
        }
        boolean interrupted = false;
        while (thread.isAlive()) {
            try {
                thread.join();
            } catch (InterruptedException e) {
                interrupted = true;
            }
        }
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
        text.close();
    }
}
