package io.abacusdp.training.model;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Locale;

/** The fields of one JSON object of a model, each read as the kind of value that is wanted. */
final class ModelFields {
    private final JsonNode node;
    private final String path;

    ModelFields(JsonNode node, String path, String wanted) {
        if (!node.isObject()) {
            throw new InvalidModelException(path, "must be %s, got %s".formatted(wanted, kind(node)));
        }
        this.node = node;
        this.path = path;
    }

    /** Refuses every field but these. */
    void allow(String owner, String... names) {
        List<String> allowed = List.of(names);
        for (Iterator<String> given = node.fieldNames(); given.hasNext(); ) {
            String name = given.next();
            if (!allowed.contains(name)) {
                throw new InvalidModelException(
                        path, "has a field %s, but %s has only %s".formatted(name, owner, String.join(", ", names)));
            }
        }
    }

    String text(String name) {
        JsonNode value = value(name);
        if (!value.isTextual()) {
            throw refused(name, "must be a string, got " + kind(value));
        }
        return value.textValue();
    }

    int count(String name) {
        return count(value(name), path + "." + name);
    }

    double number(String name) {
        JsonNode value = value(name);
        if (!value.isNumber() || !Double.isFinite(value.doubleValue())) {
            throw refused(name, "must be a finite number, got " + kind(value));
        }
        return value.doubleValue();
    }

    List<Integer> counts(String name) {
        List<Integer> counts = new ArrayList<>();
        for (JsonNode element : array(name)) {
            int count = count(element, "%s.%s[%d]".formatted(path, name, counts.size()));
            if (count < 1) {
                throw refused(name, "must have sizes of at least 1, got " + count);
            }
            counts.add(count);
        }
        return counts;
    }

    JsonNode array(String name) {
        JsonNode value = value(name);
        if (!value.isArray() || value.isEmpty()) {
            throw refused(name, "must be an array that is not empty, got " + kind(value));
        }
        return value;
    }

    private JsonNode value(String name) {
        JsonNode value = node.get(name);
        if (value == null) {
            throw refused(name, "is missing");
        }
        return value;
    }

    private InvalidModelException refused(String name, String problem) {
        return new InvalidModelException(path + "." + name, problem);
    }

    private static int count(JsonNode value, String at) {
        if (!value.isIntegralNumber() || !value.canConvertToInt()) {
            throw new InvalidModelException(at, "must be an integer, got " + (value.isNumber() ? value : kind(value)));
        }
        return value.intValue();
    }

    private static String kind(JsonNode value) {
        return "JSON " + value.getNodeType().name().toLowerCase(Locale.ROOT);
    }
}
