package io.abacusdp.training.checkpoint;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * What makes a run this run and no other.
 *
 * @param id drawn at random when it began
 * @param settings name and value of everything that must be the same when it is resumed; the data itself is sealed
 * @param noiseMultiplier that it was given or calibrated to; 0 for none
 */
public record RunIdentity(String id, Map<String, String> settings, double noiseMultiplier) {
    public RunIdentity {
        settings = Collections.unmodifiableMap(new LinkedHashMap<>(settings));
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
