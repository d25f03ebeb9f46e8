package io.abacusdp.training.checkpoint;

import io.abacusdp.accounting.event.DpEvent;
import io.abacusdp.format.EventJson;
import io.abacusdp.format.InvalidEventException;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

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
    private final ChainedLog log;
    private final List<DpEvent> charges;

    private ChargeJournal(ChainedLog log, List<DpEvent> charges) {
        this.log = log;
        this.charges = charges;
    }

    /**
     * A journal without charges.
     *
     * @param run identity of the run, which the hashes begin with
     */
    static ChargeJournal create(Path file, String run) throws IOException {
        return new ChargeJournal(ChainedLog.create(file, run), new ArrayList<>());
    }

    /** A journal without charges on an open file. */
    static ChargeJournal on(FileChannel channel, String run) {
        return new ChargeJournal(ChainedLog.on(channel, run), new ArrayList<>());
    }

    /**
     * The journal that the file holds.
     *
     * @throws DamagedRunException if a line is not what was written, and then what was spent is not known
     */
    static ChargeJournal open(Path file, String run) throws IOException {
        ChainedLog log = ChainedLog.open(file, run);
        try {
            List<DpEvent> charges = new ArrayList<>();
            for (String line : log.lines()) {
                charges.add(charge(file, charges.size() + 1, line));
            }
            return new ChargeJournal(log, charges);
        } catch (IOException e) {
            log.close();
            throw e;
        }
    }

    private static DpEvent charge(Path file, int number, String event) throws DamagedRunException {
        try {
            return EventJson.read(event);
        } catch (InvalidEventException e) {
            throw new DamagedRunException(ChainedLog.damaged(file, number) + ": " + e.getMessage(), e);
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

    /** Begins to write a charge; a failure shows in {@link #awaitDurable()}. */
    public void append(DpEvent charge) {
        charges.add(charge);
        log.append(EventJson.write(charge));
    }

    /**
     * Returns when every charge is on the disk.
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
