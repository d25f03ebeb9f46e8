package io.abacusdp.storage;

import com.fasterxml.jackson.core.JsonFactoryBuilder;
import com.fasterxml.jackson.core.JsonLocation;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.StreamReadConstraints;
import com.fasterxml.jackson.core.StreamReadFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import java.io.IOException;
import java.io.UncheckedIOException;

/**
 * Text to JSON. Refused, with the path of the offence: what RFC 8259 does
 * not allow (so NaN and infinities), duplicate fields, anything after the value, and input that is made to exhaust the
 * reader by its nesting or by the length of its numbers and names.
 */
public final class StrictJson {
    /** A hundred events, each in a list of the next, take two levels each; a document around them needs some of its own. */
    static final int MAX_LEVELS = 220;

    private static final JsonMapper MAPPER = new JsonMapper(new JsonFactoryBuilder()
            .enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION)
            .streamReadConstraints(StreamReadConstraints.builder()
                    .maxNestingDepth(MAX_LEVELS)
                    .maxNumberLength(1000)
                    .maxNameLength(1000)
                    .build())
            .build());

    private StrictJson() {}

    /**
     * The one JSON value that the text holds.
     *
     * @throws InvalidJsonException if there is none, or more than one, or if it is refused
     */
    public static JsonNode parse(String json) {
        try (JsonParser parser = MAPPER.createParser(json)) {
            return parse(parser);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static JsonNode parse(JsonParser parser) throws IOException {
        try {
            JsonNode node = MAPPER.readTree(parser);
            if (node == null) {
                throw new InvalidJsonException(JsonPaths.ROOT, "must be JSON, got nothing");
            }
            if (parser.nextToken() != null) {
                throw new InvalidJsonException(JsonPaths.ROOT, "must be one JSON value, got more after it");
            }
            return node;
        } catch (JsonProcessingException e) {
            throw refused(parser, e);
        }
    }

    private static InvalidJsonException refused(JsonParser parser, JsonProcessingException e) {
        String path = JsonPaths.of(parser.getParsingContext());
        if (parser.getParsingContext().getNestingDepth() > MAX_LEVELS) {
            return new InvalidJsonException(path, "must not be nested deeper than " + MAX_LEVELS + " levels", e);
        }
        // Jackson adds which of its options would let the input pass; that is not for those who wrote the input.
        String problem = e.getOriginalMessage().replaceAll("(?s): enable .*|, from `[^`]*`", "");
        JsonLocation place = parser.currentLocation();
        return new InvalidJsonException(
                path,
                "must be valid JSON, got at line %d, column %d: %s"
                        .formatted(place.getLineNr(), place.getColumnNr(), problem),
                e);
    }
}
