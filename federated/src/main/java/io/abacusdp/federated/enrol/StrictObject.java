package io.abacusdp.federated.enrol;

import com.fasterxml.jackson.databind.JsonNode;
import io.abacusdp.storage.InvalidJsonException;
import io.abacusdp.storage.StrictJson;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Function;

/** A JSON object that has exactly the fields that are expected. */
final class StrictObject {
    /** Longer ones are not read: ten thousand members take less. */
    static final int MAX_BYTES = 8 << 20;

    private final String what;
    private final JsonNode node;

    private StrictObject(String what, JsonNode node, Set<String> fields) {
        this.what = what;
        this.node = node;
        Set<String> found = new TreeSet<>();
        node.fieldNames().forEachRemaining(found::add);
        if (!node.isObject() || !found.equals(new TreeSet<>(fields))) {
            throw new IllegalArgumentException(
                    what + " must be an object with the fields " + new TreeSet<>(fields) + ", got " + found);
        }
    }

    static StrictObject parse(String what, byte[] json, String... fields) {
        if (json.length > MAX_BYTES) {
            throw new IllegalArgumentException(what + " must have at most " + MAX_BYTES + " bytes, got " + json.length);
        }
        try {
            return new StrictObject(what, StrictJson.parse(new String(json, StandardCharsets.UTF_8)), Set.of(fields));
        } catch (InvalidJsonException e) {
            throw new IllegalArgumentException(what + " cannot be read: " + e.getMessage(), e);
        }
    }

    StrictObject object(String field, String... fields) {
        return new StrictObject(what + ", " + field, get(field), Set.of(fields));
    }

    <T> List<T> list(String field, Function<StrictObject, T> element, String... fields) {
        if (!get(field).isArray()) {
            throw new IllegalArgumentException(what + ": " + field + " must be an array");
        }
        List<T> list = new ArrayList<>();
        for (JsonNode each : get(field)) {
            list.add(element.apply(new StrictObject(what + ", one of " + field, each, Set.of(fields))));
        }
        return list;
    }

    List<String> texts(String field) {
        List<String> texts = new ArrayList<>();
        for (JsonNode each : get(field)) {
            texts.add(text(field, each));
        }
        return texts;
    }

    String text(String field) {
        return text(field, get(field));
    }

    byte[] base64(String field) {
        try {
            return Base64.getDecoder().decode(text(field));
        } catch (IllegalArgumentException e) {
            throw new IllegalArgumentException(what + ": " + field + " must be in Base64", e);
        }
    }

    long count(String field) {
        JsonNode value = get(field);
        if (value.isIntegralNumber() && value.canConvertToLong() && value.longValue() >= 0) {
            return value.longValue();
        }
        throw new IllegalArgumentException(what + ": " + field + " must be a whole number, got " + value);
    }

    int number(String field) {
        long count = count(field);
        if (count <= Integer.MAX_VALUE) {
            return (int) count;
        }
        throw new IllegalArgumentException(what + ": " + field + " must be below 2^31, got " + count);
    }

    /** The field as it was written. */
    byte[] json(String field) {
        return get(field).toString().getBytes(StandardCharsets.UTF_8);
    }

    private String text(String field, JsonNode value) {
        if (value.isTextual()) {
            return value.textValue();
        }
        throw new IllegalArgumentException(what + ": " + field + " must be a string, got " + value.getNodeType());
    }

    private JsonNode get(String field) {
        JsonNode value = node.get(field);
        if (value == null) {
            throw new IllegalArgumentException(what + " lacks " + field);
        }
        return value;
    }
}
