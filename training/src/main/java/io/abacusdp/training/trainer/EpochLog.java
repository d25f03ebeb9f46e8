package io.abacusdp.training.trainer;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.abacusdp.format.InvalidEventException;
import io.abacusdp.format.StrictJson;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * One line an epoch, as CSV and as JSON. For people and plots: what was spent is in the journal. Lines are only ever added, so
 * that a resumed run may have an epoch twice, the later time with more charged steps.
 */
final class EpochLog {
    private final Path csv;
    private final Path json;

    EpochLog(Path directory) {
        csv = directory.resolve("log.csv");
        json = directory.resolve("log.jsonl");
    }

    void append(EpochRecord epoch) throws IOException {
        Map<String, String> fields = fields(epoch);
        if (Files.notExists(csv)) {
            add(csv, String.join(",", fields.keySet()));
        }
        add(csv, String.join(",", fields.values()));
        ObjectNode node = JsonNodeFactory.instance.objectNode();
        fields.forEach((name, value) -> {
            if (!value.isEmpty()) {
                put(node, name, value);
            }
        });
        add(json, node.toString());
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

    private static void add(Path file, String line) throws IOException {
        Files.writeString(file, line + '\n', StandardOpenOption.CREATE, StandardOpenOption.APPEND);
    }

    private static Map<String, String> fields(EpochRecord epoch) {
        Map<String, String> fields = new LinkedHashMap<>();
        fields.put("epoch", Integer.toString(epoch.epoch()));
        fields.put("step", Long.toString(epoch.step()));
        fields.put("charged_steps", Long.toString(epoch.chargedSteps()));
        fields.put("epsilon", Double.toString(epoch.epsilon()));
        fields.put("noise_multiplier", Double.toString(epoch.noiseMultiplier()));
        fields.put("clipping_norm", Double.toString(epoch.clippingNorm()));
        fields.put("learning_rate", Double.toString(epoch.learningRate()));
        fields.put("test_loss", text(epoch.testLoss()));
        fields.put("test_accuracy", text(epoch.testAccuracy()));
        fields.put("seconds", Double.toString(epoch.seconds()));
        fields.put("examples_per_second", Double.toString(epoch.examplesPerSecond()));
        return fields;
    }

    private static String text(OptionalDouble value) {
        return value.isPresent() ? Double.toString(value.getAsDouble()) : "";
    }

    /** The epochs that led to the model after so many steps, from an earlier time of the run. */
    List<EpochRecord> read(long modelSteps) throws IOException {
        if (Files.notExists(json)) {
            return List.of();
        }
        Map<Integer, EpochRecord> epochs = new LinkedHashMap<>();
        try (Stream<String> lines = Files.lines(json)) {
            for (String line : lines.collect(Collectors.toList())) {
                read(line, modelSteps, epochs);
            }
        }
        return new ArrayList<>(epochs.values());
    }

    private static void read(String line, long modelSteps, Map<Integer, EpochRecord> epochs) {
        JsonNode node;
        try {
            node = StrictJson.parse(line);
        } catch (InvalidEventException cutOff) {
            // A crash can leave a line half written; it is a line of the log only, and no spend.
            return;
        }
        if (node.path("step").asLong(Long.MAX_VALUE) <= modelSteps) {
            EpochRecord epoch = epoch(node);
            epochs.put(epoch.epoch(), epoch);
        }
    }

    private static EpochRecord epoch(JsonNode node) {
        return new EpochRecord(
                node.path("epoch").asInt(),
                node.path("step").asLong(),
                node.path("charged_steps").asLong(),
                number(node, "epsilon").orElse(Double.POSITIVE_INFINITY),
                number(node, "noise_multiplier").orElse(0),
                number(node, "clipping_norm").orElse(0),
                number(node, "learning_rate").orElse(0),
                number(node, "test_loss"),
                number(node, "test_accuracy"),
                number(node, "seconds").orElse(0),
                number(node, "examples_per_second").orElse(0));
    }

    private static OptionalDouble number(JsonNode node, String name) {
        return node.has(name)
                ? OptionalDouble.of(Double.parseDouble(node.path(name).asText()))
                : OptionalDouble.empty();
    }
}
