package io.abacusdp.federated.privacy;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.abacusdp.accounting.event.DpEvent;
import io.abacusdp.format.EventJson;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/**
 * A round's cost as JSON: {@code {"records":[{"event":{...},"clients":["a","b"]}],"released":{...},"participants":[...]}}.
 * Clients of the same cost are named together, as there may be thousands.
 */
public final class RoundChargeJson {
    private static final String RECORDS = "records";
    private static final String RELEASED = "released";
    private static final String PARTICIPANTS = "participants";

    private RoundChargeJson() {}

    public static ObjectNode write(RoundCharge charge) {
        ObjectNode node = JsonNodeFactory.instance.objectNode();
        node.set(RECORDS, byEvent(charge.records()));
        charge.released()
                .ifPresentOrElse(event -> node.set(RELEASED, EventJson.toNode(event)), () -> node.putNull(RELEASED));
        node.set(PARTICIPANTS, byEvent(charge.participants()));
        return node;
    }

    /**
     * What {@link #write} wrote.
     *
     * @throws IllegalArgumentException if it is anything else
     */
    public static RoundCharge read(JsonNode node) {
        JsonNode released = node.path(RELEASED);
        if (!node.path(RECORDS).isArray() || !node.path(PARTICIPANTS).isArray() || released.isMissingNode()) {
            throw new IllegalArgumentException("a charge must have records, released and participants, got " + node);
        }
        return new RoundCharge(
                byClient(node.path(RECORDS)),
                released.isNull() ? Optional.empty() : Optional.of(EventJson.read(released)),
                byClient(node.path(PARTICIPANTS)));
    }

    private static ArrayNode byEvent(Map<String, DpEvent> byClient) {
        Map<DpEvent, ArrayNode> clients = new LinkedHashMap<>();
        byClient.forEach((client, event) -> clients.computeIfAbsent(event, none -> JsonNodeFactory.instance.arrayNode())
                .add(client));
        ArrayNode groups = JsonNodeFactory.instance.arrayNode();
        clients.forEach((event, names) -> groups.addObject()
                .<ObjectNode>set("event", EventJson.toNode(event))
                .set("clients", names));
        return groups;
    }

    private static Map<String, DpEvent> byClient(JsonNode groups) {
        Map<String, DpEvent> byClient = new TreeMap<>();
        for (JsonNode group : groups) {
            DpEvent event = EventJson.read(group.path("event"));
            for (JsonNode client : group.path("clients")) {
                if (!client.isTextual() || byClient.put(client.asText(), event) != null) {
                    throw new IllegalArgumentException("clients of a charge must be different names, got " + client);
                }
            }
        }
        return byClient;
    }
}
