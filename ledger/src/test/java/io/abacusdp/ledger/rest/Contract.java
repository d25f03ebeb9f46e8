package io.abacusdp.ledger.rest;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.dataformat.yaml.YAMLMapper;
import io.abacusdp.storage.StrictJson;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Pattern;
import org.opentest4j.AssertionFailedError;

/** openapi.yaml, and whether an answer is one that it allows. */
final class Contract {
    private final JsonNode root;

    Contract() {
        try (InputStream in = Objects.requireNonNull(LedgerServer.class.getResourceAsStream("openapi.yaml"))) {
            root = new YAMLMapper().readTree(in);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Method and path of every operation. */
    Set<String> operations() {
        Set<String> operations = new TreeSet<>();
        root.path("paths")
                .properties()
                .forEach(path -> path.getValue()
                        .fieldNames()
                        .forEachRemaining(
                                method -> operations.add(method.toUpperCase(Locale.ROOT) + " " + path.getKey())));
        return operations;
    }

    /** Method and path of every operation, by its operationId. */
    Map<String, String> operationIds() {
        Map<String, String> ids = new TreeMap<>();
        root.path("paths")
                .properties()
                .forEach(path -> path.getValue()
                        .properties()
                        .forEach(method -> ids.put(
                                method.getValue().path("operationId").asText(),
                                method.getKey().toUpperCase(Locale.ROOT) + " " + path.getKey())));
        return ids;
    }

    /** Names of all schemas. */
    Set<String> schemas() {
        Set<String> names = new TreeSet<>();
        root.at("/components/schemas").fieldNames().forEachRemaining(names::add);
        return names;
    }

    /** The example of a body that an operation has, which is one that it allows; missing if it takes no body. */
    JsonNode example(String operationId) {
        String[] parts = Objects.requireNonNull(operationIds().get(operationId)).split(" ", 2);
        JsonNode media = resolve(root.path("paths")
                        .path(parts[1])
                        .path(parts[0].toLowerCase(Locale.ROOT))
                        .path("requestBody"))
                .path("content")
                .path("application/json");
        JsonNode example = media.path("example");
        if (!media.isMissingNode()) {
            List<String> faults = new ArrayList<>();
            validate(example, media.path("schema"), "$", faults);
            if (!faults.isEmpty()) {
                throw new AssertionFailedError("%s in the example of %s".formatted(faults, operationId));
            }
        }
        return example;
    }

    /** Fails unless the value is one of the named schema. */
    void checkSchema(String name, JsonNode value) {
        List<String> faults = new ArrayList<>();
        validate(value, root.path("components").path("schemas").path(name), "$", faults);
        if (!faults.isEmpty()) {
            throw new AssertionFailedError("%s in %s".formatted(faults, value));
        }
    }

    /** Fails unless the operation may answer like this. */
    void check(String method, String path, int status, String contentType, String body) {
        JsonNode responses =
                operation(path).path(method.toLowerCase(Locale.ROOT)).path("responses");
        JsonNode response = resolve(
                responses.has(Integer.toString(status))
                        ? responses.path(Integer.toString(status))
                        : status / 100 == 4 && responses.has("4XX")
                                ? responses.path("4XX")
                                : responses.path("default"));
        if (response.isMissingNode()) {
            throw new AssertionFailedError("no answer %d of %s %s in the contract".formatted(status, method, path));
        }
        String type = contentType.replaceAll(";.*", "");
        JsonNode content = response.path("content").path(type);
        if (content.isMissingNode()) {
            throw new AssertionFailedError("no %s for %d of %s %s".formatted(type, status, method, path));
        }
        if (type.endsWith("json") && !type.endsWith("ndjson")) {
            List<String> faults = new ArrayList<>();
            validate(StrictJson.parse(body), content.path("schema"), "$", faults);
            if (!faults.isEmpty()) {
                throw new AssertionFailedError("%d of %s %s: %s in %s".formatted(status, method, path, faults, body));
            }
        }
    }

    /** The path of the contract with no more parameters than needed. */
    private JsonNode operation(String path) {
        String plain = path.replaceAll("\\?.*", "");
        if (root.path("paths").has(plain)) {
            return root.path("paths").path(plain);
        }
        for (Map.Entry<String, JsonNode> entry : root.path("paths").properties()) {
            if (plain.matches(entry.getKey().replaceAll("\\{[a-z]+}", "[^/]*"))) {
                return entry.getValue();
            }
        }
        throw new AssertionFailedError("no path " + plain + " in the contract");
    }

    private JsonNode resolve(JsonNode node) {
        return node.has("$ref") ? root.at(node.path("$ref").asText().substring(1)) : node;
    }

    private void validate(JsonNode value, JsonNode schemaOrReference, String at, List<String> faults) {
        JsonNode schema = resolve(schemaOrReference);
        if (schema.has("discriminator")) {
            String name = schema.path("discriminator").path("propertyName").asText();
            JsonNode chosen = schema.path("discriminator")
                    .path("mapping")
                    .path(value.path(name).asText());
            require(chosen.isTextual(), at + "." + name + " is none of the mapping", faults);
            if (chosen.isTextual()) {
                validate(value, root.at(chosen.asText().substring(1)), at, faults);
            }
            return;
        }
        if (schema.has("oneOf")) {
            long matches = 0;
            for (JsonNode choice : schema.path("oneOf")) {
                List<String> own = new ArrayList<>();
                validate(value, choice, at, own);
                matches += own.isEmpty() ? 1 : 0;
            }
            require(matches == 1, at + " matches " + matches + " of oneOf", faults);
            return;
        }
        if (schema.has("enum")) {
            boolean found = false;
            for (JsonNode choice : schema.path("enum")) {
                found |= choice.equals(value);
            }
            require(found, at + " is none of " + schema.path("enum"), faults);
        }
        switch (schema.path("type").asText("")) {
            case "object" -> validateObject(value, schema, at, faults);
            case "array" -> {
                require(value.isArray(), at + " is no array", faults);
                for (int i = 0; i < value.size(); i++) {
                    validate(value.get(i), schema.path("items"), at + "[" + i + "]", faults);
                }
            }
            case "string" -> {
                require(value.isTextual(), at + " is no string", faults);
                if (schema.has("pattern")) {
                    require(
                            Pattern.compile(schema.path("pattern").asText())
                                    .matcher(value.asText())
                                    .find(),
                            at + " does not match",
                            faults);
                }
            }
            case "integer" -> require(value.isIntegralNumber(), at + " is no integer", faults);
            case "number" -> {
                require(value.isNumber(), at + " is no number", faults);
                require(
                        !schema.has("minimum")
                                || value.doubleValue() >= schema.path("minimum").doubleValue(),
                        at + " is too small",
                        faults);
            }
            case "boolean" -> require(value.isBoolean(), at + " is no boolean", faults);
            default -> faults.add(at + " has a schema without a type");
        }
    }

    private void validateObject(JsonNode value, JsonNode schema, String at, List<String> faults) {
        require(value.isObject(), at + " is no object", faults);
        schema.path("required")
                .forEach(name -> require(value.has(name.asText()), at + "." + name + " missing", faults));
        value.properties().forEach(field -> {
            JsonNode property = schema.path("properties").path(field.getKey());
            if (!property.isMissingNode()) {
                validate(field.getValue(), property, at + "." + field.getKey(), faults);
            } else {
                require(
                        schema.path("additionalProperties").asBoolean(true),
                        at + "." + field.getKey() + " is not in the contract",
                        faults);
            }
        });
    }

    private static void require(boolean holds, String fault, List<String> faults) {
        if (!holds) {
            faults.add(fault);
        }
    }
}
