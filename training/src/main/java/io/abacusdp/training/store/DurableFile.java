package io.abacusdp.training.store;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.UUID;

/**
 * Files that are replaced as a whole: after a crash at any moment, the old contents are there or the new ones, and after
 * {@link #replace} has returned, the new ones, even if the power fails.
 *
 * <p>Assumes: a file system on which rename within a directory is atomic, and disks that obey a flush.
 *
 * <p>Limits: a crash may leave a file of the name with {@code .tmp} at the end beside it, which nobody reads. Where
 * directories cannot be opened, as on Windows, the rename itself is not flushed.
 */
public final class DurableFile {
    private DurableFile() {}

    /** What is to be in the file. */
    @FunctionalInterface
    public interface Contents {
        void writeTo(FileChannel channel) throws IOException;
    }

    /**
     * Writes the contents beside the file, flushes them, and puts them in its place.
     *
     * @throws IOException if that fails at any point; unless only the last flush failed, the file is as it was
     */
    public static void replace(Path file, Contents contents) throws IOException {
        Path target = file.toAbsolutePath();
        Path directory = target.getParent();
        if (directory == null || Files.isDirectory(target)) {
            throw new IOException(file + " must be a file, not a directory");
        }
        Path beside = directory.resolve("." + target.getFileName() + "." + UUID.randomUUID() + ".tmp");
        try {
            try (FileChannel channel =
                    FileChannel.open(beside, StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE)) {
                contents.writeTo(channel);
                channel.force(true);
            }
            Files.move(beside, target, StandardCopyOption.ATOMIC_MOVE);
        } finally {
            Files.deleteIfExists(beside);
        }
        flushDirectory(directory);
    }

    private static void flushDirectory(Path directory) throws IOException {
        if (!directory.getFileSystem().supportedFileAttributeViews().contains("posix")) {
            return;
        }
        try (FileChannel channel = FileChannel.open(directory, StandardOpenOption.READ)) {
            channel.force(true);
        }
    }
}
