package io.abacusdp.training.checkpoint;

import io.abacusdp.accounting.event.DpEvent;
import io.abacusdp.storage.DamagedFileException;
import io.abacusdp.storage.DirectoryLock;
import io.abacusdp.storage.DurableFile;
import io.abacusdp.storage.OwnerOnly;
import io.abacusdp.storage.Sha256;
import io.abacusdp.storage.WholeFolder;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;

/**
 * The directory of one run. One process at a time has it. What may be published is in its folder {@code release}; all else is
 * private: mode 0600, in a directory of mode 0700, from the moment of creation.
 *
 * <table>
 * <caption>Files</caption>
 * <tr><td>{@code README.txt}</td><td>private</td><td>says what is private here</td></tr>
 * <tr><td>{@code lock}</td><td>private</td><td>empty; locked by the process that has the directory</td></tr>
 * <tr><td>{@code seal.key}</td><td>private</td><td>32 random bytes in hexadecimal: the key of all seals (HMAC-SHA-256)</td></tr>
 * <tr><td>{@code run.json}</td><td>private</td><td>{@code layout} (2), {@code id}, {@code begun} (day in UTC),
 *     {@code noise_multiplier}, {@code settings} (name and value), {@code seals} of data and kept files (name and HMAC), and
 *     {@code seal}, the HMAC of the object without this field. Written last: where it is, a run has begun</td></tr>
 * <tr><td>{@code charges.log}</td><td>private</td><td>the journal: one charge a line, the chained SHA-256, a space, and the event
 *     as JSON; the chain begins with the hash of {@code id}. Flushed before anything of the charge's step is released</td></tr>
 * <tr><td>{@code spent-1.mark}, {@code spent-2.mark}</td><td>private</td><td>one line: the number of charges in 12 digits, the
 *     journal's hash at that number, and the hash of {@code id}, number and hash. Never ahead of the journal</td></tr>
 * <tr><td>{@code checkpoint-N.safetensors}</td><td>private</td><td>the last two; model and optimiser after N charges, with the
 *     run, the journal's hash at N, and a hash over itself</td></tr>
 * <tr><td>{@code log.jsonl}, {@code log.csv}</td><td>private</td><td>one line an epoch, for people, with times; {@code charged_steps}
 *     is never more than the journal has</td></tr>
 * <tr><td>{@code command.json} and others</td><td>private</td><td>files that were kept with the run, as their seals say</td></tr>
 * <tr><td>{@code release/}</td><td>public</td><td>there when the run is done, and whole</td></tr>
 * <tr><td>{@code release/record.json}</td><td>public</td><td>{@code run} (the id), {@code charges}, {@code journal} (the hash of
 *     all), {@code event} (all charges as one event)</td></tr>
 * <tr><td>{@code release/model.safetensors}, {@code report.json}, {@code report.txt}, {@code report.html}</td><td>public</td>
 *     <td>what the command writes</td></tr>
 * <tr><td>{@code release/README.txt}, {@code release/SHA256SUMS}</td><td>public</td><td>what this is; the hash of every other
 *     file in the folder</td></tr>
 * </table>
 *
 * <p>Before a run is resumed, all of it is compared ({@link CheckedRun}, which says what cannot be noticed).
 */
public final class RunDirectory implements AutoCloseable {
    /** Of an epoch a line each, as JSON and as CSV. */
    public static final String LOG_JSON = "log.jsonl";

    public static final String LOG_CSV = "log.csv";

    static final String README = "README.txt";

    /** The text of README.txt in a release. */
    public static final String RELEASE_README = """
            What is in this folder may be published: it was released with noise and is accounted, or is public.
            record.json has all charges as an event; SHA256SUMS is for 'sha256sum --check'.
            """;

    private static final String PRIVATE = """
            Everything in this directory is private, except the folder 'release' once it is there: do not publish it.
            It is what the run needs to be resumed, and the proof of what it spent: do not edit it, and do not put back old files.
            """;

    private final Path path;
    private final DirectoryLock lock;
    private final RunDescription description;
    private final ChargeJournal journal;
    private final CheckpointFiles checkpoints;

    private RunDirectory(Path path, DirectoryLock lock, RunDescription description, ChargeJournal journal) {
        this.path = path;
        this.lock = lock;
        this.description = description;
        this.journal = journal;
        this.checkpoints = new CheckpointFiles(path, description.identity().id());
    }

    /**
     * What a run must find unchanged when it is resumed, and of which only a seal is written down.
     *
     * @param inputs by name, such as the private data: each adds itself to a hash
     * @param files name and text of private files to keep in the directory, such as the command
     */
    public record Sealed(Map<String, Consumer<Sha256>> inputs, Map<String, String> files) {
        public Sealed {
            inputs = Map.copyOf(inputs);
            files = Map.copyOf(files);
            for (String name : files.keySet()) {
                if (!isKeptFile(name)) {
                    throw new IllegalArgumentException("a kept file must be named like command.json, got " + name);
                }
            }
        }

        private Map<String, String> seals(SealKey key) {
            Map<String, String> seals = new LinkedHashMap<>();
            inputs.forEach((name, content) -> seals.put(name, key.seal(content)));
            files.forEach((name, text) -> seals.put(name, key.seal(text)));
            return seals;
        }
    }

    /** Names of kept files have an ending, which those of inputs have not, and are of no other file of a run. */
    static boolean isKeptFile(String name) {
        return name.matches("[a-z][a-z-]*\\.json") && !name.equals(RunDescription.FILE);
    }

    /** Whether the directory has anything of a run, be it damaged: nothing may begin there that could hide what was spent. */
    public static boolean holdsRun(Path path) {
        try {
            return Files.exists(path.resolve(RunDescription.FILE), LinkOption.NOFOLLOW_LINKS)
                    || Release.isIn(path)
                    || SpendWitnesses.of(path).charges() > 0;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** The folder with what may be published of a run that is done. */
    public static Path releaseFolder(Path path) {
        return path.resolve(Release.FOLDER);
    }

    /**
     * Reads and compares all files of a run that nobody is at work on; see {@link CheckedRun#read}.
     *
     * @throws IllegalArgumentException if somebody is
     */
    public static CheckedRun check(Path path) throws IOException {
        DirectoryLock lock = DirectoryLock.take(path);
        try {
            return CheckedRun.read(path);
        } finally {
            lock.close();
        }
    }

    /**
     * Begins a run.
     *
     * @throws IllegalArgumentException if the directory holds a run already, or what is left of one
     */
    public static RunDirectory create(Path path, RunIdentity identity, Checkpoint start, Sealed sealed)
            throws IOException {
        OwnerOnly.makeDirectory(path);
        DirectoryLock lock = DirectoryLock.take(path);
        try {
            if (holdsRun(path)) {
                throw new IllegalArgumentException(
                        path + " holds a run already, or what is left of one; resume it, or take another directory");
            }
            RunFiles.requirePlain(path);
            for (Map.Entry<String, String> file : sealed.files().entrySet()) {
                DurableFile.replacePrivate(path.resolve(file.getKey()), file.getValue());
            }
            DurableFile.replacePrivate(path.resolve(README), PRIVATE);
            SealKey key = SealKey.create(path);
            RunDescription description = new RunDescription(identity, LocalDate.now(ZoneOffset.UTC), sealed.seals(key));
            RunDirectory directory =
                    new RunDirectory(path, lock, description, ChargeJournal.create(path, identity.id()));
            directory.checkpoint(start);
            // Last, so that a run that is there can be resumed.
            DurableFile.replacePrivate(path.resolve(RunDescription.FILE), description.toJson(key));
            return directory;
        } catch (IOException | RuntimeException e) {
            lock.close();
            throw e;
        }
    }

    /**
     * Takes a run up again, if all its files agree.
     *
     * @param settings that it must have begun with
     * @param inputs that it must have begun with
     * @throws IllegalArgumentException if there is no run, or one that is done, or one of other settings or other data
     * @throws DamagedFileException if something is missing, damaged, or does not belong together
     */
    public static RunDirectory open(Path path, Map<String, String> settings, Map<String, Consumer<Sha256>> inputs)
            throws IOException {
        if (!holdsRun(path)) {
            throw new IllegalArgumentException(path + " holds no run to resume");
        }
        DirectoryLock lock = DirectoryLock.take(path);
        try {
            CheckedRun run = CheckedRun.read(path);
            if (run.isDone()) {
                throw new IllegalArgumentException(
                        "the run in %s is done, and its release stays as it is".formatted(path));
            }
            RunDescription description = run.description();
            description.identity().requireSame(settings);
            inputs.forEach((name, content) -> {
                if (!run.key().seal(content).equals(description.seals().get(name))) {
                    throw new IllegalArgumentException(
                            "a run is resumed as it began: the %s is not what it was".formatted(name));
                }
            });
            restrict(path);
            WholeFolder.clear(path, Release.FOLDER);
            return new RunDirectory(
                    path,
                    lock,
                    description,
                    ChargeJournal.open(path, description.identity().id()));
        } catch (IOException | RuntimeException e) {
            lock.close();
            throw e;
        }
    }

    /** A copy may have been made with other permissions. */
    private static void restrict(Path path) throws IOException {
        for (String name : RunFiles.names(path)) {
            if (Files.isRegularFile(path.resolve(name))) {
                OwnerOnly.restrict(path.resolve(name));
            }
        }
    }

    public Path path() {
        return path;
    }

    public RunIdentity identity() {
        return description.identity();
    }

    /** The day on which the run began, in UTC. */
    public LocalDate begun() {
        return description.begun();
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
     * @param problems told of those that are damaged, in words that may be published
     * @throws DamagedFileException if there is none
     */
    public Checkpoint newestCheckpoint(Consumer<String> problems) throws IOException {
        List<String> hashes = journal.hashes();
        return checkpoints.newest(hashes, problems);
    }

    /**
     * Ends the run with what may be published of it. It is there whole or not at all; if it fails, the run can be resumed.
     *
     * @param event all charges as one
     * @param contents writes the files, all of which may be published
     */
    public void release(DpEvent event, WholeFolder.Contents contents) throws IOException {
        Release.write(path, description.identity().id(), description.begun(), journal, event, contents);
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
