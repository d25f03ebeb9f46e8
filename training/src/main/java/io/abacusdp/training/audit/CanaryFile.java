package io.abacusdp.training.audit;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.abacusdp.storage.DamagedFileException;
import io.abacusdp.storage.DurableFile;
import io.abacusdp.storage.InvalidJsonException;
import io.abacusdp.storage.StrictJson;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;

/**
 * The coins of an audited run and the scores so far, in one file that nobody but its owner may read: whoever knows the coins
 * before they are guessed can make an audit say anything.
 */
final class CanaryFile {
    private static final JsonNodeFactory NODES = JsonNodeFactory.instance;

    private final Path file;

    CanaryFile(Path file) {
        this.file = file;
    }

    /** @throws java.nio.file.FileAlreadyExistsException if there is one already */
    void create(BitSet present, double[] scores) throws IOException {
        DurableFile.createPrivate(file, text(present, scores));
    }

    /** Replaces the scores; who may read the file stays the same. */
    void replace(BitSet present, double[] scores) throws IOException {
        DurableFile.replace(file, text(present, scores));
    }

    private static String text(BitSet present, double[] scores) {
        ObjectNode node = NODES.objectNode();
        node.put("canaries", scores.length);
        ArrayNode there = node.putArray("present");
        present.stream().forEach(there::add);
        ArrayNode all = node.putArray("scores");
        for (double score : scores) {
            all.add(score);
        }
        return node + "\n";
    }

    /** What was written last. */
    record Contents(BitSet present, List<Double> scores) {}

    /**
     * @param canaries that the run has
     * @throws IllegalArgumentException if the file is not there, or is that of another run
     * @throws DamagedFileException if it cannot be read
     */
    Contents read(int canaries) throws IOException {
        if (Files.notExists(file)) {
            throw new IllegalArgumentException("the audit cannot go on: its coins and scores are not in " + file);
        }
        JsonNode node;
        try {
            node = StrictJson.parse(Files.readString(file));
        } catch (InvalidJsonException e) {
            throw new DamagedFileException(file + " is damaged: " + e.getMessage());
        }
        if (node.path("canaries").asInt() != canaries || node.path("scores").size() != canaries) {
            throw new IllegalArgumentException(
                    "%s must hold %d canaries, as the run has, and holds others".formatted(file, canaries));
        }
        BitSet present = new BitSet(canaries);
        for (JsonNode row : node.path("present")) {
            if (!row.isInt() || row.intValue() < 0 || row.intValue() >= canaries) {
                throw new DamagedFileException(
                        file + " is damaged: a canary's number must be from 0 to " + (canaries - 1) + ", got " + row);
            }
            present.set(row.intValue());
        }
        List<Double> scores = new ArrayList<>();
        for (int i = 0; i < canaries; i++) {
            JsonNode score = node.path("scores").get(i);
            if (!score.isNumber()) {
                throw new DamagedFileException(file + " is damaged: a score must be a number, got " + score);
            }
            scores.add(score.doubleValue());
        }
        return new Contents(present, scores);
    }
}
