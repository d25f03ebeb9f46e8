package io.abacusdp.ledger.contract;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.dataformat.yaml.YAMLMapper;
import io.abacusdp.ledger.contract.Schemas.Row;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;

/**
 * One page of HTML that has every operation of the contract, by tags, and every schema. It has no script and loads nothing: its
 * {@link #policy() policy} allows its own style, by the hash of it, and nothing else.
 */
public final class ContractPage {
    private static final String STYLE = "contract.css";

    private final JsonNode root;
    private final String style;
    private final StringBuilder out = new StringBuilder();
    private final String html;

    private ContractPage(JsonNode root, String style) {
        this.root = root;
        this.style = style;
        write();
        this.html = out.toString();
    }

    /**
     * The page of a contract.
     *
     * @param contract an OpenAPI document in YAML
     */
    public static ContractPage of(byte[] contract) {
        try (InputStream in = Objects.requireNonNull(ContractPage.class.getResourceAsStream(STYLE), STYLE)) {
            return new ContractPage(
                    new YAMLMapper().readTree(contract), new String(in.readAllBytes(), StandardCharsets.UTF_8));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    public String html() {
        return html;
    }

    /** The Content-Security-Policy to serve it with. */
    public String policy() {
        try {
            byte[] hash = MessageDigest.getInstance("SHA-256").digest(style.getBytes(StandardCharsets.UTF_8));
            return "default-src 'none'; style-src 'sha256-"
                    + Base64.getEncoder().encodeToString(hash)
                    + "'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException(e);
        }
    }

    private void write() {
        JsonNode info = root.path("info");
        String title = Html.escaped(info.path("title").asText());
        out.append("""
                <!DOCTYPE html>
                <html lang="en" xmlns="http://www.w3.org/1999/xhtml">
                <head>
                <meta charset="utf-8"/>
                <meta name="viewport" content="width=device-width, initial-scale=1"/>
                <meta name="color-scheme" content="light dark"/>
                <title>%s</title>
                <style>%s</style>
                </head>
                <body>
                <main>
                <h1>%s</h1>
                """.formatted(title, style, title));
        paragraph(Html.prose(Schemas.description(info)));
        paragraph("Version %s, made of <a href=\"openapi.yaml\">openapi.yaml</a>, from which clients can be generated."
                .formatted(Html.escaped(info.path("version").asText())));
        paragraph("Every request but those that say otherwise has the header <code>Authorization: Bearer KEY</code>: "
                + Html.prose(
                        root.at("/components/securitySchemes/key/description").asText()) + ".");
        out.append("<ul>\n");
        root.path("servers")
                .forEach(server -> out.append("<li>")
                        .append(Html.code(server.path("url").asText()))
                        .append(" ")
                        .append(Html.prose(Schemas.description(server)))
                        .append("</li>\n"));
        out.append("</ul>\n");
        contents();
        root.path("tags").forEach(this::group);
        out.append("<section id=\"schemas\">\n<h2>schemas</h2>\n");
        root.at("/components/schemas").properties().forEach(one -> schema(one.getKey(), one.getValue()));
        out.append("</section>\n</main>\n</body>\n</html>\n");
    }

    private void contents() {
        out.append("<nav aria-label=\"Operations\">\n");
        for (JsonNode tag : root.path("tags")) {
            out.append("<h2>")
                    .append(Html.link(
                            "tag-" + tag.path("name").asText(), tag.path("name").asText()))
                    .append("</h2>\n<ul>\n");
            for (Operation operation : operations(tag.path("name").asText())) {
                out.append("<li>")
                        .append(Html.link(operation.id(), operation.method() + " " + operation.path()))
                        .append(" ")
                        .append(Html.prose(operation.node().path("summary").asText()))
                        .append("</li>\n");
            }
            out.append("</ul>\n");
        }
        out.append("<h2>").append(Html.link("schemas", "schemas")).append("</h2>\n</nav>\n");
    }

    /** In the order of the document. */
    private List<Operation> operations(String tag) {
        List<Operation> found = new ArrayList<>();
        for (Map.Entry<String, JsonNode> path : root.path("paths").properties()) {
            for (Map.Entry<String, JsonNode> method : path.getValue().properties()) {
                if (method.getValue().path("tags").path(0).asText().equals(tag)) {
                    found.add(
                            new Operation(method.getKey().toUpperCase(Locale.ROOT), path.getKey(), method.getValue()));
                }
            }
        }
        return found;
    }

    private void group(JsonNode tag) {
        String name = tag.path("name").asText();
        out.append("<section id=\"tag-%s\">\n<h2>%s</h2>\n".formatted(Html.escaped(name), Html.escaped(name)));
        paragraph(Html.prose(Schemas.description(tag) + "."));
        operations(name).forEach(this::operation);
        out.append("</section>\n");
    }

    private void operation(Operation operation) {
        JsonNode node = operation.node();
        out.append("<article id=\"%s\">\n<h3><span class=\"method\">%s</span> %s</h3>\n"
                .formatted(Html.escaped(operation.id()), operation.method(), Html.code(operation.path())));
        paragraph("<strong>" + Html.prose(node.path("summary").asText()) + ".</strong> "
                + Html.prose(Schemas.description(node)));
        paragraph("Name in generated clients: "
                + Html.code(node.path("operationId").asText()) + ".");
        List<Row> parameters = new ArrayList<>();
        node.path("parameters").forEach(given -> {
            JsonNode one = resolve(given);
            parameters.add(new Row(
                    one.path("name").asText(),
                    Schemas.words(one.path("schema")) + ", in the "
                            + Html.escaped(one.path("in").asText()),
                    one.path("required").asBoolean(),
                    Schemas.description(one)));
        });
        rows("Parameters", parameters);
        JsonNode body = resolve(node.path("requestBody"));
        body.path("content").properties().forEach(media -> {
            JsonNode schema = media.getValue().path("schema");
            rows("Body, " + media.getKey(), Schemas.fields(schema));
            if (!schema.has("properties")) {
                paragraph("Body, " + Html.escaped(media.getKey()) + ": an empty object, <code>{}</code>.");
            }
        });
        example(operation, body);
        answers(node.path("responses"));
        out.append("</article>\n");
    }

    /** As a command, since that can be tried. */
    private void example(Operation operation, JsonNode body) {
        StringBuilder command = new StringBuilder("curl");
        if (!operation.node().has("security")) {
            command.append(" -H \"Authorization: Bearer $KEY\"");
        }
        StringBuilder query = new StringBuilder();
        for (JsonNode given : operation.node().path("parameters")) {
            JsonNode parameter = resolve(given);
            String name = parameter.path("name").asText();
            if (parameter.path("in").asText().equals("header")) {
                command.append(" -H \"").append(name).append(": $(uuidgen)\"");
            } else if (parameter.path("in").asText().equals("query")
                    && parameter.path("required").asBoolean()) {
                query.append(query.isEmpty() ? "?" : "&").append(name).append("=1");
            }
        }
        body.path("content")
                .forEach(media -> command.append(" \\\n  -d '")
                        .append(media.path("example").toString())
                        .append("'"));
        command.append(" \\\n  \"")
                .append(root.at("/servers/0/url").asText())
                .append(operation.path().replace("{", "$").replace("}", ""))
                .append(query)
                .append("\"");
        out.append("<h4>Example</h4>\n<pre tabindex=\"0\">")
                .append(Html.escaped(command.toString()))
                .append("</pre>\n");
    }

    private void answers(JsonNode responses) {
        out.append("<h4>Answers</h4>\n<table>\n<thead><tr><th scope=\"col\">status</th><th scope=\"col\">body</th>")
                .append("<th scope=\"col\">meaning</th></tr></thead>\n<tbody>\n");
        responses.properties().forEach(one -> {
            JsonNode response = resolve(one.getValue());
            List<String> bodies = new ArrayList<>();
            response.path("content")
                    .properties()
                    .forEach(media -> bodies.add(Html.escaped(media.getKey()) + ": "
                            + Schemas.words(media.getValue().path("schema"))
                            + inline(media.getValue().path("schema"))));
            cells(
                    Html.code(one.getKey().equals("default") ? "other" : one.getKey()),
                    String.join("; ", bodies),
                    Html.prose(Schemas.description(response)));
        });
        out.append("</tbody>\n</table>\n");
    }

    /** Fields of an answer that has no schema of its own name. */
    private static String inline(JsonNode schema) {
        List<String> fields = new ArrayList<>();
        Schemas.fields(schema).forEach(row -> fields.add(Html.code(row.name()) + ": " + row.kind()));
        return fields.isEmpty() ? "" : " of " + String.join("; ", fields);
    }

    private void schema(String name, JsonNode schema) {
        out.append("<article id=\"%s\">\n<h3>%s</h3>\n".formatted(Html.escaped(Schemas.id(name)), Html.escaped(name)));
        if (!Schemas.description(schema).isEmpty()) {
            paragraph(Html.prose(Schemas.description(schema)) + ".");
        }
        if (schema.has("properties")) {
            rows("", Schemas.fields(schema));
        } else {
            paragraph(Schemas.words(schema));
        }
        out.append("</article>\n");
    }

    private void rows(String heading, List<Row> rows) {
        if (rows.isEmpty()) {
            return;
        }
        if (!heading.isEmpty()) {
            out.append("<h4>").append(Html.escaped(heading)).append("</h4>\n");
        }
        out.append("<table>\n<thead><tr><th scope=\"col\">name</th><th scope=\"col\">type</th>")
                .append("<th scope=\"col\">meaning</th></tr></thead>\n<tbody>\n");
        for (Row row : rows) {
            cells(
                    Html.code(row.name()) + (row.required() ? "" : " <span class=\"optional\">optional</span>"),
                    row.kind(),
                    Html.prose(row.description()));
        }
        out.append("</tbody>\n</table>\n");
    }

    private void cells(String first, String second, String third) {
        out.append("<tr><th scope=\"row\">%s</th><td>%s</td><td>%s</td></tr>\n".formatted(first, second, third));
    }

    private void paragraph(String content) {
        out.append("<p>").append(content).append("</p>\n");
    }

    private JsonNode resolve(JsonNode node) {
        return node.has("$ref") ? root.at(node.path("$ref").asText().substring(1)) : node;
    }

    /** An operation and where it is. */
    private record Operation(String method, String path, JsonNode node) {
        /** Where the page describes it. */
        String id() {
            return "operation-" + node.path("operationId").asText();
        }
    }
}
