package io.abacusdp.format;

import com.fasterxml.jackson.databind.JsonNode;
import io.abacusdp.accounting.event.DpEvent;
import io.abacusdp.storage.JsonPaths;
import java.util.ArrayList;
import java.util.List;

/** The fields of one event in JSON, each read as the kind of value that the event wants. */
final class FieldReader {
    /** Name in JSON of the shape +∞ of repeat_and_select, as JSON has no infinity. */
    static final String POISSON = "poisson";

    /** Beyond this a double cannot tell an integer from its neighbour. */
    private static final double MAX_EXACT = 0x1p53;

    private final EventReader reader;
    private final JsonNode node;
    private final String path;
    private final int depth;

    FieldReader(EventReader reader, JsonNode node, String path, int depth) {
        this.reader = reader;
        this.node = node;
        this.path = path;
        this.depth = depth;
    }

    String text(String name) {
        JsonNode value = value(name);
        if (!value.isTextual()) {
            throw new InvalidEventException(
                    JsonPaths.field(path, name), "must be a string, got " + EventReader.kind(value));
        }
        return value.textValue();
    }

    double number(String name) {
        JsonNode value = value(name);
        String at = JsonPaths.field(path, name);
        return value.isTextual() ? reader.unknown(value.textValue(), name, at) : number(value, at);
    }

    /** An integer; one that is written as 1000.0 or 1e3 is one too. */
    long count(String name) {
        JsonNode value = value(name);
        String at = JsonPaths.field(path, name);
        if (value.canConvertToLong() && value.isIntegralNumber()) {
            return value.longValue();
        }
        double number = number(value, at);
        if (number != Math.rint(number)) {
            throw new InvalidEventException(at, "must be an integer, got " + number);
        }
        if (!(Math.abs(number) < MAX_EXACT)) {
            throw new InvalidEventException(at, "must be an integer of at most 2^53, got " + number);
        }
        return (long) number;
    }

    double shape(String name) {
        JsonNode value = value(name);
        return value.isTextual() && value.textValue().equals(POISSON) ? Double.POSITIVE_INFINITY : number(name);
    }

    List<Double> numbers(String name) {
        List<Double> numbers = new ArrayList<>();
        String at = JsonPaths.field(path, name);
        for (JsonNode element : array(name)) {
            numbers.add(number(element, at, numbers.size()));
        }
        return numbers;
    }

    DpEvent event(String name) {
        return reader.read(value(name), JsonPaths.field(path, name), depth + 1);
    }

    List<DpEvent> events(String name) {
        List<DpEvent> events = new ArrayList<>();
        String at = JsonPaths.field(path, name);
        for (JsonNode element : array(name)) {
            events.add(reader.read(element, JsonPaths.element(at, events.size()), depth + 1));
        }
        return events;
    }

    private JsonNode value(String name) {
        JsonNode value = node.get(name);
        if (value == null) {
            throw new InvalidEventException(JsonPaths.field(path, name), "is missing");
        }
        return value;
    }

    private JsonNode array(String name) {
        JsonNode value = value(name);
        if (!value.isArray()) {
            throw new InvalidEventException(
                    JsonPaths.field(path, name), "must be an array, got " + EventReader.kind(value));
        }
        return value;
    }

    /** The path of an element is made only for an error, as a list can be long. */
    private static double number(JsonNode value, String listPath, int index) {
        return value.isNumber() && Double.isFinite(value.doubleValue())
                ? value.doubleValue()
                : number(value, JsonPaths.element(listPath, index));
    }

    private static double number(JsonNode value, String at) {
        if (!value.isNumber()) {
            throw new InvalidEventException(at, "must be a number, got " + EventReader.kind(value));
        }
        double number = value.doubleValue();
        if (!Double.isFinite(number)) {
            throw new InvalidEventException(at, "must be a finite number, got " + number);
        }
        return number;
    }
}
