package io.abacusdp.format;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.abacusdp.accounting.event.DpEvent;
import io.abacusdp.storage.JsonPaths;
import io.abacusdp.storage.StrictJson;

/**
 * Events as JSON, such as {@code {"type":"poisson_sampled","rate":0.01,"event":{"type":"gaussian","noise_multiplier":1.0}}}.
 *
 * <p>Reading what was written gives the same event. Unknown types and fields, missing and duplicate fields, values of the
 * wrong kind or out of range, numbers beyond a double, counts past 2^53, nesting deeper than 100 events and anything after
 * the event are refused with the path of the offending field.
 */
public final class EventJson {
    private EventJson() {}

    /**
     * The event that the text holds, and nothing else.
     *
     * @throws InvalidEventException if it is not an event
     */
    public static DpEvent read(String json) {
        return read(EventReader.parse(json));
    }

    /**
     * The event that the tree holds. A tree cannot hold duplicate fields; text is best parsed by {@link StrictJson}.
     *
     * @throws InvalidEventException if it is not an event
     */
    public static DpEvent read(JsonNode node) {
        return read(node, JsonPaths.ROOT);
    }

    /**
     * An event that is part of a larger document.
     *
     * @param path of the event in that document, which paths in errors start with, such as {@code $.event}
     * @throws InvalidEventException if it is not an event
     */
    public static DpEvent read(JsonNode node, String path) {
        return new EventReader().read(node, path);
    }

    /**
     * The event as compact JSON, its type first.
     *
     * @throws InvalidEventException if it is nested too deeply to be read again
     */
    public static String write(DpEvent event) {
        return toNode(event).toString();
    }

    /**
     * The event as a tree of JSON, its type first.
     *
     * @throws InvalidEventException if it is nested too deeply to be read again
     */
    public static ObjectNode toNode(DpEvent event) {
        return FieldWriter.write(event);
    }
}
