package io.abacusdp.storage;

import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Set;
import java.util.UUID;

/**
 * Files that are written whole or not at all: after a crash or a failure at any moment, the old contents are there or the new
 * ones, and after {@link #replace} has returned, the new ones, even if the power fails.
 *
 * <p>Every byte is written and flushed to a file beside, which only then takes the name. Where that fails, the file beside is
 * deleted, and the exception names the file and the reason.
 *
 * <p>Assumes: a file system on which rename within a directory is atomic, and disks that obey a flush.
 *
 * <p>Limits: a crash may leave a file of the name with {@code .tmp} at the end beside it, which nobody reads. Where
 * directories cannot be opened, as on Windows, the rename itself is not flushed.
 */
public final class DurableFile {
    private DurableFile() {}

    /** What is to be in the file. Closing the stream does nothing. */
    @FunctionalInterface
    public interface Contents {
        void writeTo(OutputStream out) throws IOException;
    }

    /** How a file that is complete takes its name. */
    @FunctionalInterface
    private interface Placing {
        void place(Path beside, Path target) throws IOException;
    }

    /**
     * Writes the contents beside the file, flushes them, and puts them in its place. A link stays a link, and the file that it
     * leads to is replaced. Who may read the file stays the same, or fewer.
     *
     * @throws IOException if that fails at any point; unless only the last flush failed, the file is as it was
     */
    public static void replace(Path file, Contents contents) throws IOException {
        Path target = target(file);
        write(target, contents, DurableFile::moveOver, modeOf(target));
    }

    /**
     * The file that a name stands for, whatever links lead there: two names of one file have the same.
     *
     * @throws IOException if the name is a link to nothing, such as a volume that is away, or there is no such directory
     */
    public static Path target(Path file) throws IOException {
        if (Files.exists(file)) {
            return file.toRealPath();
        }
        if (Files.isSymbolicLink(file)) {
            throw new IOException("the file %s is a link to what is not there".formatted(file));
        }
        Path absolute = file.toAbsolutePath();
        Path directory = absolute.getParent();
        if (directory == null) {
            throw new IOException(file + " must be a file, not a directory");
        }
        if (!Files.isDirectory(directory)) {
            throw new IOException("the file %s could not be written: there is no such directory".formatted(file));
        }
        return directory.toRealPath().resolve(absolute.getFileName());
    }

    private static FileAttribute<?>[] modeOf(Path target) throws IOException {
        boolean kept = Files.exists(target) && Files.getFileStore(target).supportsFileAttributeView("posix");
        return kept
                ? new FileAttribute<?>[] {PosixFilePermissions.asFileAttribute(Files.getPosixFilePermissions(target))}
                : new FileAttribute<?>[0];
    }

    /** The same with text, in UTF-8. */
    public static void replace(Path file, String text) throws IOException {
        replace(file, out -> out.write(text.getBytes(StandardCharsets.UTF_8)));
    }

    /**
     * The same for a file that nobody but its owner may ever read. A link of that name is not followed: the file takes its
     * place.
     */
    public static void replacePrivate(Path file, Contents contents) throws IOException {
        write(file, contents, DurableFile::moveOver, OwnerOnly.file(file));
    }

    /** The same with text, in UTF-8. */
    public static void replacePrivate(Path file, String text) throws IOException {
        replacePrivate(file, out -> out.write(text.getBytes(StandardCharsets.UTF_8)));
    }

    /**
     * Writes a file that was not there before. Until it is whole, nobody sees it under its name.
     *
     * <p>Limits: on file systems without hard links, of two who create the same file at the same moment the later one wins.
     *
     * @throws FileAlreadyExistsException if there is a file of that name, which stays as it is
     */
    public static void create(Path file, Contents contents) throws IOException {
        requireAbsent(file);
        write(file, contents, DurableFile::moveIfAbsent);
    }

    /** The same for a text that nobody but the file's owner may ever read, such as a key. */
    public static void createPrivate(Path file, String text) throws IOException {
        requireAbsent(file);
        write(
                file,
                out -> out.write(text.getBytes(StandardCharsets.UTF_8)),
                DurableFile::moveIfAbsent,
                OwnerOnly.file(file));
    }

    private static void write(Path file, Contents contents, Placing placing, FileAttribute<?>... attributes)
            throws IOException {
        Path target = file.toAbsolutePath();
        Path directory = target.getParent();
        if (directory == null || Files.isDirectory(target)) {
            throw new IOException(file + " must be a file, not a directory");
        }
        Path beside = directory.resolve("." + target.getFileName() + "." + UUID.randomUUID() + ".tmp");
        try {
            writeWhole(beside, contents, attributes);
            placing.place(beside, target);
        } catch (FileAlreadyExistsException e) {
            throw e;
        } catch (IOException e) {
            throw new IOException(
                    "the file %s could not be written: %s%s"
                            .formatted(file, reason(e), Files.exists(target) ? "; the old content is unchanged" : ""),
                    e);
        } finally {
            deleteIfPossible(beside);
        }
        flushDirectory(directory, file);
    }

    private static void writeWhole(Path file, Contents contents, FileAttribute<?>... attributes) throws IOException {
        Set<StandardOpenOption> options = Set.of(StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE);
        try (FileChannel channel = FileChannel.open(file, options, attributes)) {
            OutputStream out = new BufferedOutputStream(new WholeWrites(channel));
            contents.writeTo(out);
            out.flush();
            channel.force(true);
        }
    }

    private static void moveOver(Path beside, Path target) throws IOException {
        Files.move(beside, target, StandardCopyOption.ATOMIC_MOVE);
    }

    /** A link takes a name only if it is free, which a move does not. */
    private static void moveIfAbsent(Path beside, Path target) throws IOException {
        try {
            Files.createLink(target, beside);
        } catch (UnsupportedOperationException | FileSystemException e) {
            requireAbsent(target);
            moveOver(beside, target);
        }
    }

    private static void requireAbsent(Path file) throws FileAlreadyExistsException {
        if (Files.exists(file, LinkOption.NOFOLLOW_LINKS)) {
            throw new FileAlreadyExistsException(file.toString());
        }
    }

    private static void deleteIfPossible(Path file) {
        try {
            Files.deleteIfExists(file);
        } catch (IOException e) {
            // Nobody reads it, and why the write failed matters more.
        }
    }

    /** The reason of a failure, without the name of the file beside, which nobody knows. */
    static String reason(IOException failure) {
        if (failure instanceof NoSuchFileException) {
            return "there is no such directory";
        }
        if (failure instanceof AccessDeniedException) {
            return "access is denied";
        }
        String reason = failure instanceof FileSystemException named ? named.getReason() : failure.getMessage();
        return reason == null ? failure.toString() : reason;
    }

    static void flushDirectory(Path directory, Path file) throws IOException {
        if (!directory.getFileSystem().supportedFileAttributeViews().contains("posix")) {
            return;
        }
        try (FileChannel channel = FileChannel.open(directory, StandardOpenOption.READ)) {
            channel.force(true);
        } catch (IOException e) {
            throw new IOException(
                    "the file %s was written, but may be lost if the power fails: %s".formatted(file, reason(e)), e);
        }
    }
}
