package io.abacusdp.storage;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Set;

/** A directory that one process at a time has. */
public final class DirectoryLock implements AutoCloseable {
    private static final String FILE = "lock";

    private final FileChannel channel;

    private DirectoryLock(FileChannel channel) {
        this.channel = channel;
    }

    /**
     * Takes a directory that exists.
     *
     * @throws IllegalArgumentException if somebody has it
     */
    public static DirectoryLock take(Path directory) throws IOException {
        Path file = directory.resolve(FILE);
        FileChannel channel = FileChannel.open(
                file, Set.of(StandardOpenOption.CREATE, StandardOpenOption.WRITE), OwnerOnly.file(file));
        try {
            FileLock lock = channel.tryLock();
            if (lock == null) {
                throw new OverlappingFileLockException();
            }
            return new DirectoryLock(channel);
        } catch (OverlappingFileLockException e) {
            channel.close();
            throw new IllegalArgumentException(directory + " is in use by another run", e);
        }
    }

    @Override
    public void close() throws IOException {
        channel.close();
    }
}
