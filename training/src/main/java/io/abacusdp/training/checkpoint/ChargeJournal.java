package io.abacusdp.training.checkpoint;

import io.abacusdp.accounting.event.DpEvent;
import io.abacusdp.format.EventJson;
import io.abacusdp.format.InvalidEventException;
import io.abacusdp.storage.ChainedLog;
import io.abacusdp.storage.DamagedFileException;
import io.abacusdp.storage.MarkedLog;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.stream.IntStream;

/**
 * Every charge of a run, one line each, written before what it pays for is released. Lines are never changed; each carries the
 * hash of itself and all before it, and marks beside it say how many there are ({@link MarkedLog}).
 *
 * <p>A charge is flushed to the disk and marked in the background, while the step that it pays for is computed; nothing of the step may
 * leave the process before {@link #awaitDurable()} has returned. A last line without its end that no mark knows of was never
 * awaited: nothing was released for it, and it is dropped when the journal is opened again.
 *
 * <p>For use by one thread.
 */
public final class ChargeJournal implements AutoCloseable {
    static final String FILE = "charges.log";

    private final MarkedLog log;
    private final List<DpEvent> charges;

    private ChargeJournal(MarkedLog log, List<DpEvent> charges) {
        this.log = log;
        this.charges = charges;
    }

    /**
     * A journal without charges.
     *
     * @param run identity of the run, which the hashes begin with
     */
    static ChargeJournal create(Path directory, String run) throws IOException {
        return new ChargeJournal(MarkedLog.create(directory.resolve(FILE), run), new ArrayList<>());
    }

    /**
     * What a journal holds that was read and compared with its marks.
     *
     * @param hashes over the first charges, from none of them to all
     */
    record Contents(List<DpEvent> charges, List<String> hashes) {}

    /**
     * Reads the journal, and leaves the files as they are.
     *
     * @throws DamagedFileException if a line is not what was written, or the marks are not of this journal
     */
    static Contents read(Path directory, String run) throws IOException {
        Path file = directory.resolve(FILE);
        if (Files.notExists(file)) {
            throw new DamagedFileException(FILE + " is missing");
        }
        ChainedLog.Lines lines = ChainedLog.read(file, run);
        List<DpEvent> charges = new ArrayList<>();
        for (String line : lines.lines()) {
            charges.add(charge(file, charges.size() + 1, line));
        }
        SpendWitnesses.of(directory).requireKnownTo(charges.size());
        MarkedLog.read(file, run);
        return new Contents(charges, lines.chain());
    }

    /** The journal that {@link #read} found whole. */
    static ChargeJournal open(Path directory, String run) throws IOException {
        Contents contents = read(directory, run);
        return new ChargeJournal(MarkedLog.open(directory.resolve(FILE), run), new ArrayList<>(contents.charges()));
    }

    private static DpEvent charge(Path file, int number, String event) throws DamagedFileException {
        try {
            return EventJson.read(event);
        } catch (InvalidEventException e) {
            throw new DamagedFileException(ChainedLog.damaged(file, number) + ": " + e.getMessage(), e);
        }
    }

    /** All charges, in the order in which they were made. */
    public List<DpEvent> charges() {
        return Collections.unmodifiableList(charges);
    }

    /** Hash over the first charges. */
    public String hash(int count) {
        return log.hash(count);
    }

    /** Hashes over the first charges, from none of them to all. */
    List<String> hashes() {
        return IntStream.rangeClosed(0, charges.size()).mapToObj(log::hash).toList();
    }

    /** Begins to write a charge; a failure shows in {@link #awaitDurable()}. */
    public void append(DpEvent charge) {
        charges.add(charge);
        log.append(EventJson.write(charge));
    }

    /**
     * Returns when every charge is on the disk, and marked.
     *
     * @throws IOException if one could not be written; the step that it was for must not be released
     */
    public void awaitDurable() throws IOException {
        log.awaitDurable();
    }

    @Override
    public void close() throws IOException {
        log.close();
    }
}
