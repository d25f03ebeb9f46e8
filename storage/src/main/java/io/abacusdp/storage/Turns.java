package io.abacusdp.storage;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;

/**
 * Processes that change the same file one after the other: without that, of two that read, add and replace at the same time,
 * what one of them added would be lost.
 *
 * <p>Safe for use by many threads; those of one process take turns for all files together.
 */
public final class Turns {
    private Turns() {}

    /** What is done while nobody else has the turn. */
    @FunctionalInterface
    public interface Work<T> {
        T run() throws IOException;
    }

    /**
     * Waits for the turn, and does the work.
     *
     * @param lock a file that is there for nothing else; it stays, as deleting it would let two in
     */
    public static synchronized <T> T take(Path lock, Work<T> work) throws IOException {
        try (FileChannel channel = FileChannel.open(lock, StandardOpenOption.CREATE, StandardOpenOption.WRITE);
                FileLock held = channel.lock()) {
            if (!held.isValid()) {
                throw new IOException("the file " + lock + " cannot be locked");
            }
            return work.run();
        }
    }
}
