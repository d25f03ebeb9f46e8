package io.abacusdp.ledger.rest;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.dataformat.yaml.YAMLMapper;
import io.abacusdp.accounting.event.DpEvent;
import io.abacusdp.accounting.event.Gaussian;
import io.abacusdp.accounting.event.PoissonSampled;
import io.abacusdp.accounting.event.RepeatAndSelect;
import io.abacusdp.accounting.event.Repeated;
import io.abacusdp.format.EventJson;
import io.abacusdp.storage.InvalidJsonException;
import java.io.IOException;
import java.io.InputStream;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.BiConsumer;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.assertj.core.api.Assertions;
import org.junit.jupiter.api.Test;

/**
 * The rules that spectral (spectral:oas) and redocly (recommended) have for OpenAPI 3.1 documents and that ours could break,
 * under their names. Both found nothing in it when they were last run (spectral 6.16, redocly 2).
 */
class ContractRulesTest {
    private static final Set<String> METHODS = Set.of("get", "post");
    private static final Set<String> OPERATION = Set.of(
            "operationId", "tags", "summary", "description", "security", "parameters", "requestBody", "responses");
    private static final Set<String> SCHEMA = Set.of(
            "$ref",
            "type",
            "description",
            "properties",
            "required",
            "additionalProperties",
            "items",
            "oneOf",
            "discriminator",
            "enum",
            "pattern",
            "format",
            "default",
            "minimum",
            "maximum",
            "exclusiveMinimum",
            "exclusiveMaximum",
            "minLength",
            "maxLength",
            "maxItems");
    private static final Pattern PARAMETER = Pattern.compile("\\{([a-z]+)}");

    private final JsonNode root = read();
    private final List<String> faults = new ArrayList<>();

    private static JsonNode read() {
        try (InputStream in = Objects.requireNonNull(LedgerServer.class.getResourceAsStream("openapi.yaml"))) {
            return new YAMLMapper()
                    .enable(com.fasterxml.jackson.core.JsonParser.Feature.STRICT_DUPLICATE_DETECTION)
                    .readTree(in);
        } catch (IOException e) {
            throw new java.io.UncheckedIOException(e);
        }
    }

    private void require(boolean holds, String rule, String where) {
        if (!holds) {
            faults.add(rule + " at " + where);
        }
    }

    private void operations(BiConsumer<String, JsonNode> visitor) {
        root.path("paths")
                .properties()
                .forEach(path -> path.getValue().properties().forEach(method -> {
                    require(METHODS.contains(method.getKey()), "struct", path.getKey());
                    visitor.accept(path.getKey(), method.getValue());
                }));
    }

    private JsonNode resolve(JsonNode node) {
        return node.has("$ref") ? root.at(node.path("$ref").asText().substring(1)) : node;
    }

    @Test
    void document_followsTheRules() {
        require(root.path("openapi").asText().startsWith("3.1"), "struct", "openapi");
        for (String field : List.of("title", "version", "description", "license", "contact")) {
            require(root.path("info").has(field), "info-" + field, "info");
        }
        require(root.path("info").path("license").has("identifier"), "info-license-strict", "info");
        require(root.path("servers").size() > 0, "oas3-api-servers, no-empty-servers", "servers");
        root.path("servers").forEach(server -> {
            String url = server.path("url").asText();
            require(!url.endsWith("/") && !url.contains("example.com"), "oas3-server-trailing-slash", url);
            PARAMETER
                    .matcher(url)
                    .results()
                    .forEach(name -> require(
                            server.path("variables").path(name.group(1)).has("default"),
                            "no-undefined-server-variable",
                            url));
        });
        Set<String> tags = new HashSet<>();
        root.path("tags").forEach(tag -> {
            require(tag.path("description").asText().length() > 0, "tag-description", tag.toString());
            require(tags.add(tag.path("name").asText()), "openapi-tags-uniqueness", tag.toString());
        });
        Set<String> ids = new HashSet<>();
        operations((path, operation) -> operation(path, operation, tags, ids));
        Assertions.assertThat(faults).isEmpty();
        assertThat(ids).hasSizeGreaterThan(35);
    }

    private void operation(String path, JsonNode operation, Set<String> tags, Set<String> ids) {
        String id = operation.path("operationId").asText();
        operation.fieldNames().forEachRemaining(name -> require(OPERATION.contains(name), "struct " + name, path));
        require(id.matches("[A-Za-z][A-Za-z0-9-]*"), "operation-operationId-url-safe", path);
        require(ids.add(id), "operation-operationId-unique", id);
        require(!operation.path("summary").asText().isEmpty(), "operation-summary", id);
        require(!operation.path("description").asText().isEmpty(), "operation-description", id);
        require(operation.path("tags").size() == 1, "operation-singular-tag", id);
        operation.path("tags").forEach(tag -> require(tags.contains(tag.asText()), "operation-tag-defined", id));
        require(!path.endsWith("/") && !path.contains("?") && !path.contains("{}"), "no-path-trailing-slash", path);
        boolean success = false;
        boolean client = false;
        for (Map.Entry<String, JsonNode> response : operation.path("responses").properties()) {
            success |= response.getKey().startsWith("2");
            client |= response.getKey().startsWith("4");
            require(
                    !resolve(response.getValue()).path("description").asText().isEmpty(),
                    "response needs a description",
                    id);
        }
        require(success, "operation-success-response", id);
        require(client, "operation-4xx-response", id);
        Set<String> inPath = new TreeSet<>();
        Set<String> all = new HashSet<>();
        operation.path("parameters").forEach(given -> {
            JsonNode parameter = resolve(given);
            String name = parameter.path("name").asText();
            require(all.add(parameter.path("in").asText() + name), "operation-parameters", id);
            if (parameter.path("in").asText().equals("path")) {
                inPath.add(name);
                require(parameter.path("required").asBoolean(), "path-params", id);
            }
        });
        require(
                inPath.equals(PARAMETER
                        .matcher(path)
                        .results()
                        .map(match -> match.group(1))
                        .collect(Collectors.toCollection(TreeSet::new))),
                "path-parameters-defined",
                path);
        require(
                operation.path("security").isMissingNode()
                        || operation.path("security").isEmpty(),
                "security-defined",
                id);
        require(root.path("components").path("securitySchemes").has("key"), "security-defined", id);
    }

    @Test
    void paths_areNotAmbiguous() {
        Set<String> seen = new HashSet<>();
        root.path("paths")
                .fieldNames()
                .forEachRemaining(path -> require(
                        seen.add(path.replaceAll("\\{[a-z]+}", "{}")), "no-identical-paths, no-ambiguous-paths", path));
        Assertions.assertThat(faults).isEmpty();
    }

    @Test
    void references_lead_somewhere_andNoComponentIsUnused() {
        Set<String> used = new TreeSet<>();
        references(root, used);
        root.path("components").properties().forEach(kind -> {
            if (!kind.getKey().equals("securitySchemes")) {
                kind.getValue()
                        .fieldNames()
                        .forEachRemaining(name -> require(
                                used.contains("#/components/" + kind.getKey() + "/" + name),
                                "oas3-unused-component, no-unused-components",
                                name));
            }
        });
        used.forEach(reference -> require(
                !root.at(reference.substring(1)).isMissingNode(), "invalid-ref, no-unresolved-refs", reference));
        Assertions.assertThat(faults).isEmpty();
    }

    private static void references(JsonNode node, Set<String> used) {
        node.properties().forEach(field -> {
            if (field.getKey().equals("$ref")
                    || (field.getValue().isTextual()
                            && field.getValue().asText().startsWith("#/components/"))) {
                used.add(field.getValue().asText());
            }
        });
        node.forEach(child -> references(child, used));
    }

    @Test
    void schemas_haveNoOtherWordsThanThoseOfJsonSchema_andEnumsTheirType() {
        root.path("components")
                .path("schemas")
                .properties()
                .forEach(schema -> schema(schema.getValue(), schema.getKey()));
        operations((path, operation) -> {
            content(operation.path("requestBody").path("content"), path);
            operation.path("responses").forEach(response -> content(response.path("content"), path));
            operation.path("parameters").forEach(parameter -> {
                if (parameter.has("schema")) {
                    schema(parameter.path("schema"), path);
                }
            });
        });
        root.path("components").path("responses").forEach(response -> content(response.path("content"), "responses"));
        root.path("components").path("requestBodies").forEach(body -> content(body.path("content"), "bodies"));
        Assertions.assertThat(faults).isEmpty();
    }

    private void content(JsonNode content, String where) {
        content.forEach(media -> schema(media.path("schema"), where));
    }

    private void schema(JsonNode schema, String where) {
        schema.fieldNames().forEachRemaining(name -> require(SCHEMA.contains(name), "struct: " + name, where));
        require(
                schema.has("$ref") || schema.has("type") || schema.has("oneOf"),
                "a schema needs a type",
                where + " " + schema);
        Set<String> values = new HashSet<>();
        schema.path("enum").forEach(value -> {
            require(values.add(value.toString()), "duplicated-entry-in-enum", where);
            boolean typed =
                    schema.path("type").asText().equals("integer") ? value.isIntegralNumber() : value.isTextual();
            require(typed, "typed-enum, no-enum-type-mismatch", where);
        });
        require(!schema.path("type").asText().equals("array") || schema.has("items"), "array-items", where);
        schema.path("required")
                .forEach(name -> require(
                        schema.path("properties").has(name.asText()),
                        "no-required-schema-properties-undefined",
                        where));
        schema.path("properties").properties().forEach(one -> schema(one.getValue(), where + "." + one.getKey()));
        if (schema.has("items")) {
            schema(schema.path("items"), where + "[]");
        }
        schema.path("oneOf").forEach(choice -> schema(choice, where));
    }

    /** The error for a type that nobody knows lists those that are known. */
    @Test
    void events_ofTheContract_areThoseThatTheServerReads() {
        Set<String> known;
        try {
            EventJson.read("{\"type\":\"?\"}");
            throw new AssertionError("there is no such type");
        } catch (InvalidJsonException e) {
            known = Pattern.compile("[a-z_0-9]{4,}(?=,)")
                    .matcher(e.problem().replaceFirst(".*one of", ""))
                    .results()
                    .map(MatchResult::group)
                    .collect(Collectors.toCollection(TreeSet::new));
        }
        JsonNode event = root.path("components").path("schemas").path("Event");
        Set<String> mapped = new TreeSet<>();
        event.path("discriminator").path("mapping").fieldNames().forEachRemaining(mapped::add);
        assertThat(mapped).isEqualTo(known).hasSizeGreaterThan(30);
        assertThat(event.path("oneOf")).hasSize(mapped.size());
        event.path("discriminator").path("mapping").properties().forEach(one -> {
            JsonNode schema = root.at(one.getValue().asText().substring(1));
            assertThat(schema.path("properties")
                            .path("type")
                            .path("enum")
                            .get(0)
                            .asText())
                    .isEqualTo(one.getKey());
        });
    }

    /** An event that a field is missing from is refused with the name of that field: so both know the same fields. */
    @Test
    void fieldsOfEvents_areThoseThatTheServerReads() {
        JsonNode mapping = root.path("components")
                .path("schemas")
                .path("Event")
                .path("discriminator")
                .path("mapping");
        mapping.properties().forEach(one -> {
            JsonNode schema = root.at(one.getValue().asText().substring(1));
            Set<String> fields = new TreeSet<>();
            schema.path("required").forEach(name -> fields.add(name.asText()));
            StringBuilder json = new StringBuilder("{\"type\":\"" + one.getKey() + "\"");
            schema.path("properties").properties().forEach(field -> {
                if (!field.getKey().equals("type")) {
                    assertThat(fields).contains(field.getKey());
                    json.append(",\"" + field.getKey() + "\":" + example(field.getValue()));
                }
            });
            String text = json.append('}').toString();
            assertThat(problem(text)).as(text).doesNotContain("missing", "unknown", "must be a", "no field");
            for (String field : fields) {
                String without = text.replaceFirst(",\"" + field + "\":(\\[[^\\]]*]|\\{[^}]*}|[^,}]*)", "");
                if (!field.equals("type")) {
                    assertThat(problem(without)).as(without).isNotEmpty();
                }
            }
        });
    }

    private String example(JsonNode schema) {
        if (schema.path("type").asText().equals("array")) {
            return "[" + example(schema.path("items")) + "]";
        }
        String reference = schema.path("$ref").asText();
        return reference.endsWith("/Event")
                ? "{\"type\":\"gaussian\",\"noise_multiplier\":1.0}"
                : reference.endsWith("/Shape") ? "\"poisson\"" : "1";
    }

    /** What is wrong with the text of an event; nothing if it is one. */
    private static String problem(String text) {
        try {
            EventJson.read(text);
            return "";
        } catch (IllegalArgumentException e) {
            return String.valueOf(e.getMessage());
        }
    }

    @Test
    void writtenEvents_fitTheContract() {
        DpEvent nested = new Repeated(3, new PoissonSampled(0.1, new Gaussian(1)));
        for (DpEvent event : List.of(nested, new RepeatAndSelect(2, Double.POSITIVE_INFINITY, nested))) {
            new Contract().checkSchema("Event", EventJson.toNode(event));
        }
    }
}
