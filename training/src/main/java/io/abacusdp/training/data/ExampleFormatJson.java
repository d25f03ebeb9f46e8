package io.abacusdp.training.data;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.abacusdp.storage.StrictJson;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.stream.Stream;

/** Formats of examples as JSON, strict both ways. Names of features are there for other readers, and must be the schema's. */
final class ExampleFormatJson {
    private static final Set<String> COMMON = Set.of("source", "shape", "classes", "features");

    private ExampleFormatJson() {}

    static String write(ExampleFormat format) {
        ObjectNode node = JsonNodeFactory.instance.objectNode();
        ExampleFormat.Source source = format.source();
        if (source instanceof ExampleFormat.Table table) {
            node.put("source", "table").put("label", table.label());
            node.set("schema", StrictJson.parse(table.schema().toJson()));
            table.featureNames().forEach(node.putArray("feature_names")::add);
        } else if (source instanceof ExampleFormat.WithheldTable withheld) {
            node.put("source", "withheld_table").put("label", withheld.label());
        } else if (source instanceof ExampleFormat.Pictures pictures) {
            node.put("source", "pictures").put("most", pictures.most()).put("pixels", id(pictures.pixels()));
        } else {
            node.put("source", "numbers");
        }
        format.shape().forEach(node.putArray("shape")::add);
        format.classNames().forEach(node.putArray("classes")::add);
        node.put("features", format.features().id());
        return node.toString();
    }

    static ExampleFormat read(String json) {
        JsonNode node = StrictJson.parse(json);
        if (!node.isObject()) {
            throw new IllegalArgumentException("must be an object");
        }
        ExampleFormat.Source source = switch (text(node, "source")) {
            case "table" -> table(node);
            case "withheld_table" -> {
                requireFields(node, "label");
                yield new ExampleFormat.WithheldTable(text(node, "label"));
            }
            case "pictures" -> {
                requireFields(node, "most", "pixels");
                yield new ExampleFormat.Pictures(
                        count("most", node.path("most")),
                        one("pixels", text(node, "pixels"), ExampleFormat.Pixels.values()));
            }
            case "numbers" -> {
                requireFields(node);
                yield new ExampleFormat.Numbers();
            }
            default ->
                throw new IllegalArgumentException(
                        "source must be table, withheld_table, pictures or numbers, got " + node.path("source"));
        };
        List<Integer> shape = new ArrayList<>();
        array(node, "shape").forEach(size -> shape.add(count("shape", size)));
        if (shape.isEmpty()) {
            throw new IllegalArgumentException("shape must have at least one size, got none");
        }
        return new ExampleFormat(
                source, shape, strings(node, "classes"), one("features", text(node, "features"), Features.values()));
    }

    private static ExampleFormat.Table table(JsonNode node) {
        requireFields(node, "label", "schema", "feature_names");
        ExampleFormat.Table table =
                new ExampleFormat.Table(CsvSchema.fromJson(node.path("schema").toString()), text(node, "label"));
        List<String> names = strings(node, "feature_names");
        if (!names.equals(table.featureNames())) {
            throw new IllegalArgumentException(
                    "feature_names must be those of the schema, %s, got %s".formatted(table.featureNames(), names));
        }
        return table;
    }

    private static void requireFields(JsonNode node, String... own) {
        Set<String> expected = new LinkedHashSet<>(COMMON);
        expected.addAll(List.of(own));
        for (String name : expected) {
            if (!node.has(name)) {
                throw new IllegalArgumentException(name + " is missing");
            }
        }
        node.fieldNames().forEachRemaining(name -> {
            if (!expected.contains(name)) {
                throw new IllegalArgumentException("has a field " + name + " that is none of " + expected);
            }
        });
    }

    private static String text(JsonNode node, String name) {
        if (!node.path(name).isTextual()) {
            throw new IllegalArgumentException(name + " must be a string, got " + node.path(name));
        }
        return node.path(name).textValue();
    }

    private static JsonNode array(JsonNode node, String name) {
        if (!node.path(name).isArray()) {
            throw new IllegalArgumentException(name + " must be a list, got " + node.path(name));
        }
        return node.path(name);
    }

    private static List<String> strings(JsonNode node, String name) {
        List<String> strings = new ArrayList<>();
        for (JsonNode element : array(node, name)) {
            if (!element.isTextual()) {
                throw new IllegalArgumentException(name + " must be a list of strings, got " + element);
            }
            strings.add(element.textValue());
        }
        return strings;
    }

    private static int count(String name, JsonNode node) {
        if (!node.isIntegralNumber() || !node.canConvertToInt() || node.intValue() < 1) {
            throw new IllegalArgumentException(name + " must be a whole number from 1, got " + node);
        }
        return node.intValue();
    }

    private static <E extends Enum<E>> E one(String field, String name, E[] values) {
        return Stream.of(values)
                .filter(value -> id(value).equals(name))
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException("%s must be one of %s, got %s"
                        .formatted(
                                field,
                                Stream.of(values).map(ExampleFormatJson::id).toList(),
                                name)));
    }

    private static String id(Enum<?> value) {
        return value.name().toLowerCase(Locale.ROOT);
    }
}
