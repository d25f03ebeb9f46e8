package io.abacusdp.federated.message;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.abacusdp.accounting.event.DpEvent;
import io.abacusdp.format.EventJson;
import io.abacusdp.storage.StrictJson;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Optional;

/**
 * A header in JSON and a body of bytes: four bytes with the length of the header, the header, the body. Numbers are highest byte
 * first in the length and lowest first in the body.
 */
final class Envelope {
    private static final int VERSION = 1;
    private static final int MAX_HEADER = 1 << 24;

    private final JsonNode header;
    private final byte[] body;

    private Envelope(JsonNode header, byte[] body) {
        this.header = header;
        this.body = body;
    }

    static ObjectNode header(String type) {
        return JsonNodeFactory.instance.objectNode().put("version", VERSION).put("type", type);
    }

    static byte[] encode(ObjectNode header, byte[] body) {
        byte[] text = header.toString().getBytes(StandardCharsets.UTF_8);
        if (text.length > MAX_HEADER) {
            throw new IllegalArgumentException("a header must have at most 2^24 bytes, got " + text.length);
        }
        return ByteBuffer.allocate(Integer.BYTES + text.length + body.length)
                .putInt(text.length)
                .put(text)
                .put(body)
                .array();
    }

    /** @throws IllegalArgumentException if the bytes are none */
    static Envelope decode(byte[] bytes) {
        if (bytes.length < Integer.BYTES) {
            throw new IllegalArgumentException("a message must have at least 4 bytes, got " + bytes.length);
        }
        int length = ByteBuffer.wrap(bytes).getInt();
        if (length < 0 || length > MAX_HEADER || length > bytes.length - Integer.BYTES) {
            throw new IllegalArgumentException("a message has a header of an impossible length, " + length);
        }
        JsonNode header = StrictJson.parse(new String(bytes, Integer.BYTES, length, StandardCharsets.UTF_8));
        if (header.path("version").asInt() != VERSION) {
            throw new IllegalArgumentException(
                    "messages must be of version " + VERSION + ", got " + header.path("version"));
        }
        return new Envelope(header, Arrays.copyOfRange(bytes, Integer.BYTES + length, bytes.length));
    }

    String type() {
        return text("type");
    }

    byte[] body() {
        return body;
    }

    JsonNode field(String name) {
        JsonNode field = header.path(name);
        if (field.isMissingNode()) {
            throw new IllegalArgumentException("a message must have " + name);
        }
        return field;
    }

    String text(String name) {
        JsonNode field = field(name);
        if (!field.isTextual()) {
            throw new IllegalArgumentException(name + " must be text, got " + field);
        }
        return field.asText();
    }

    double number(String name) {
        return number(name, field(name));
    }

    static double number(String name, JsonNode field) {
        if (!field.isNumber()) {
            throw new IllegalArgumentException(name + " must be a number, got " + field);
        }
        return field.doubleValue();
    }

    int count(String name) {
        return count(name, field(name));
    }

    static int count(String name, JsonNode field) {
        if (!field.isInt()) {
            throw new IllegalArgumentException(name + " must be an integer, got " + field);
        }
        return field.intValue();
    }

    Optional<DpEvent> event(String name) {
        JsonNode field = field(name);
        return field.isNull() ? Optional.empty() : Optional.of(EventJson.read(field));
    }

    static void putEvent(ObjectNode header, String name, Optional<DpEvent> event) {
        event.ifPresentOrElse(some -> header.set(name, EventJson.toNode(some)), () -> header.putNull(name));
    }

    static byte[] ofFloats(float[] values) {
        ByteBuffer bytes = ByteBuffer.allocate(Math.multiplyExact(values.length, Float.BYTES))
                .order(ByteOrder.LITTLE_ENDIAN);
        bytes.asFloatBuffer().put(values);
        return bytes.array();
    }

    float[] floats() {
        if (body.length % Float.BYTES != 0) {
            throw new IllegalArgumentException("a body of floats must have a multiple of 4 bytes, got " + body.length);
        }
        float[] values = new float[body.length / Float.BYTES];
        ByteBuffer.wrap(body).order(ByteOrder.LITTLE_ENDIAN).asFloatBuffer().get(values);
        return values;
    }
}
