package io.abacusdp.cli.account;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.NullNode;
import java.util.Iterator;
import java.util.Set;
import java.util.function.Function;

/** The fields of one query. */
final class QueryFields {
    private static final String ID = "id";
    private static final String QUERY = "query";

    private final JsonNode node;

    QueryFields(JsonNode node) {
        if (!node.isObject()) {
            throw new IllegalArgumentException("a query must be a JSON object");
        }
        this.node = node;
    }

    /** What the answer has to repeat; null if there is none. */
    JsonNode id() {
        JsonNode id = node.get(ID);
        if (id == null) {
            return NullNode.getInstance();
        }
        if (id.isContainerNode()) {
            throw new IllegalArgumentException("id must be a string, a number, a boolean or null");
        }
        return id;
    }

    String query() {
        return text(QUERY);
    }

    /** Refuses fields that the query does not have. */
    void allow(Set<String> names) {
        for (Iterator<String> given = node.fieldNames(); given.hasNext(); ) {
            String name = given.next();
            if (!names.contains(name) && !name.equals(ID) && !name.equals(QUERY)) {
                throw new IllegalArgumentException("%s is not a field of query %s, which has %s"
                        .formatted(
                                name,
                                query(),
                                String.join(", ", names.stream().sorted().toList())));
            }
        }
    }

    boolean has(String name) {
        return node.has(name);
    }

    JsonNode value(String name) {
        JsonNode value = node.get(name);
        if (value == null) {
            throw new IllegalArgumentException(name + " is missing");
        }
        return value;
    }

    String text(String name) {
        JsonNode value = value(name);
        if (!value.isTextual()) {
            throw new IllegalArgumentException("%s must be a string, got %s".formatted(name, value));
        }
        return value.textValue();
    }

    double number(String name) {
        return number(name, value(name));
    }

    /** A number, or the string that stands for infinity in answers. */
    double numberOrInfinity(String name) {
        JsonNode value = value(name);
        return value.isTextual() && value.textValue().equals("Infinity")
                ? Double.POSITIVE_INFINITY
                : number(name, value);
    }

    double[] numbers(String name) {
        JsonNode values = value(name);
        if (!values.isArray()) {
            throw new IllegalArgumentException("%s must be an array of numbers, got %s".formatted(name, values));
        }
        double[] numbers = new double[values.size()];
        for (int i = 0; i < numbers.length; i++) {
            numbers[i] = number("%s[%d]".formatted(name, i), values.get(i));
        }
        return numbers;
    }

    /** One of a few names; the default if the field is absent. */
    <T> T choice(String name, T absent, Function<String, T> byName) {
        if (!has(name)) {
            return absent;
        }
        try {
            return byName.apply(text(name));
        } catch (IllegalArgumentException e) {
            throw new IllegalArgumentException(name + " " + e.getMessage(), e);
        }
    }

    private static double number(String name, JsonNode value) {
        if (!value.isNumber() || !Double.isFinite(value.doubleValue())) {
            throw new IllegalArgumentException("%s must be a finite number, got %s".formatted(name, value));
        }
        return value.doubleValue();
    }
}
