package io.abacusdp.training.checkpoint;

import io.abacusdp.accounting.event.DpEvent;
import io.abacusdp.format.EventJson;
import io.abacusdp.format.InvalidEventException;
import io.abacusdp.training.store.DurableFile;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
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
 * Every charge of a run, one line each, written before what it pays for is released. Lines are never changed; each carries the
 * hash of itself and all before it.
 *
 * <p>A charge is flushed to the disk in the background, while the step that it pays for is computed; nothing of the step may
 * leave the process before {@link #awaitDurable()} has returned. A last line without its end was never awaited: nothing was
 * released for it, and it is dropped when the journal is opened again.
 *
 * <p>For use by one thread.
 */
public final class ChargeJournal implements AutoCloseable {
    private static final int HASH_LENGTH = 64;

    private final FileChannel channel;
    private final List<DpEvent> charges;
    private final List<String> chain;
    private final ExecutorService flusher = Executors.newSingleThreadExecutor(task -> {
        Thread thread = new Thread(task, "abacus-journal");
        thread.setDaemon(true);
        return thread;
    });
    private CompletableFuture<Void> pending = CompletableFuture.completedFuture(null);

    private ChargeJournal(FileChannel channel, List<DpEvent> charges, List<String> chain) {
        this.channel = channel;
        this.charges = charges;
        this.chain = chain;
    }

    /**
     * A journal without charges.
     *
     * @param run identity of the run, which the hashes begin with
     */
    static ChargeJournal create(Path file, String run) throws IOException {
        DurableFile.replace(file, channel -> {});
        return open(file, run);
    }

    /** A journal without charges on an open file. */
    static ChargeJournal on(FileChannel channel, String run) {
        return new ChargeJournal(channel, new ArrayList<>(), new ArrayList<>(List.of(Sha256.of(run))));
    }

    /**
     * The journal that the file holds.
     *
     * @throws DamagedRunException if a line is not what was written, and then what was spent is not known
     */
    static ChargeJournal open(Path file, String run) throws IOException {
        List<DpEvent> charges = new ArrayList<>();
        List<String> chain = new ArrayList<>();
        chain.add(Sha256.of(run));
        byte[] bytes = Files.readAllBytes(file);
        int start = 0;
        for (int end = lineEnd(bytes, start); end >= 0; end = lineEnd(bytes, start)) {
            String line = new String(bytes, start, end - start, StandardCharsets.UTF_8);
            charges.add(charge(file, charges.size() + 1, line, chain));
            start = end + 1;
        }
        FileChannel channel = FileChannel.open(file, StandardOpenOption.WRITE);
        try {
            channel.truncate(start);
            channel.position(start);
            channel.force(true);
        } catch (IOException e) {
            channel.close();
            throw e;
        }
        return new ChargeJournal(channel, charges, chain);
    }

    private static int lineEnd(byte[] bytes, int from) {
        for (int i = from; i < bytes.length; i++) {
            if (bytes[i] == '\n') {
                return i;
            }
        }
        return -1;
    }

    private static DpEvent charge(Path file, int number, String line, List<String> chain) throws DamagedRunException {
        String damaged = "%s is damaged at line %d, so that what was spent is not known".formatted(file, number);
        if (line.length() < HASH_LENGTH + 2 || line.charAt(HASH_LENGTH) != ' ') {
            throw new DamagedRunException(damaged);
        }
        String event = line.substring(HASH_LENGTH + 1);
        String hash = Sha256.of(chain.get(chain.size() - 1), event);
        if (!line.startsWith(hash)) {
            throw new DamagedRunException(damaged);
        }
        chain.add(hash);
        try {
            return EventJson.read(event);
        } catch (InvalidEventException e) {
            throw new DamagedRunException(damaged + ": " + e.getMessage(), e);
        }
    }

    /** All charges, in the order in which they were made. */
    public List<DpEvent> charges() {
        return Collections.unmodifiableList(charges);
    }

    /** Hash over the first charges. */
    public String hash(int count) {
        return chain.get(count);
    }

    /** Begins to write a charge; a failure shows in {@link #awaitDurable()}. */
    public void append(DpEvent charge) {
        String event = EventJson.write(charge);
        String hash = Sha256.of(chain.get(chain.size() - 1), event);
        charges.add(charge);
        chain.add(hash);
        ByteBuffer line = ByteBuffer.wrap((hash + ' ' + event + '\n').getBytes(StandardCharsets.UTF_8));
        pending = pending.thenRunAsync(() -> write(line), flusher);
    }

    private void write(ByteBuffer line) {
        try {
            while (line.hasRemaining()) {
                channel.write(line);
            }
            channel.force(false);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /**
     * Returns when every charge is on the disk.
     *
     * @throws IOException if one could not be written; the step that it was for must not be released
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
