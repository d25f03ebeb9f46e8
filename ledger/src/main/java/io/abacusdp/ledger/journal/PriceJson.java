package io.abacusdp.ledger.journal;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.abacusdp.accounting.Adjacency;
import io.abacusdp.accounting.filter.RenyiCost;
import io.abacusdp.format.EventJson;
import io.abacusdp.ledger.api.data.Price;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;

/** A price as JSON. Its numbers are text, as JSON's are doubles. */
public final class PriceJson {
    private PriceJson() {}

    public static ObjectNode toNode(Price price) {
        ObjectNode node = JsonNodeFactory.instance.objectNode();
        node.put("adjacency", price.adjacency().id());
        node.set("event", EventJson.toNode(price.event()));
        node.put(
                "units",
                Arrays.stream(price.cost().units()).mapToObj(Long::toString).collect(Collectors.joining(" ")));
        ArrayNode terms = node.putArray("terms");
        for (Price.Term term : price.terms()) {
            terms.addObject().put("count", term.count()).set("event", EventJson.toNode(term.event()));
        }
        return node;
    }

    /**
     * The price that the tree holds; ids are formed anew from what it prices.
     *
     * @throws IllegalArgumentException if it is not one
     */
    public static Price read(JsonNode node) {
        List<Price.Term> terms = new ArrayList<>();
        for (JsonNode term : node.path("terms")) {
            terms.add(Price.Term.of(term.path("count").longValue(), EventJson.read(term.path("event"))));
        }
        long[] units = Arrays.stream(node.path("units").asText().split(" ", -1))
                .mapToLong(Long::parseLong)
                .toArray();
        return Price.recorded(
                EventJson.read(node.path("event")),
                Adjacency.valueOf(node.path("adjacency").asText().toUpperCase(Locale.ROOT)),
                RenyiCost.ofUnits(units),
                terms);
    }
}
