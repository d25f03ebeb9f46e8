package io.abacusdp.ledger.contract;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/** Schemas of the contract in words, with links to those that have a name. */
final class Schemas {
    private static final String NAMED = "#/components/schemas/";

    /** What limits a value, and the words for it. */
    private static final List<Limit> LIMITS = List.of(
            new Limit("minimum", "at least %s"),
            new Limit("exclusiveMinimum", "above %s"),
            new Limit("maximum", "at most %s"),
            new Limit("exclusiveMaximum", "below %s"),
            new Limit("minLength", "at least %s characters"),
            new Limit("maxLength", "at most %s characters"),
            new Limit("maxItems", "at most %s of them"),
            new Limit("default", "%s if it is left out"));

    private record Limit(String field, String words) {}

    private Schemas() {}

    /** Where the page describes a schema. */
    static String id(String name) {
        return "schema-" + name;
    }

    /** What a value may be, in one line. */
    static String words(JsonNode schema) {
        if (schema.has("$ref")) {
            String name = schema.path("$ref").asText().substring(NAMED.length());
            return Html.link(id(name), name);
        }
        if (schema.has("oneOf")) {
            List<String> choices = new ArrayList<>();
            schema.path("oneOf").forEach(choice -> choices.add(words(choice)));
            return "one of " + String.join(", ", choices);
        }
        if (schema.has("enum")) {
            List<String> values = new ArrayList<>();
            schema.path("enum").forEach(value -> values.add(Html.code(value.asText())));
            return String.join(" or ", values);
        }
        StringBuilder words = new StringBuilder(
                schema.path("type").asText().equals("array")
                        ? "array of " + words(schema.path("items"))
                        : Html.escaped(schema.path("type").asText()));
        if (schema.has("pattern")) {
            words.append(", matches ").append(Html.code(schema.path("pattern").asText()));
        }
        for (Limit limit : LIMITS) {
            if (schema.has(limit.field())) {
                String value = Html.escaped(schema.path(limit.field()).asText());
                words.append(", ").append(limit.words().formatted(value));
            }
        }
        return words.toString();
    }

    /** Rows for the fields of an object; fields of an object within it follow it, with its name before theirs. */
    static List<Row> fields(JsonNode schema) {
        List<Row> rows = new ArrayList<>();
        addFields(schema, "", rows);
        return rows;
    }

    private static void addFields(JsonNode schema, String before, List<Row> rows) {
        Set<String> required = new HashSet<>();
        schema.path("required").forEach(name -> required.add(name.asText()));
        schema.path("properties").properties().forEach(field -> {
            JsonNode value = field.getValue();
            String name = before + field.getKey();
            rows.add(new Row(name, words(value), required.contains(field.getKey()), description(value)));
            addFields(value, name + ".", rows);
        });
    }

    static String description(JsonNode node) {
        return node.path("description").asText("");
    }

    /**
     * A field or parameter.
     *
     * @param kind as HTML
     */
    record Row(String name, String kind, boolean required, String description) {}
}
