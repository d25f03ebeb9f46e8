package io.abacusdp.cli.check;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeType;
import io.abacusdp.accounting.Adjacency;
import io.abacusdp.accounting.event.DpEvent;
import io.abacusdp.format.EventJson;
import io.abacusdp.format.InvalidEventException;
import io.abacusdp.storage.InvalidJsonException;
import io.abacusdp.storage.StrictJson;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.OptionalDouble;

/**
 * Fields of an object that anybody may have written: each is of the kind that is asked for, or the file cannot be judged.
 *
 * @param path of the object in its document
 */
record JsonFields(JsonNode node, String path) {
    /** The object that the text holds. */
    static JsonFields parse(String json) throws UnreadableException {
        try {
            return new JsonFields(StrictJson.parse(json), "$").asObject();
        } catch (InvalidJsonException e) {
            throw new UnreadableException("is no valid JSON: " + e.getMessage(), e);
        }
    }

    private JsonFields asObject() throws UnreadableException {
        if (!node.isObject()) {
            throw wrong("an object");
        }
        return this;
    }

    boolean has(String name) {
        return node.has(name) && !node.path(name).isNull();
    }

    JsonFields object(String name) throws UnreadableException {
        return field(name).asObject();
    }

    List<JsonFields> objects(String name) throws UnreadableException {
        JsonFields list = field(name);
        if (!list.node.isArray()) {
            throw list.wrong("a list");
        }
        List<JsonFields> objects = new ArrayList<>();
        for (int i = 0; i < list.node.size(); i++) {
            objects.add(new JsonFields(list.node.path(i), "%s[%d]".formatted(list.path, i)).asObject());
        }
        return objects;
    }

    List<String> texts(String name) throws UnreadableException {
        JsonFields list = field(name);
        if (!list.node.isArray()) {
            throw list.wrong("a list");
        }
        List<String> texts = new ArrayList<>();
        list.node.forEach(text -> texts.add(text.asText()));
        return texts;
    }

    String text(String name) throws UnreadableException {
        JsonFields field = field(name);
        if (!field.node.isTextual()) {
            throw field.wrong("a text");
        }
        return field.node.textValue();
    }

    boolean flag(String name) throws UnreadableException {
        JsonFields field = field(name);
        if (!field.node.isBoolean()) {
            throw field.wrong("true or false");
        }
        return field.node.booleanValue();
    }

    long count(String name) throws UnreadableException {
        JsonFields field = field(name);
        if (!(field.node.isIntegralNumber() && field.node.canConvertToLong() && field.node.longValue() >= 0)) {
            throw field.wrong("a whole number from 0");
        }
        return field.node.longValue();
    }

    /** A number from 0, or the text "Infinity", which JSON cannot say otherwise. */
    double number(String name) throws UnreadableException {
        JsonFields field = field(name);
        double value = field.node.isNumber() ? field.node.doubleValue() : Double.NaN;
        if (field.node.isTextual() && field.node.textValue().equals("Infinity")) {
            value = Double.POSITIVE_INFINITY;
        }
        if (!(value >= 0)) {
            throw field.wrong("a number from 0, or \"Infinity\"");
        }
        return value;
    }

    OptionalDouble optionalNumber(String name) throws UnreadableException {
        return has(name) ? OptionalDouble.of(number(name)) : OptionalDouble.empty();
    }

    /** A delta, which is in [0, 1]. */
    double delta(String name) throws UnreadableException {
        double delta = number(name);
        if (!(delta <= 1)) {
            throw field(name).wrong("in [0, 1]");
        }
        return delta;
    }

    Adjacency adjacency(String name) throws UnreadableException {
        return adjacencyOf(text(name));
    }

    static Adjacency adjacencyOf(String id) throws UnreadableException {
        for (Adjacency adjacency : Adjacency.values()) {
            if (adjacency.id().equals(id.toLowerCase(Locale.ROOT))) {
                return adjacency;
            }
        }
        throw new UnreadableException("names an adjacency that is none: " + id);
    }

    DpEvent event(String name) throws UnreadableException {
        JsonFields field = field(name);
        try {
            return EventJson.read(field.node, field.path);
        } catch (InvalidEventException e) {
            throw new UnreadableException("has no valid event: " + e.getMessage(), e);
        }
    }

    private JsonFields field(String name) throws UnreadableException {
        JsonFields field = new JsonFields(node.path(name), path + "." + name);
        if (field.node.isMissingNode()) {
            throw new UnreadableException("has no " + field.path);
        }
        return field;
    }

    private UnreadableException wrong(String expected) {
        JsonNodeType type = node.getNodeType();
        return new UnreadableException("has a %s that is not %s: %s"
                .formatted(
                        path, expected, node.isValueNode() ? node : type.name().toLowerCase(Locale.ROOT)));
    }
}
