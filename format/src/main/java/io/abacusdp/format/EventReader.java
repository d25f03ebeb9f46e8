package io.abacusdp.format;

import com.fasterxml.jackson.databind.JsonNode;
import io.abacusdp.accounting.event.DpEvent;
import io.abacusdp.accounting.event.InvalidFieldException;
import io.abacusdp.storage.InvalidJsonException;
import io.abacusdp.storage.JsonPaths;
import io.abacusdp.storage.StrictJson;
import java.util.Iterator;
import java.util.OptionalDouble;

/** Reads one event from a tree of JSON. Not safe for use by several threads. */
final class EventReader {
    /** Levels of events, the outermost and the elementary one included. */
    static final int MAX_DEPTH = 100;

    static final String TOO_DEEP = "must not be nested deeper than " + MAX_DEPTH + " events";

    private static final String TYPE = "type";
    private static final String UNKNOWN = "?";
    private static final String NOISE_MULTIPLIER = "noise_multiplier";

    private final OptionalDouble noiseMultiplier;
    private int unknowns;

    /** A reader to which "?" is an error. */
    EventReader() {
        noiseMultiplier = OptionalDouble.empty();
    }

    /** A reader that puts the value in place of every "?". */
    EventReader(double noiseMultiplier) {
        this.noiseMultiplier = OptionalDouble.of(noiseMultiplier);
    }

    /** How many "?" were replaced so far. */
    int unknowns() {
        return unknowns;
    }

    /** The JSON of an event; what is not even JSON is not an event either. */
    static JsonNode parse(String json) {
        try {
            return StrictJson.parse(json);
        } catch (InvalidJsonException e) {
            throw new InvalidEventException(e.path(), e.problem(), e);
        }
    }

    DpEvent read(JsonNode node, String path) {
        return read(node, path, 1);
    }

    DpEvent read(JsonNode node, String path, int depth) {
        if (depth > MAX_DEPTH) {
            throw new InvalidEventException(path, TOO_DEEP);
        }
        if (!node.isObject()) {
            throw new InvalidEventException(path, "must be an event, an object with a type, got " + kind(node));
        }
        FieldReader fields = new FieldReader(this, node, path, depth);
        EventCodec<?> codec = codec(fields.text(TYPE), path);
        refuseUnknownFields(node, path, codec);
        try {
            return codec.read(fields);
        } catch (InvalidFieldException e) {
            throw new InvalidEventException(path + "." + e.field(), e.problem(), e);
        }
    }

    /** The value of a field that is given as text instead of a number. */
    double unknown(String text, String name, String path) {
        if (noiseMultiplier.isEmpty() || !text.equals(UNKNOWN)) {
            throw new InvalidEventException(path, "must be a number, got the string " + JsonPaths.quoted(text));
        }
        if (!name.equals(NOISE_MULTIPLIER)) {
            throw new InvalidEventException(path, "must be a number, as only noise_multiplier can be \"?\"");
        }
        unknowns++;
        return noiseMultiplier.getAsDouble();
    }

    /** What a value is, with its article, for error messages. */
    static String kind(JsonNode node) {
        return switch (node.getNodeType()) {
            case ARRAY -> "an array";
            case BOOLEAN -> "a boolean";
            case NULL -> "null";
            case NUMBER -> "a number";
            case OBJECT, POJO -> "an object";
            case STRING, BINARY -> "a string";
            case MISSING -> "nothing";
        };
    }

    private static EventCodec<?> codec(String type, String path) {
        EventCodec<?> codec = EventCodecs.byType().get(type);
        if (codec == null) {
            throw new InvalidEventException(
                    JsonPaths.field(path, TYPE),
                    "must be one of %s, got %s"
                            .formatted(String.join(", ", EventCodecs.byType().keySet()), JsonPaths.quoted(type)));
        }
        return codec;
    }

    private static void refuseUnknownFields(JsonNode node, String path, EventCodec<?> codec) {
        for (Iterator<String> names = node.fieldNames(); names.hasNext(); ) {
            String name = names.next();
            if (!name.equals(TYPE) && !codec.fieldNames().contains(name)) {
                throw new InvalidEventException(
                        JsonPaths.field(path, name),
                        "is not a field of %s, which has %s"
                                .formatted(
                                        codec.type(),
                                        codec.fieldNames().isEmpty() ? "none" : String.join(", ", codec.fieldNames())));
            }
        }
    }
}
