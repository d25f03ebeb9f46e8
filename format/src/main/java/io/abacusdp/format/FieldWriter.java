package io.abacusdp.format;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.abacusdp.accounting.event.DpEvent;
import io.abacusdp.storage.JsonPaths;
import java.util.List;

/** Writes the fields of one event to JSON, the type first. */
final class FieldWriter {
    private final ObjectNode node = JsonNodeFactory.instance.objectNode();
    private final String path;
    private final int depth;

    private FieldWriter(String path, int depth) {
        this.path = path;
        this.depth = depth;
    }

    static ObjectNode write(DpEvent event) {
        return write(event, JsonPaths.ROOT, 1);
    }

    private static ObjectNode write(DpEvent event, String path, int depth) {
        if (depth > EventReader.MAX_DEPTH) {
            throw new InvalidEventException(path, EventReader.TOO_DEEP);
        }
        FieldWriter out = new FieldWriter(path, depth);
        EventCodec<?> codec = EventCodecs.of(event);
        out.node.put("type", codec.type());
        codec.write(event, out);
        return out.node;
    }

    void number(String name, double value) {
        node.put(name, value);
    }

    void count(String name, long value) {
        node.put(name, value);
    }

    void shape(String name, double value) {
        if (value == Double.POSITIVE_INFINITY) {
            node.put(name, FieldReader.POISSON);
        } else {
            number(name, value);
        }
    }

    void numbers(String name, List<Double> values) {
        ArrayNode array = node.putArray(name);
        values.forEach(array::add);
    }

    void event(String name, DpEvent event) {
        node.set(name, write(event, JsonPaths.field(path, name), depth + 1));
    }

    void events(String name, List<DpEvent> events) {
        ArrayNode array = node.putArray(name);
        String at = JsonPaths.field(path, name);
        for (DpEvent event : events) {
            array.add(write(event, JsonPaths.element(at, array.size()), depth + 1));
        }
    }
}
