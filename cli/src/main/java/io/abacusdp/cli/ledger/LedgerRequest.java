package io.abacusdp.cli.ledger;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.abacusdp.cli.option.LedgerConnection;
import io.abacusdp.cli.option.LedgerOutput;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Mixin;

/** A command that is one request to a server; its help says which. */
abstract class LedgerRequest implements Runnable {
    @Mixin
    private LedgerConnection connection = new LedgerConnection();

    @Mixin
    private LedgerOutput output = new LedgerOutput();

    /** Makes the request. */
    abstract JsonNode ask();

    @Override
    public void run() {
        printed(ask());
    }

    /** Prints an answer. */
    final void printed(JsonNode answer) {
        if (output.isJson()) {
            output.line(answer.toString());
            return;
        }
        for (Map.Entry<String, JsonNode> field : answer.properties()) {
            if (field.getValue().isArray()) {
                field.getValue().forEach(element -> output.line(text(element)));
            } else {
                output.line(field.getKey() + " " + text(field.getValue()));
            }
        }
    }

    JsonNode post(String path, ObjectNode body) {
        return connection.ask(client -> client.post(path, "", body));
    }

    /** A request that is the same for every attempt under the key. */
    JsonNode post(String path, String idempotencyKey, ObjectNode body) {
        output.diagnose("idempotency key " + idempotencyKey);
        return connection.ask(client -> client.post(path, idempotencyKey, body));
    }

    /** The same request once more. */
    JsonNode again(String path, String idempotencyKey, ObjectNode body) {
        return connection.ask(client -> client.post(path, idempotencyKey, body));
    }

    JsonNode get(String path) {
        return connection.ask(client -> client.get(path));
    }

    static ObjectNode object() {
        return JsonNodeFactory.instance.objectNode();
    }

    /** Adds a field that was given. */
    static void put(ObjectNode body, String name, @Nullable String value) {
        if (value != null) {
            body.put(name, value);
        }
    }

    static void put(ObjectNode body, String name, List<String> values) {
        if (!values.isEmpty()) {
            values.forEach(body.putArray(name)::add);
        }
    }

    static String part(String text) {
        return URLEncoder.encode(text, StandardCharsets.UTF_8);
    }

    private static String text(JsonNode value) {
        return value.isValueNode() ? value.asText() : value.toString();
    }
}
