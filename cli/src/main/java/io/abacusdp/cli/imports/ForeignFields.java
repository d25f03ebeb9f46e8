package io.abacusdp.cli.imports;

import com.fasterxml.jackson.databind.JsonNode;
import io.abacusdp.storage.InvalidJsonException;
import io.abacusdp.storage.JsonPaths;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Locale;

/**
 * A value of JSON that another program wrote. What is of another kind than was asked for, and fields that nobody asked for,
 * are refused with their path.
 *
 * @param node the value
 * @param path of it in its document
 */
record ForeignFields(JsonNode node, String path) {
    /** Beyond this a double cannot tell an integer from its neighbour, and no event is repeated more often. */
    private static final long MOST = 1L << 53;

    static ForeignFields of(JsonNode document) {
        return new ForeignFields(document, JsonPaths.ROOT);
    }

    /** The object itself, if it has no fields but these. */
    ForeignFields only(String... names) {
        List<String> known = List.of(names);
        if (!node.isObject()) {
            throw wrong("an object");
        }
        for (Iterator<String> found = node.fieldNames(); found.hasNext(); ) {
            String name = found.next();
            if (!known.contains(name)) {
                throw new InvalidJsonException(
                        JsonPaths.field(path, name),
                        "is not a field that is known here, which are " + String.join(", ", known));
            }
        }
        return this;
    }

    boolean has(String name) {
        return node.has(name) && !node.path(name).isNull();
    }

    ForeignFields field(String name) {
        String at = JsonPaths.field(path, name);
        if (!node.has(name)) {
            throw new InvalidJsonException(at, "is missing");
        }
        return new ForeignFields(node.path(name), at);
    }

    List<ForeignFields> elements() {
        if (!node.isArray()) {
            throw wrong("a list");
        }
        List<ForeignFields> elements = new ArrayList<>();
        for (int i = 0; i < node.size(); i++) {
            elements.add(new ForeignFields(node.path(i), JsonPaths.element(path, i)));
        }
        return elements;
    }

    String text() {
        if (!node.isTextual()) {
            throw wrong("a text");
        }
        return node.textValue();
    }

    /** A text that is one of these. */
    String oneOf(String... allowed) {
        String text = text();
        if (!List.of(allowed).contains(text)) {
            throw refused("must be one of %s, got %s".formatted(String.join(", ", allowed), JsonPaths.quoted(text)));
        }
        return text;
    }

    double number() {
        if (!node.isNumber() || !Double.isFinite(node.doubleValue())) {
            throw wrong("a finite number");
        }
        return node.doubleValue();
    }

    /** A number from 0. */
    double amount() {
        double number = number();
        if (!(number >= 0)) {
            throw refused("must be at least 0, got " + number);
        }
        return number;
    }

    /** A delta, in (0, 1). */
    double delta() {
        double delta = number();
        if (!(delta > 0 && delta < 1)) {
            throw refused("must be in (0, 1), got " + delta);
        }
        return delta;
    }

    /** A whole number from 1, written as one. */
    long count() {
        if (!node.isIntegralNumber() || !node.canConvertToLong()) {
            throw wrong("a whole number of at most 2^53");
        }
        long count = node.longValue();
        if (!(count >= 1 && count <= MOST)) {
            throw refused("must be a whole number from 1 to 2^53, got " + count);
        }
        return count;
    }

    InvalidJsonException refused(String problem) {
        return new InvalidJsonException(path, problem);
    }

    private InvalidJsonException wrong(String expected) {
        String got =
                node.isNumber() ? node.toString() : node.getNodeType().name().toLowerCase(Locale.ROOT);
        return refused("must be %s, got %s".formatted(expected, got.length() > 40 ? got.substring(0, 40) + "…" : got));
    }
}
