package io.abacusdp.training.data;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.abacusdp.storage.StrictJson;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;

/** Schemas as JSON, strict both ways; see {@link CsvSchema#fromJson}. */
final class CsvSchemaJson {
    private static final String REFUSE = "refuse";
    private static final String INDICATE = "indicate";

    private CsvSchemaJson() {}

    static CsvSchema read(String json) {
        JsonNode root = StrictJson.parse(json);
        requireFields("a schema", root, Set.of("columns"), Set.of("missing_values", "notes"));
        JsonNode columns = root.path("columns");
        require(columns.isObject() && !columns.isEmpty(), "columns", "an object with at least one column", columns);
        Map<String, Column> byName = new LinkedHashMap<>();
        for (Map.Entry<String, JsonNode> column : columns.properties()) {
            byName.put(column.getKey(), column(column.getKey(), column.getValue()));
        }
        return new CsvSchema(
                byName,
                root.has("missing_values")
                        ? new LinkedHashSet<>(strings("missing_values", root.path("missing_values")))
                        : CsvSchema.USUAL_MISSING,
                root.has("notes") ? strings("notes", root.path("notes")) : List.of());
    }

    private static Column column(String name, JsonNode json) {
        try {
            return switch (json.path("type").asText()) {
                case "numeric" -> numeric(json);
                case "categorical" -> categorical(json);
                case "ignored" -> ignored(json);
                default ->
                    throw new IllegalArgumentException(
                            "type must be numeric, categorical or ignored, got " + json.path("type"));
            };
        } catch (IllegalArgumentException e) {
            throw new IllegalArgumentException("column " + name + " of a schema: " + e.getMessage(), e);
        }
    }

    private static Column numeric(JsonNode json) {
        requireFields("it", json, Set.of("type", "low", "high"), Set.of("missing"));
        return new Column.Numeric(
                number("low", json.path("low")), number("high", json.path("high")), missing(json.path("missing")));
    }

    private static Column.Missing missing(JsonNode json) {
        if (json.isNumber()) {
            return new Column.Missing.Filled(number("missing", json));
        }
        return switch (json.asText(REFUSE)) {
            case REFUSE -> new Column.Missing.Refused();
            case INDICATE -> new Column.Missing.Indicated();
            default ->
                throw new IllegalArgumentException(
                        "missing must be refuse, indicate or the number to take, got " + json);
        };
    }

    private static Column categorical(JsonNode json) {
        requireFields("it", json, Set.of("type", "categories"), Set.of());
        JsonNode list = json.path("categories");
        require(list.isArray(), "categories", "a list", list);
        List<List<String>> categories = new ArrayList<>();
        for (JsonNode category : list) {
            categories.add(
                    category.isTextual() ? List.of(category.textValue()) : strings("one of the categories", category));
        }
        return new Column.Categorical(categories);
    }

    private static Column ignored(JsonNode json) {
        requireFields("it", json, Set.of("type"), Set.of());
        return new Column.Ignored();
    }

    static String write(CsvSchema schema) {
        ObjectNode root = JsonNodeFactory.instance.objectNode();
        ObjectNode columns = root.putObject("columns");
        schema.columns().forEach((name, column) -> write(column, columns.putObject(name)));
        schema.missing().forEach(root.putArray("missing_values")::add);
        schema.notes().forEach(root.putArray("notes")::add);
        return root.toPrettyString();
    }

    private static void write(Column column, ObjectNode json) {
        if (column instanceof Column.Numeric numeric) {
            json.put("type", "numeric").put("low", numeric.low()).put("high", numeric.high());
            if (numeric.missing() instanceof Column.Missing.Filled filled) {
                json.put("missing", filled.value());
            } else {
                json.put("missing", numeric.missing() instanceof Column.Missing.Indicated ? INDICATE : REFUSE);
            }
        } else if (column instanceof Column.Categorical categorical) {
            ArrayNode list = json.put("type", "categorical").putArray("categories");
            categorical.categories().forEach(values -> values.forEach(list.addArray()::add));
        } else {
            json.put("type", "ignored");
        }
    }

    private static double number(String field, JsonNode json) {
        require(json.isNumber() && Double.isFinite(json.doubleValue()), field, "a number", json);
        return json.doubleValue();
    }

    private static List<String> strings(String field, JsonNode json) {
        require(json.isArray(), field, "a list of strings", json);
        List<String> strings = new ArrayList<>();
        for (JsonNode item : json) {
            require(item.isTextual(), field, "a list of strings", json);
            strings.add(item.textValue());
        }
        return strings;
    }

    private static void requireFields(String what, JsonNode json, Set<String> needed, Set<String> allowed) {
        Set<String> fields = new TreeSet<>();
        json.fieldNames().forEachRemaining(fields::add);
        Set<String> all = new TreeSet<>(needed);
        all.addAll(allowed);
        if (!fields.containsAll(needed) || !all.containsAll(fields)) {
            throw new IllegalArgumentException(what + " must have the fields " + new TreeSet<>(needed)
                    + " and may have " + new TreeSet<>(allowed) + ", got " + fields);
        }
    }

    private static void require(boolean condition, String field, String kind, JsonNode json) {
        if (!condition) {
            throw new IllegalArgumentException(field + " must be " + kind + ", got " + json);
        }
    }
}
