package io.abacusdp.training.trainer;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.databind.node.TextNode;
import io.abacusdp.storage.InvalidJsonException;
import io.abacusdp.storage.LineFile;
import io.abacusdp.storage.Sha256;
import io.abacusdp.storage.StrictJson;
import io.abacusdp.training.checkpoint.RunDirectory;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;

/**
 * One line an epoch, as CSV and as JSON. For people and plots: what was spent is in the journal. Lines are only ever added, so
 * that a resumed run may have an epoch twice, the later time with more charged steps. Private, as it has times.
 *
 * <p>A line of JSON ends with a check over itself and the run: what a resumed run takes from it goes into a report.
 */
final class EpochLog {
    private static final String CHECK = "check";

    private final String run;
    private final Path csv;
    private final Path json;
    private final String epsilonName;

    /**
     * @param run identity of the run
     * @param epsilonName name of the epsilon: another if it does not hold
     */
    EpochLog(Path directory, String run, String epsilonName) {
        this.run = run;
        this.epsilonName = epsilonName;
        csv = directory.resolve(RunDirectory.LOG_CSV);
        json = directory.resolve(RunDirectory.LOG_JSON);
    }

    void append(EpochRecord epoch, EpochTime time) throws IOException {
        Map<String, String> fields = fields(epoch, time);
        if (LineFile.isEmpty(csv)) {
            LineFile.append(csv, String.join(",", fields.keySet()));
        }
        LineFile.append(csv, String.join(",", fields.values()));
        ObjectNode node = JsonNodeFactory.instance.objectNode();
        fields.forEach((name, value) -> {
            if (!value.isEmpty()) {
                put(node, name, value);
            }
        });
        node.put(CHECK, check(node));
        LineFile.append(json, node.toString());
    }

    private String check(ObjectNode line) {
        return Sha256.of(run, line.toString());
    }

    private static void put(ObjectNode node, String name, String value) {
        if (name.equals("epoch") || name.endsWith("step") || name.endsWith("steps")) {
            node.put(name, Long.parseLong(value));
        } else if (Double.isFinite(Double.parseDouble(value))) {
            node.put(name, Double.parseDouble(value));
        } else {
            // JSON has no infinity.
            node.put(name, value);
        }
    }

    private Map<String, String> fields(EpochRecord epoch, EpochTime time) {
        Map<String, String> fields = new LinkedHashMap<>();
        fields.put("epoch", Integer.toString(epoch.epoch()));
        fields.put("step", Long.toString(epoch.step()));
        fields.put("charged_steps", Long.toString(epoch.chargedSteps()));
        fields.put(epsilonName, Double.toString(epoch.epsilon()));
        fields.put("noise_multiplier", Double.toString(epoch.noiseMultiplier()));
        fields.put("clipping_norm", Double.toString(epoch.clippingNorm()));
        fields.put("learning_rate", Double.toString(epoch.learningRate()));
        fields.put("test_loss", text(epoch.testLoss()));
        fields.put("test_accuracy", text(epoch.testAccuracy()));
        fields.put("seconds", Double.toString(time.seconds()));
        fields.put("examples_per_second", Double.toString(time.examplesPerSecond()));
        return fields;
    }

    private static String text(OptionalDouble value) {
        return value.isPresent() ? Double.toString(value.getAsDouble()) : "";
    }

    /**
     * The epochs that led to the model after so many steps, from an earlier time of the run. A line that is damaged, or of
     * another run, is left out.
     */
    List<EpochRecord> read(long modelSteps) throws IOException {
        if (Files.notExists(json)) {
            return List.of();
        }
        Map<Integer, EpochRecord> epochs = new LinkedHashMap<>();
        // Whatever bytes there are: a line that is no text has no check.
        String text = new String(Files.readAllBytes(json), StandardCharsets.ISO_8859_1);
        text.lines().forEach(line -> read(line, modelSteps, epochs));
        return new ArrayList<>(epochs.values());
    }

    private void read(String line, long modelSteps, Map<Integer, EpochRecord> epochs) {
        JsonNode node;
        try {
            node = StrictJson.parse(line);
        } catch (InvalidJsonException cutOff) {
            // A crash can leave a line half written; it is a line of the log only, and no spend.
            return;
        }
        if (node instanceof ObjectNode fields
                && fields.remove(CHECK) instanceof TextNode check
                && check.textValue().equals(check(fields))
                && fields.path("step").asLong() <= modelSteps) {
            EpochRecord epoch = epoch(fields);
            epochs.put(epoch.epoch(), epoch);
        }
    }

    private EpochRecord epoch(JsonNode node) {
        return new EpochRecord(
                node.path("epoch").asInt(),
                node.path("step").asLong(),
                node.path("charged_steps").asLong(),
                number(node, epsilonName).orElse(Double.POSITIVE_INFINITY),
                number(node, "noise_multiplier").orElse(0),
                number(node, "clipping_norm").orElse(0),
                number(node, "learning_rate").orElse(0),
                number(node, "test_loss"),
                number(node, "test_accuracy"));
    }

    private static OptionalDouble number(JsonNode node, String name) {
        return node.has(name)
                ? OptionalDouble.of(Double.parseDouble(node.path(name).asText()))
                : OptionalDouble.empty();
    }
}
