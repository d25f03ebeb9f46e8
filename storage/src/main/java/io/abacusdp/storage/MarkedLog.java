package io.abacusdp.storage;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.List;

/**
 * A {@link ChainedLog} of what was spent, with {@link SpendMarks} beside it that know how many entries it has: a log that was cut,
 * emptied, removed or put back to an earlier time is refused, unless both marks went back as well. An entry is marked when it is
 * on the disk, and {@link #awaitDurable()} returns after that.
 *
 * <p>A directory has one such log. For use by one thread.
 */
public final class MarkedLog implements AutoCloseable {
    private final ChainedLog log;
    private final SpendMarks marks;

    private MarkedLog(ChainedLog log, SpendMarks marks) {
        this.log = log;
        this.marks = marks;
    }

    /**
     * A log without entries.
     *
     * @param name what it is the log of, which hashes and marks begin with
     * @throws DamagedFileException if marks beside it know of entries
     */
    public static MarkedLog create(Path file, String name) throws IOException {
        requireUnmarked(file);
        // Marks first: a log without them is one whose marks were taken away.
        SpendMarks marks = SpendMarks.create(directory(file), name, Sha256.of(name));
        try {
            return new MarkedLog(ChainedLog.create(file, name), marks);
        } catch (IOException e) {
            marks.close();
            throw e;
        }
    }

    /**
     * The log that the file holds, if its marks agree.
     *
     * @throws DamagedFileException if an entry is not what was written, or marks are missing, damaged, or know of more; then
     *     nothing is changed
     */
    public static MarkedLog open(Path file, String name) throws IOException {
        read(file, name);
        ChainedLog log = ChainedLog.open(file, name);
        try {
            return new MarkedLog(log, SpendMarks.open(directory(file), name));
        } catch (IOException e) {
            log.close();
            throw e;
        }
    }

    /**
     * Reads the log, compares it with its marks, and leaves all files as they are.
     *
     * @throws DamagedFileException as {@link #open}
     */
    public static ChainedLog.Lines read(Path file, String name) throws IOException {
        if (Files.notExists(file, LinkOption.NOFOLLOW_LINKS)) {
            requireUnmarked(file);
            throw new DamagedFileException(file + " is missing");
        }
        ChainedLog.Lines lines = ChainedLog.read(file, name);
        long marked = SpendMarks.greatest(directory(file));
        int held = lines.lines().size();
        if (marked > held) {
            throw lost(file, "%s holds %d entries".formatted(file, held), marked);
        }
        SpendMarks.check(directory(file), name, String.valueOf(file.getFileName()), lines.chain());
        return lines;
    }

    private static void requireUnmarked(Path file) throws IOException {
        long marked = SpendMarks.greatest(directory(file));
        if (marked > 0) {
            throw lost(file, "%s is missing or empty".formatted(file), marked);
        }
    }

    private static DamagedFileException lost(Path file, String what, long marked) {
        return new DamagedFileException(
                ("%s, and its marks know of %d: it was cut, or put back to an earlier time, and what was spent is not known. At least"
                                + " %d entries were made and stay spent; bring back the newest %s")
                        .formatted(what, marked, marked, file.getFileName()));
    }

    private static Path directory(Path file) throws IOException {
        Path directory = file.toAbsolutePath().getParent();
        if (directory == null) {
            throw new IOException(file + " must be a file, not a directory");
        }
        return directory;
    }

    /** All entries, in the order in which they were added. */
    public List<String> lines() {
        return log.lines();
    }

    /** Hash over the first entries. */
    public String hash(int count) {
        return log.hash(count);
    }

    /** Begins to write an entry and to mark it; a failure shows in {@link #awaitDurable()}. */
    public void append(String line) {
        int count = log.lines().size() + 1;
        log.append(line, hash -> marks.write(count, hash));
    }

    /**
     * Returns when every entry is on the disk, and marked.
     *
     * @throws IOException if one could not be written; what it was to pay for must not be released
     */
    public void awaitDurable() throws IOException {
        log.awaitDurable();
    }

    @Override
    public void close() throws IOException {
        try {
            log.close();
        } finally {
            marks.close();
        }
    }
}
