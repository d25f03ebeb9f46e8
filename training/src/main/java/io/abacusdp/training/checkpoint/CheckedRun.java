package io.abacusdp.training.checkpoint;

import io.abacusdp.accounting.event.DpEvent;
import io.abacusdp.storage.DamagedFileException;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * A run's directory, with all its files read and compared with each other, and left as they are. What disagrees is refused by
 * name, with the most charges that any file knows of. Immutable.
 *
 * <p>Limits: a directory that was put back as a whole to an earlier time agrees with itself, and so does a copy. What was
 * released since then, or from the other copy, is known only to whoever recorded it elsewhere, such as a ledger that every
 * charge is reported to.
 */
public final class CheckedRun {
    private final Path path;
    private final SealKey key;
    private final RunDescription description;
    private final ChargeJournal.Contents journal;
    private final boolean done;

    private CheckedRun(
            Path path, SealKey key, RunDescription description, ChargeJournal.Contents journal, boolean done) {
        this.path = path;
        this.key = key;
        this.description = description;
        this.journal = journal;
        this.done = done;
    }

    /**
     * Reads and compares what there is.
     *
     * @throws IllegalArgumentException if the directory holds nothing of a run
     * @throws DamagedFileException if something is missing, damaged, or does not belong together
     */
    public static CheckedRun read(Path path) throws IOException {
        if (!RunDirectory.holdsRun(path)) {
            throw new IllegalArgumentException(path + " holds no run to resume");
        }
        SpendWitnesses most = SpendWitnesses.of(path);
        try {
            RunFiles.requirePlain(path);
            RunDescription.requireLayout(path);
            SealKey key = SealKey.read(path);
            RunDescription description = RunDescription.read(path, key);
            ChargeJournal.Contents journal =
                    ChargeJournal.read(path, description.identity().id());
            CheckedRun run = new CheckedRun(path, key, description, journal, Release.isIn(path));
            run.checkTheRest();
            return run;
        } catch (DamagedFileException e) {
            throw most.stands(path, e);
        }
    }

    private void checkTheRest() throws IOException {
        for (String name : description.seals().keySet()) {
            kept(name);
        }
        if (done) {
            Release.check(path, id(), journal);
        } else {
            newestCheckpoint();
        }
    }

    /**
     * The text of a file that was kept with the run; none if the run kept none of that name.
     *
     * @throws DamagedFileException if it is not what was kept
     */
    public Optional<String> kept(String name) throws IOException {
        String seal = description.seals().get(name);
        if (seal == null || !RunDirectory.isKeptFile(name)) {
            return Optional.empty();
        }
        String text = RunFiles.text(path, name);
        if (!key.seal(text).equals(seal)) {
            throw new DamagedFileException(name + " is not what this run began with");
        }
        return Optional.of(text);
    }

    /** Drawn at random when the run began. */
    public String id() {
        return description.identity().id();
    }

    /** What the run is: its settings and its noise, as it began. */
    public RunIdentity identity() {
        return description.identity();
    }

    /** All charges, in the order in which they were made. */
    public List<DpEvent> charges() {
        return new ArrayList<>(journal.charges());
    }

    /** Whether all was released that is to be. */
    public boolean isDone() {
        return done;
    }

    RunDescription description() {
        return description;
    }

    SealKey key() {
        return key;
    }

    /**
     * The newest whole checkpoint.
     *
     * @throws DamagedFileException if there is none
     */
    public Checkpoint newestCheckpoint() throws IOException {
        return new CheckpointFiles(path, id()).newest(journal.hashes(), problem -> {});
    }
}
