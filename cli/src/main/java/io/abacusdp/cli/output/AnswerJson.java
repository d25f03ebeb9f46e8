package io.abacusdp.cli.output;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.abacusdp.format.EventJson;
import java.util.OptionalDouble;

/** Answers and errors as one line of JSON. JSON has no infinity: it is the string "Infinity". */
public final class AnswerJson {
    private static final JsonNodeFactory NODES = JsonNodeFactory.instance;

    private AnswerJson() {}

    /** The answer to a query without an id. */
    public static ObjectNode write(Answer answer, long micros) {
        return write(NODES.nullNode(), answer, micros);
    }

    public static ObjectNode write(JsonNode id, Answer answer, long micros) {
        ObjectNode node = NODES.objectNode();
        node.set("id", id);
        node.put("quantity", answer.quantity());
        node.set("value", number(answer.value()));
        if (!answer.values().isEmpty()) {
            ArrayNode values = node.putArray("values");
            answer.values().forEach(value -> values.add(number(value)));
        }
        node.set("lower", number(answer.lower()));
        node.set("upper", number(answer.upper()));
        node.set("order", number(answer.order()));
        answer.guarantee().ifPresent(guarantee -> {
            if (!answer.quantity().equals(Answer.EPSILON)) {
                node.set(Answer.EPSILON, number(guarantee.epsilon()));
            }
            if (!answer.quantity().equals(Answer.DELTA)) {
                node.set(Answer.DELTA, number(guarantee.delta()));
            }
        });
        node.put("adjacency", answer.adjacency().id());
        node.put("accountant", answer.accountant());
        ArrayNode notes = node.putArray("notes");
        answer.guarantee().ifPresent(guarantee -> guarantee.notes().forEach(notes::add));
        answer.event().ifPresent(event -> node.set("event", EventJson.toNode(event)));
        node.put("micros", micros);
        return node;
    }

    public static ObjectNode error(JsonNode id, String message) {
        ObjectNode node = NODES.objectNode();
        node.set("id", id);
        node.put("error", message);
        return node;
    }

    private static JsonNode number(OptionalDouble value) {
        return value.isPresent() ? number(value.getAsDouble()) : NODES.nullNode();
    }

    /** A number, or the string that stands for an infinity. */
    public static JsonNode number(Number value) {
        if (value instanceof Long count) {
            return NODES.numberNode(count);
        }
        double number = value.doubleValue();
        return Double.isInfinite(number) ? NODES.textNode(Double.toString(number)) : NODES.numberNode(number);
    }
}
