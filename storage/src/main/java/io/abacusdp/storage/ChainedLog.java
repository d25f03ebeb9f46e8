package io.abacusdp.storage;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

/**
 * Lines of text that are only ever added, each with the hash of itself and all before it.
 *
 * <p>A line is flushed to the disk in the background; it is there for good when {@link #awaitDurable()} has returned. A last
 * line without its end was never awaited, and is dropped when the log is opened again. Any other line that is not as it was
 * written is found.
 *
 * <p>Limits: whole lines that were cut off the end are not missed by the log itself; who keeps {@link #hash} elsewhere finds
 * out. For use by one thread.
 */
public final class ChainedLog implements AutoCloseable {
    private static final int HASH_LENGTH = 64;

    private final FileChannel channel;
    private final List<String> lines;
    private final List<String> chain;
    private final ExecutorService flusher = Executors.newSingleThreadExecutor(task -> {
        Thread thread = new Thread(task, "abacus-log");
        thread.setDaemon(true);
        return thread;
    });
    /** Where the last line that is on the disk ends. Only the flusher changes it. */
    private long end;

    private CompletableFuture<Void> pending = CompletableFuture.completedFuture(null);

    private ChainedLog(FileChannel channel, long end, List<String> lines, List<String> chain) {
        this.channel = channel;
        this.end = end;
        this.lines = lines;
        this.chain = chain;
    }

    /**
     * A log without lines, in a file that nobody but its owner may read.
     *
     * @param name what it is the log of, which the hashes begin with
     */
    public static ChainedLog create(Path file, String name) throws IOException {
        DurableFile.replacePrivate(file, "");
        return open(file, name);
    }

    /** A log without lines on an open file. */
    static ChainedLog on(FileChannel channel, String name) {
        return new ChainedLog(channel, 0, new ArrayList<>(), new ArrayList<>(List.of(Sha256.of(name))));
    }

    /**
     * The log that the file holds.
     *
     * @throws DamagedFileException if a line is not what was written
     */
    public static ChainedLog open(Path file, String name) throws IOException {
        Lines read = read(file, name);
        FileChannel channel = FileChannel.open(file, StandardOpenOption.WRITE);
        try {
            channel.truncate(read.end());
            channel.position(read.end());
            channel.force(true);
        } catch (IOException e) {
            channel.close();
            throw e;
        }
        return new ChainedLog(channel, read.end(), new ArrayList<>(read.lines()), new ArrayList<>(read.chain()));
    }

    /**
     * What a log holds.
     *
     * @param chain hash over the first lines, from none of them to all
     * @param end where the last whole line ends in the file
     */
    public record Lines(List<String> lines, List<String> chain, long end) {
        public Lines {
            lines = List.copyOf(lines);
            chain = List.copyOf(chain);
        }
    }

    /**
     * Reads and checks the log, and leaves the file as it is.
     *
     * @throws DamagedFileException if a line is not what was written
     */
    public static Lines read(Path file, String name) throws IOException {
        List<String> lines = new ArrayList<>();
        List<String> chain = new ArrayList<>();
        chain.add(Sha256.of(name));
        byte[] bytes = Files.readAllBytes(file);
        int start = 0;
        for (int end = lineEnd(bytes, start); end >= 0; end = lineEnd(bytes, start)) {
            String line = new String(bytes, start, end - start, StandardCharsets.UTF_8);
            lines.add(checked(file, line, chain));
            start = end + 1;
        }
        return new Lines(lines, chain, start);
    }

    private static int lineEnd(byte[] bytes, int from) {
        for (int i = from; i < bytes.length; i++) {
            if (bytes[i] == '\n') {
                return i;
            }
        }
        return -1;
    }

    private static String checked(Path file, String line, List<String> chain) throws DamagedFileException {
        if (line.length() >= HASH_LENGTH + 2 && line.charAt(HASH_LENGTH) == ' ') {
            String text = line.substring(HASH_LENGTH + 1);
            String hash = Sha256.of(chain.get(chain.size() - 1), text);
            if (line.startsWith(hash)) {
                chain.add(hash);
                return text;
            }
        }
        throw new DamagedFileException(damaged(file, chain.size()));
    }

    /** What is said of a line, counted from 1, that cannot be used. */
    public static String damaged(Path file, int line) {
        return "%s is damaged at line %d, so that what was spent is not known".formatted(file, line);
    }

    /** All lines, in the order in which they were added. */
    public List<String> lines() {
        return Collections.unmodifiableList(lines);
    }

    /** Hash over the first lines. */
    public String hash(int count) {
        return chain.get(count);
    }

    /** Something that is done in the background when a line is on the disk. */
    @FunctionalInterface
    public interface Flushed {
        /**
         * Does it.
         *
         * @param hash over the line and all before it
         */
        void run(String hash) throws IOException;
    }

    /** Begins to write a line; a failure shows in {@link #awaitDurable()}. */
    public void append(String line) {
        append(line, hash -> {});
    }

    /**
     * The same, and something more that belongs to the line: {@link #awaitDurable()} waits for it too, and it is done for one
     * line after the other.
     */
    public void append(String line, Flushed flushed) {
        if (line.isEmpty() || line.indexOf('\n') >= 0) {
            throw new IllegalArgumentException("a line must have text and no end within, got '" + line + "'");
        }
        String hash = Sha256.of(chain.get(chain.size() - 1), line);
        lines.add(line);
        chain.add(hash);
        byte[] bytes = (hash + ' ' + line + '\n').getBytes(StandardCharsets.UTF_8);
        pending = pending.thenRunAsync(() -> write(bytes, hash, flushed), flusher);
    }

    /** After a failure no later line is written, as each begins only when the one before it is done. */
    private void write(byte[] line, String hash, Flushed flushed) {
        try {
            new WholeWrites(channel).write(line);
            channel.force(false);
            end += line.length;
            flushed.run(hash);
        } catch (IOException e) {
            cutBack(e);
            throw new UncheckedIOException(e);
        }
    }

    /** Takes off what came of a line that failed. If that fails too, the next one to open the log does it. */
    private void cutBack(IOException failure) {
        try {
            channel.truncate(end);
        } catch (IOException e) {
            failure.addSuppressed(e);
        }
    }

    /**
     * Returns when every line is on the disk.
     *
     * @throws IOException if one could not be written; what it was to pay for must not be released
     */
    public void awaitDurable() throws IOException {
        try {
            pending.join();
        } catch (CompletionException e) {
            throw new IOException("a charge could not be recorded, and its step was not made", e.getCause());
        }
    }

    @Override
    public void close() throws IOException {
        try {
            awaitDurable();
        } finally {
            flusher.shutdown();
            channel.close();
        }
    }
}
