package io.abacusdp.training.checkpoint;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.abacusdp.storage.DamagedFileException;
import io.abacusdp.storage.InvalidJsonException;
import io.abacusdp.storage.StrictJson;
import java.io.IOException;
import java.nio.file.Path;
import java.time.LocalDate;
import java.time.format.DateTimeParseException;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * What a run is, as {@code run.json} says.
 *
 * @param begun the day, in UTC
 * @param seals of what must be the same when it is resumed and is not written here: the data, and files that were kept
 */
record RunDescription(RunIdentity identity, LocalDate begun, Map<String, String> seals) {
    static final String FILE = "run.json";

    /** Of the files of a run. The first had a digest of the data without a key, and nothing to compare the journal with. */
    private static final int LAYOUT = 2;

    RunDescription {
        seals = Collections.unmodifiableMap(new LinkedHashMap<>(seals));
    }

    String toJson(SealKey key) {
        ObjectNode node = JsonNodeFactory.instance.objectNode();
        node.put("layout", LAYOUT);
        node.put("id", identity.id());
        node.put("begun", begun.toString());
        node.put("noise_multiplier", identity.noiseMultiplier());
        put(node.putObject("settings"), identity.settings());
        put(node.putObject("seals"), seals);
        node.put("seal", key.seal(node.toString()));
        return node + "\n";
    }

    private static void put(ObjectNode node, Map<String, String> texts) {
        texts.forEach(node::put);
    }

    /**
     * Reads and checks it.
     *
     * @throws DamagedFileException if it is not there, not whole, or of another layout
     */
    static RunDescription read(Path directory, SealKey key) throws IOException {
        ObjectNode node = node(RunFiles.text(directory, FILE));
        JsonNode seal = node.remove("seal");
        if (seal == null || !seal.asText().equals(key.seal(node.toString()))) {
            throw new DamagedFileException("%s is damaged, or %s is of another run".formatted(FILE, SealKey.FILE));
        }
        try {
            RunIdentity identity = new RunIdentity(
                    node.path("id").asText(),
                    texts(node.path("settings")),
                    node.path("noise_multiplier").doubleValue());
            return new RunDescription(
                    identity, LocalDate.parse(node.path("begun").asText()), texts(node.path("seals")));
        } catch (DateTimeParseException e) {
            throw new DamagedFileException(FILE + " is damaged: " + e.getMessage(), e);
        }
    }

    /** Of which layout the text says it is; checked first, as another has another key or none. */
    static void requireLayout(Path directory) throws IOException {
        JsonNode layout = node(RunFiles.text(directory, FILE)).path("layout");
        if (!layout.isInt() || layout.intValue() != LAYOUT) {
            throw new DamagedFileException(
                    "%s is of layout %s, and this version resumes runs of layout %d only; keep the directory, as what it spent stays spent, and begin another run"
                            .formatted(FILE, layout.isMissingNode() ? "1" : layout.asText(), LAYOUT));
        }
    }

    private static ObjectNode node(String json) throws DamagedFileException {
        try {
            if (StrictJson.parse(json) instanceof ObjectNode node) {
                return node;
            }
            throw new DamagedFileException(FILE + " is damaged: it must be a JSON object");
        } catch (InvalidJsonException e) {
            throw new DamagedFileException(FILE + " is damaged: " + e.getMessage(), e);
        }
    }

    private static Map<String, String> texts(JsonNode node) {
        Map<String, String> texts = new LinkedHashMap<>();
        node.properties()
                .forEach(entry -> texts.put(entry.getKey(), entry.getValue().asText()));
        return texts;
    }
}
