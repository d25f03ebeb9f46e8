package io.abacusdp.federated.privacy;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.abacusdp.accounting.Guarantee;
import io.abacusdp.accounting.event.DpEvent;
import io.abacusdp.format.EventJson;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.Set;
import java.util.function.BiConsumer;
import java.util.function.Function;

/**
 * A history and its cumulative epsilons as JSON: events for each client's records ({@code sample_history}), for every client
 * ({@code user_history}) and for those known to have taken part ({@code participation_history}). What is read back are the events;
 * the epsilons, and the adjacencies
 * under which they hold, follow from them.
 */
public final class HistoryJson {
    private HistoryJson() {}

    public static ObjectNode write(PrivacyHistory history, PrivacyCosts costs) {
        ObjectNode node = JsonNodeFactory.instance.objectNode();
        node.put("target_delta", costs.delta());
        node.set("sample_history", events(history.clients(), history::records));
        history.released()
                .ifPresentOrElse(
                        event -> node.set("user_history", EventJson.toNode(event)), () -> node.putNull("user_history"));
        node.set("participation_history", events(history.participants(), history::participations));
        putEpsilon(
                node,
                "cumulative_sample_epsilon",
                epsilon(costs.worstRecords(history).map(PrivacyCosts.OfClient::guarantee)));
        putEpsilon(node, "cumulative_user_epsilon", epsilon(costs.released(history)));
        putEpsilon(
                node,
                "cumulative_user_epsilon_sampling_known",
                epsilon(costs.worstParticipant(history).map(PrivacyCosts.OfClient::guarantee)));
        putAdjacency(node, "sample_adjacency", costs.worstRecords(history).map(PrivacyCosts.OfClient::guarantee));
        putAdjacency(node, "user_adjacency", costs.released(history));
        return node;
    }

    private static void putAdjacency(ObjectNode node, String name, Optional<Guarantee> guarantee) {
        node.put(name, guarantee.map(it -> it.adjacency().id()).orElse(null));
    }

    private static ObjectNode events(Set<String> clients, Function<String, DpEvent> events) {
        ObjectNode node = JsonNodeFactory.instance.objectNode();
        clients.forEach(client -> node.set(client, EventJson.toNode(events.apply(client))));
        return node;
    }

    private static OptionalDouble epsilon(Optional<Guarantee> guarantee) {
        return guarantee.isPresent() ? OptionalDouble.of(guarantee.get().epsilon()) : OptionalDouble.empty();
    }

    /** A number; text for infinity, which JSON lacks; null if nothing is guaranteed and nothing was charged. */
    public static void putEpsilon(ObjectNode node, String name, OptionalDouble epsilon) {
        if (epsilon.isEmpty()) {
            node.putNull(name);
        } else if (epsilon.getAsDouble() < Double.POSITIVE_INFINITY) {
            node.put(name, epsilon.getAsDouble());
        } else {
            node.put(name, "Infinity");
        }
    }

    /** What {@link #putEpsilon} wrote. */
    public static OptionalDouble epsilon(JsonNode node) {
        if (node.isNull() || node.isMissingNode()) {
            return OptionalDouble.empty();
        }
        return OptionalDouble.of(node.isTextual() ? Double.parseDouble(node.asText()) : node.doubleValue());
    }

    /**
     * The history that {@link #write} wrote.
     *
     * @throws IllegalArgumentException if there is none
     */
    public static PrivacyHistory read(JsonNode node) {
        PrivacyHistory history = new PrivacyHistory();
        readEvents(node, "sample_history", history::addRecord);
        readEvents(node, "participation_history", history::addParticipation);
        JsonNode released = node.path("user_history");
        if (!released.isNull()) {
            history.addReleased(EventJson.read(released));
        }
        return history;
    }

    private static void readEvents(JsonNode node, String name, BiConsumer<String, DpEvent> taker) {
        if (!node.path(name).isObject()) {
            throw new IllegalArgumentException(
                    name + " must be an object with events by client, got " + node.path(name));
        }
        for (Map.Entry<String, JsonNode> entry : node.path(name).properties()) {
            taker.accept(entry.getKey(), EventJson.read(entry.getValue()));
        }
    }
}
