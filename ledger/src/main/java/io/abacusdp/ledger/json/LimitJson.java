package io.abacusdp.ledger.json;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.abacusdp.accounting.filter.CurveLimit;
import io.abacusdp.accounting.filter.EpsilonDeltaLimit;
import io.abacusdp.accounting.filter.Limit;
import io.abacusdp.accounting.filter.ZcdpLimit;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Set;

/**
 * Limits as JSON: {@code {"type":"epsilon_delta","epsilon":3,"delta":1e-6}}, {@code {"type":"zcdp","rho":0.5}}, {@code
 * {"type":"rdp_curve","orders":[2,8],"values":[0.1,0.5]}}.
 */
public final class LimitJson {
    private LimitJson() {}

    public static ObjectNode toNode(Limit limit) {
        ObjectNode node = JsonNodeFactory.instance.objectNode();
        if (limit instanceof EpsilonDeltaLimit pair) {
            node.put("type", "epsilon_delta").put("epsilon", pair.epsilon()).put("delta", pair.delta());
        } else if (limit instanceof ZcdpLimit zcdp) {
            node.put("type", "zcdp").put("rho", zcdp.rho());
        } else if (limit instanceof CurveLimit curve) {
            node.put("type", "rdp_curve");
            ArrayNode orders = node.putArray("orders");
            curve.orders().forEach(orders::add);
            ArrayNode values = node.putArray("values");
            curve.values().forEach(values::add);
        }
        return node;
    }

    /**
     * The limit that the tree holds, and nothing else.
     *
     * @param path of the limit in its document, for errors
     * @throws IllegalArgumentException with the path if it is not one
     */
    public static Limit read(JsonNode node, String path) {
        String type = node.path("type").asText("");
        try {
            return switch (type) {
                case "epsilon_delta" -> {
                    requireFields(node, Set.of("type", "epsilon", "delta"));
                    yield new EpsilonDeltaLimit(number(node, "epsilon"), number(node, "delta"));
                }
                case "zcdp" -> {
                    requireFields(node, Set.of("type", "rho"));
                    yield new ZcdpLimit(number(node, "rho"));
                }
                case "rdp_curve" -> {
                    requireFields(node, Set.of("type", "orders", "values"));
                    yield new CurveLimit(numbers(node, "orders"), numbers(node, "values"));
                }
                default -> throw new IllegalArgumentException("type must be epsilon_delta, zcdp or rdp_curve");
            };
        } catch (IllegalArgumentException e) {
            throw new IllegalArgumentException(path + ": " + e.getMessage(), e);
        }
    }

    private static void requireFields(JsonNode node, Set<String> allowed) {
        for (Iterator<String> names = node.fieldNames(); names.hasNext(); ) {
            String name = names.next();
            if (!allowed.contains(name)) {
                throw new IllegalArgumentException(
                        "must have no fields but " + allowed.stream().sorted().toList());
            }
        }
    }

    private static double number(JsonNode node, String field) {
        return finite(node.path(field), field);
    }

    private static double finite(JsonNode value, String field) {
        if (value.isNumber() && Double.isFinite(value.doubleValue())) {
            return value.doubleValue();
        }
        throw new IllegalArgumentException(field + " must be a finite number");
    }

    private static List<Double> numbers(JsonNode node, String field) {
        if (!node.path(field).isArray()) {
            throw new IllegalArgumentException(field + " must be an array of numbers");
        }
        List<Double> numbers = new ArrayList<>();
        for (JsonNode value : node.path(field)) {
            numbers.add(finite(value, field + "[" + numbers.size() + "]"));
        }
        return numbers;
    }
}
