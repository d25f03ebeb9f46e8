package io.abacusdp.storage;

import java.io.IOException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.FileTime;
import java.util.Comparator;
import java.util.List;
import java.util.UUID;
import java.util.stream.Stream;

/**
 * A folder of files that is there whole or not at all: it is filled under another name, every file flushed, and then takes its
 * name. Where that fails, as on a full disk, what was written is deleted.
 *
 * <p>Limits: a crash may leave a folder beside that begins with a dot and ends with {@code .tmp}; {@link #clear} deletes it.
 */
public final class WholeFolder {
    private static final String SUFFIX = ".tmp";

    private WholeFolder() {}

    /** Fills a folder. */
    @FunctionalInterface
    public interface Contents {
        void writeTo(Path folder) throws IOException;
    }

    /**
     * Makes a folder of a name in a directory.
     *
     * @param time that all its files are said to be of
     * @throws FileAlreadyExistsException if something of that name is there, which stays as it is
     */
    public static void create(Path directory, String name, FileTime time, Contents contents) throws IOException {
        Path folder = directory.resolve(name);
        if (Files.exists(folder, LinkOption.NOFOLLOW_LINKS)) {
            throw new FileAlreadyExistsException(folder.toString());
        }
        write(directory, name, time, contents);
    }

    /**
     * Makes a folder that takes the place of the one before, if there is one. If it cannot be written, the one before stays; of a
     * crash between the two, neither may be left under the name.
     *
     * @param time that all its files are said to be of
     */
    public static void replace(Path directory, String name, FileTime time, Contents contents) throws IOException {
        clear(directory, name);
        write(directory, name, time, contents);
    }

    private static void write(Path directory, String name, FileTime time, Contents contents) throws IOException {
        Path folder = directory.resolve(name);
        Path beside = directory.resolve(prefix(name) + UUID.randomUUID() + SUFFIX);
        Path before = directory.resolve(prefix(name) + UUID.randomUUID() + SUFFIX);
        try {
            Files.createDirectory(beside);
            contents.writeTo(beside);
            for (Path file : files(beside)) {
                Files.setLastModifiedTime(file, time);
            }
            Files.setLastModifiedTime(beside, time);
            exchange(folder, beside, before);
        } catch (IOException e) {
            throw new IOException(
                    "the folder %s could not be written: %s"
                            .formatted(folder, DurableFile.reason(e).replace(beside.toString(), folder.toString())),
                    e);
        } finally {
            delete(beside);
            delete(before);
        }
        DurableFile.flushDirectory(directory, folder);
    }

    private static void exchange(Path folder, Path beside, Path before) throws IOException {
        boolean isThere = Files.exists(folder, LinkOption.NOFOLLOW_LINKS);
        if (isThere) {
            Files.move(folder, before, StandardCopyOption.ATOMIC_MOVE);
        }
        try {
            Files.move(beside, folder, StandardCopyOption.ATOMIC_MOVE);
        } catch (IOException e) {
            if (isThere) {
                Files.move(before, folder, StandardCopyOption.ATOMIC_MOVE);
            }
            throw e;
        }
    }

    /** Deletes what crashes left of attempts to make the folder. */
    public static void clear(Path directory, String name) throws IOException {
        for (Path file : files(directory)) {
            String found = file.getFileName().toString();
            if (found.startsWith(prefix(name)) && found.endsWith(SUFFIX)) {
                delete(file);
            }
        }
    }

    private static String prefix(String name) {
        return "." + name + ".";
    }

    private static List<Path> files(Path directory) throws IOException {
        try (Stream<Path> files = Files.list(directory)) {
            return files.toList();
        }
    }

    private static void delete(Path folder) throws IOException {
        if (Files.notExists(folder, LinkOption.NOFOLLOW_LINKS)) {
            return;
        }
        List<Path> all;
        try (Stream<Path> files = Files.walk(folder)) {
            all = files.sorted(Comparator.reverseOrder()).toList();
        }
        for (Path file : all) {
            Files.deleteIfExists(file);
        }
    }
}
