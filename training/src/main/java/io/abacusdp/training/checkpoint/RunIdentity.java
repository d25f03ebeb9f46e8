package io.abacusdp.training.checkpoint;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.abacusdp.format.InvalidEventException;
import io.abacusdp.format.StrictJson;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * What makes a run this run and no other.
 *
 * @param id drawn at random when it began
 * @param settings name and value of everything that must be the same when it is resumed, the data's fingerprints among it
 * @param noiseMultiplier that it was given or calibrated to; 0 for none
 */
public record RunIdentity(String id, Map<String, String> settings, double noiseMultiplier) {
    public RunIdentity {
        settings = Collections.unmodifiableMap(new LinkedHashMap<>(settings));
    }

    String toJson() {
        ObjectNode node = JsonNodeFactory.instance.objectNode();
        node.put("id", id);
        node.put("noise_multiplier", noiseMultiplier);
        ObjectNode all = node.putObject("settings");
        settings.forEach(all::put);
        return node.toString();
    }

    /** @throws DamagedRunException if the text is not an identity */
    static RunIdentity fromJson(String json) throws DamagedRunException {
        JsonNode node;
        try {
            node = StrictJson.parse(json);
        } catch (InvalidEventException e) {
            throw new DamagedRunException("the run's description is damaged: " + e.getMessage(), e);
        }
        JsonNode noise = node.path("noise_multiplier");
        if (!node.path("id").isTextual()
                || !noise.isNumber()
                || !node.path("settings").isObject()) {
            throw new DamagedRunException(
                    "the run's description is damaged: it must have id, noise_multiplier, settings");
        }
        Map<String, String> settings = new LinkedHashMap<>();
        node.path("settings")
                .properties()
                .forEach(entry -> settings.put(entry.getKey(), entry.getValue().asText()));
        return new RunIdentity(node.path("id").asText(), settings, noise.doubleValue());
    }

    /**
     * Refuses to go on as something else.
     *
     * @throws IllegalArgumentException naming the first setting that differs, with both values
     */
    public void requireSame(Map<String, String> now) {
        Map<String, String> all = new LinkedHashMap<>(settings);
        now.forEach(all::putIfAbsent);
        for (String name : all.keySet()) {
            String before = settings.getOrDefault(name, "none");
            String given = now.getOrDefault(name, "none");
            if (!before.equals(given)) {
                throw new IllegalArgumentException(
                        "a run is resumed as it began: %s was %s, got %s".formatted(name, before, given));
            }
        }
    }
}
