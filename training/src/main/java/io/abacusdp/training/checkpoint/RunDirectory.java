package io.abacusdp.training.checkpoint;

import io.abacusdp.training.store.DurableFile;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.function.Consumer;

/**
 * The directory of one run: what it is ({@code run.json}), its charges ({@code charges.log}) and its checkpoints. One process
 * at a time has it.
 *
 * <p>Limits: of a directory that was copied, or put back from a backup, nobody can tell. What is run from the copy is spent
 * besides what the original spends.
 */
public final class RunDirectory implements AutoCloseable {
    private static final String IDENTITY = "run.json";
    private static final String JOURNAL = "charges.log";

    private final Path path;
    private final DirectoryLock lock;
    private final RunIdentity identity;
    private final ChargeJournal journal;
    private final CheckpointFiles checkpoints;

    private RunDirectory(Path path, DirectoryLock lock, RunIdentity identity, ChargeJournal journal) {
        this.path = path;
        this.lock = lock;
        this.identity = identity;
        this.journal = journal;
        this.checkpoints = new CheckpointFiles(path, identity.id());
    }

    /** Whether a run began in the directory. */
    public static boolean holdsRun(Path path) {
        return Files.exists(path.resolve(IDENTITY));
    }

    /**
     * Begins a run.
     *
     * @throws IllegalArgumentException if the directory holds a run already
     */
    public static RunDirectory create(Path path, RunIdentity identity, Checkpoint start) throws IOException {
        Files.createDirectories(path);
        DirectoryLock lock = DirectoryLock.take(path);
        try {
            if (holdsRun(path)) {
                throw new IllegalArgumentException(path + " holds a run already; resume it, or take another directory");
            }
            Path charges = path.resolve(JOURNAL);
            if (Files.exists(charges) && Files.size(charges) > 0) {
                throw new IllegalArgumentException(path
                        + " holds charges of a run whose description is lost; keep them, and take another directory");
            }
            ChargeJournal journal = ChargeJournal.create(charges, identity.id());
            RunDirectory directory = new RunDirectory(path, lock, identity, journal);
            directory.checkpoint(start);
            // Last, so that a run that is there can be resumed.
            byte[] json = identity.toJson().getBytes(StandardCharsets.UTF_8);
            DurableFile.replace(path.resolve(IDENTITY), channel -> channel.write(ByteBuffer.wrap(json)));
            return directory;
        } catch (IOException | RuntimeException e) {
            lock.close();
            throw e;
        }
    }

    /**
     * Takes a run up again.
     *
     * @param settings that it must have begun with
     * @throws IllegalArgumentException if there is no run, or one of other settings or other data
     * @throws DamagedRunException if what was spent cannot be read
     */
    public static RunDirectory open(Path path, Map<String, String> settings) throws IOException {
        if (!holdsRun(path)) {
            throw new IllegalArgumentException(path + " holds no run to resume");
        }
        DirectoryLock lock = DirectoryLock.take(path);
        try {
            RunIdentity identity = RunIdentity.fromJson(Files.readString(path.resolve(IDENTITY)));
            identity.requireSame(settings);
            ChargeJournal journal = ChargeJournal.open(path.resolve(JOURNAL), identity.id());
            return new RunDirectory(path, lock, identity, journal);
        } catch (IOException | RuntimeException e) {
            lock.close();
            throw e;
        }
    }

    public Path path() {
        return path;
    }

    public RunIdentity identity() {
        return identity;
    }

    public ChargeJournal journal() {
        return journal;
    }

    /** Keeps a model whose charges are durable. */
    public void checkpoint(Checkpoint checkpoint) throws IOException {
        journal.awaitDurable();
        checkpoints.write(checkpoint, journal);
    }

    /**
     * The newest whole checkpoint.
     *
     * @param problems told of those that are damaged
     * @throws DamagedRunException if there is none
     */
    public Checkpoint newestCheckpoint(Consumer<String> problems) throws IOException {
        return checkpoints.newest(journal, problems);
    }

    @Override
    public void close() throws IOException {
        try {
            journal.close();
        } finally {
            lock.close();
        }
    }
}
