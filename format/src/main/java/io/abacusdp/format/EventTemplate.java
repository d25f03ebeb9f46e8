package io.abacusdp.format;

import com.fasterxml.jackson.databind.JsonNode;
import io.abacusdp.accounting.event.DpEvent;
import io.abacusdp.storage.JsonPaths;

/**
 * An event in which one or more noise multipliers are to be found: {@code {"type":"gaussian","noise_multiplier":"?"}}.
 * Wherever a query needs the noise for a target, all of them take the same value. Immutable.
 */
public final class EventTemplate {
    /** Any valid value will do to check the rest of the event. */
    private static final double ANY_NOISE = 1;

    private final JsonNode node;
    private final String path;

    private EventTemplate(JsonNode node, String path) {
        this.node = node;
        this.path = path;
    }

    /**
     * The template that the text holds, and nothing else.
     *
     * @throws InvalidEventException if it is not an event, or has no "?"
     */
    public static EventTemplate read(String json) {
        return read(EventReader.parse(json));
    }

    /**
     * The template that the tree holds.
     *
     * @throws InvalidEventException if it is not an event, or has no "?"
     */
    public static EventTemplate read(JsonNode node) {
        return read(node, JsonPaths.ROOT);
    }

    /**
     * A template that is part of a larger document.
     *
     * @param path of the event in that document, which paths in errors start with, such as {@code $.event}
     * @throws InvalidEventException if it is not an event, or has no "?"
     */
    public static EventTemplate read(JsonNode node, String path) {
        EventReader reader = new EventReader(ANY_NOISE);
        reader.read(node, path);
        if (reader.unknowns() == 0) {
            throw new InvalidEventException(path, "must have a field \"noise_multiplier\":\"?\", got none");
        }
        return new EventTemplate(node.deepCopy(), path);
    }

    /**
     * The event with the value in place of every "?".
     *
     * @throws InvalidEventException if the value is no noise multiplier, with the path of the first "?"
     */
    public DpEvent with(double noiseMultiplier) {
        return new EventReader(noiseMultiplier).read(node, path);
    }
}
