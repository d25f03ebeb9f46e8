package io.abacusdp.storage;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFileAttributeView;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Set;

/**
 * Files and directories that nobody but their owner may read. They are so from the moment that they are there, whatever the
 * umask is: there is no time in which others could open them.
 *
 * <p>Limits: on file systems without POSIX permissions, such as those of Windows, they are as private as the directory that
 * they are in.
 */
public final class OwnerOnly {
    private static final Set<PosixFilePermission> FILE = PosixFilePermissions.fromString("rw-------");
    private static final Set<PosixFilePermission> DIRECTORY = PosixFilePermissions.fromString("rwx------");

    private OwnerOnly() {}

    /** For the creation of a file. */
    static FileAttribute<?>[] file(Path path) {
        return attributes(path, FILE);
    }

    private static FileAttribute<?>[] attributes(Path path, Set<PosixFilePermission> permissions) {
        return path.getFileSystem().supportedFileAttributeViews().contains("posix")
                ? new FileAttribute<?>[] {PosixFilePermissions.asFileAttribute(permissions)}
                : new FileAttribute<?>[0];
    }

    /**
     * A directory for private files, made unless it is there. One that is there and empty becomes private; the permissions of
     * one that holds something are left to whoever keeps it.
     */
    public static void makeDirectory(Path directory) throws IOException {
        Path parent = directory.toAbsolutePath().getParent();
        if (parent != null) {
            Files.createDirectories(parent);
        }
        if (!Files.isDirectory(directory)) {
            Files.createDirectory(directory, attributes(directory, DIRECTORY));
        } else if (isEmpty(directory)) {
            permit(directory.toRealPath(), DIRECTORY);
        }
    }

    private static boolean isEmpty(Path directory) throws IOException {
        try (var files = Files.list(directory)) {
            return files.findAny().isEmpty();
        }
    }

    /**
     * Refuses a file that others than its owner may read, write or run, such as a key that was copied.
     *
     * @throws IOException naming the file
     */
    public static void requireFile(Path file) throws IOException {
        PosixFileAttributeView view = Files.getFileAttributeView(file, PosixFileAttributeView.class);
        if (view != null && !DIRECTORY.containsAll(view.readAttributes().permissions())) {
            throw new IOException(file + " must be for its owner only (mode 600), got "
                    + PosixFilePermissions.toString(view.readAttributes().permissions()));
        }
    }

    /** Makes a file private that others may read, as after it was copied; a link is left alone. */
    public static void restrict(Path file) throws IOException {
        permit(file, FILE);
    }

    private static void permit(Path path, Set<PosixFilePermission> permissions) throws IOException {
        PosixFileAttributeView view =
                Files.getFileAttributeView(path, PosixFileAttributeView.class, LinkOption.NOFOLLOW_LINKS);
        if (view != null
                && !Files.isSymbolicLink(path)
                && !view.readAttributes().permissions().equals(permissions)) {
            view.setPermissions(permissions);
        }
    }
}
