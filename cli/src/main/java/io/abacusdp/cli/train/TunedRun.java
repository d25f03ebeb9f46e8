package io.abacusdp.cli.train;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.abacusdp.storage.DamagedFileException;
import io.abacusdp.storage.MarkedLog;
import io.abacusdp.storage.OwnerOnly;
import io.abacusdp.storage.StrictJson;
import io.abacusdp.training.noise.NoiseSource;
import io.abacusdp.training.trainer.TuningLaw;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.random.RandomGenerator;

/**
 * The runs of a tuning, as a log on the disk has them: how many there are, with which candidates, which were begun and how they did. All of
 * it is private, and so are the runs' directories: only the best may be told.
 *
 * <p>The number and the candidates are drawn before the first run, by secret coins that do not know the data, and a tuning that was cut
 * off goes on with them. A run that was begun and did not end is thrown away unseen and made anew; why it ended may have had to do with the
 * data, so it counts as one that was released. Not safe for use by several threads.
 */
final class TunedRun implements AutoCloseable {
    private static final String FILE = "tuning.log";
    private static final String NAME = "abacus tuning";
    private static final String STOPPED = "stopped";

    private final Path directory;
    private final MarkedLog log;
    private final List<Integer> candidates = new ArrayList<>();
    private final List<Integer> begun = new ArrayList<>();
    /** Score and directory of each run that ended; runs that stopped have no score. */
    private final Map<Integer, Ended> ended = new LinkedHashMap<>();

    /** A run that ended. */
    record Ended(int run, double score, Path directory) {}

    private TunedRun(Path directory, MarkedLog log) {
        this.directory = directory;
        this.log = log;
    }

    static boolean isIn(Path directory) {
        return Files.exists(directory.resolve(FILE));
    }

    /**
     * Begins a tuning: draws the number of runs and a candidate for each.
     *
     * @param data what tells private data from other; kept in the log
     */
    static TunedRun begin(Path directory, TuningLaw law, int candidates, String data) throws IOException {
        OwnerOnly.makeDirectory(directory);
        TunedRun tuned = new TunedRun(directory, MarkedLog.create(directory.resolve(FILE), NAME));
        RandomGenerator secret = NoiseSource.secure();
        int runs = law.draw(secret);
        ObjectNode first = JsonNodeFactory.instance.objectNode().put("data", data);
        for (int run = 0; run < runs; run++) {
            tuned.candidates.add(secret.nextInt(candidates));
        }
        tuned.candidates.forEach(first.putArray("candidates")::add);
        tuned.append(first);
        return tuned;
    }

    /**
     * Goes on with a tuning that was cut off.
     *
     * @throws DamagedFileException if its log is not what was written
     * @throws IllegalArgumentException if it was begun on other data
     */
    static TunedRun resume(Path directory, String data) throws IOException {
        TunedRun tuned = new TunedRun(directory, MarkedLog.open(directory.resolve(FILE), NAME));
        List<String> lines = tuned.log.lines();
        if (lines.isEmpty()) {
            throw new DamagedFileException(directory.resolve(FILE) + " has no entry: the tuning never began");
        }
        JsonNode first = StrictJson.parse(lines.get(0));
        if (!first.path("data").asText().equals(data)) {
            throw new IllegalArgumentException("a tuning is resumed as it began: the data is not what it was");
        }
        first.path("candidates").forEach(number -> tuned.candidates.add(number.intValue()));
        for (String line : lines.subList(1, lines.size())) {
            JsonNode entry = StrictJson.parse(line);
            if (entry.has("begun")) {
                tuned.begun.add(entry.path("begun").intValue());
            } else {
                int run = entry.path("ended").intValue();
                double score = entry.has(STOPPED)
                        ? Double.NEGATIVE_INFINITY
                        : entry.path("score").doubleValue();
                tuned.ended.put(run, new Ended(run, score, tuned.directory(run)));
            }
        }
        return tuned;
    }

    int runs() {
        return candidates.size();
    }

    /** Which candidate a run is of. */
    int candidate(int run) {
        return candidates.get(run);
    }

    boolean isEnded(int run) {
        return ended.containsKey(run);
    }

    /** Notes on the disk that a run begins, and gives it a directory of its own. */
    Path begin(int run) throws IOException {
        begun.add(run);
        append(JsonNodeFactory.instance.objectNode().put("begun", run));
        return directory(run);
    }

    /** @param score how well it did; one that is not finite is as if the run had come to no model, as it has no place in an order */
    void ended(int run, double score) throws IOException {
        if (!Double.isFinite(score)) {
            stopped(run);
            return;
        }
        append(JsonNodeFactory.instance.objectNode().put("ended", run).put("score", score));
        ended.put(run, new Ended(run, score, directory(run)));
    }

    /** Notes that a run came to no model, which is worse than any. */
    void stopped(int run) throws IOException {
        append(JsonNodeFactory.instance.objectNode().put("ended", run).put(STOPPED, true));
        ended.put(run, new Ended(run, Double.NEGATIVE_INFINITY, directory(run)));
    }

    /** The best of all runs, which all have ended; of equal ones the first. */
    Ended best() {
        Ended best = ended.get(0);
        for (Ended one : ended.values()) {
            if (best == null || one.score() > best.score() || (one.score() == best.score() && one.run() < best.run())) {
                best = one;
            }
        }
        return Objects.requireNonNull(best, "no run has ended");
    }

    /** How many runs were begun and thrown away. */
    int discarded() {
        return begun.size() - ended.size();
    }

    /** Each attempt at a run has its own. */
    private Path directory(int run) {
        long attempt = begun.stream().filter(one -> one == run).count();
        return directory.resolve("run-%d-%d".formatted(run + 1, attempt));
    }

    private void append(ObjectNode entry) throws IOException {
        log.append(entry.toString());
        log.awaitDurable();
    }

    @Override
    public void close() throws IOException {
        log.close();
    }
}
