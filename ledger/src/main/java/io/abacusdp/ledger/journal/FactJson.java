package io.abacusdp.ledger.journal;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonTypeInfo;
import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.DeserializationContext;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonDeserializer;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.JsonSerializer;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.PropertyNamingStrategies;
import com.fasterxml.jackson.databind.SerializerProvider;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.jsontype.NamedType;
import com.fasterxml.jackson.databind.module.SimpleModule;
import io.abacusdp.accounting.Adjacency;
import io.abacusdp.accounting.filter.Limit;
import io.abacusdp.ledger.api.data.Price;
import io.abacusdp.ledger.api.data.Scope;
import io.abacusdp.ledger.core.Fact;
import io.abacusdp.ledger.core.StampedFact;
import io.abacusdp.ledger.json.LimitJson;
import io.abacusdp.storage.CanonicalJson;
import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.util.Locale;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Facts as the journal's JSON: {@code {"at":…,"by":"alice","fact":{"type":"started",…},"seq":7,"state":"…"}}, times in milliseconds. The last
 * fact of a transaction states the digest of all state tables after it.
 */
final class FactJson {
    /** Also of rows that are stored in the same form. */
    static final ObjectMapper MAPPER = mapper();

    /**
     * An entry of the journal.
     *
     * @param state digest of the state after it; null within a transaction
     */
    record Entry(
            long seq,
            Instant at,
            @Nullable String by,
            Fact fact,
            @Nullable String state) {
        StampedFact stamped() {
            return new StampedFact(seq, at, by, fact);
        }
    }

    /** All facts that have a "type", so that Jackson can tell them apart. */
    @JsonTypeInfo(use = JsonTypeInfo.Id.NAME, property = "type")
    private interface Typed {}

    private FactJson() {}

    /** The canonical text of a fact. */
    static String write(StampedFact stamped, @Nullable String state) {
        try {
            return CanonicalJson.text(MAPPER.writeValueAsString(
                    new Entry(stamped.seq(), stamped.at(), stamped.by(), stamped.fact(), state)));
        } catch (JsonProcessingException e) {
            throw new IllegalStateException("a fact has no JSON", e);
        }
    }

    /**
     * The entry that the text holds, and nothing else.
     *
     * @throws IllegalArgumentException if it is not one
     */
    static Entry read(String text) {
        try {
            return MAPPER.readValue(text, Entry.class);
        } catch (JsonProcessingException e) {
            throw new IllegalArgumentException("not an entry of a journal: " + e.getOriginalMessage(), e);
        }
    }

    private static ObjectMapper mapper() {
        SimpleModule module = new SimpleModule();
        add(module, Scope.class, (scope, out) -> out.writeString(scope.toString()), in -> Scope.parse(in.textValue()));
        add(
                module,
                Instant.class,
                (at, out) -> out.writeNumber(at.toEpochMilli()),
                in -> Instant.ofEpochMilli(in.longValue()));
        add(
                module,
                Duration.class,
                (length, out) -> out.writeNumber(length.toSeconds()),
                in -> Duration.ofSeconds(in.longValue()));
        add(
                module,
                Adjacency.class,
                (adjacency, out) -> out.writeString(adjacency.id()),
                in -> Adjacency.valueOf(in.textValue().toUpperCase(Locale.ROOT)));
        add(
                module,
                Limit.class,
                (limit, out) -> out.writeTree(LimitJson.toNode(limit)),
                in -> LimitJson.read(in, "limit"));
        add(module, Price.class, (price, out) -> out.writeTree(PriceJson.toNode(price)), PriceJson::read);
        for (Class<?> type : Fact.class.getPermittedSubclasses()) {
            String name =
                    type.getSimpleName().replaceAll("(?<=.)([A-Z])", "_$1").toLowerCase(Locale.ROOT);
            module.registerSubtypes(new NamedType(type, name));
        }
        return JsonMapper.builder()
                .addModule(module)
                .addMixIn(Fact.class, Typed.class)
                .propertyNamingStrategy(PropertyNamingStrategies.SNAKE_CASE)
                .defaultPropertyInclusion(
                        JsonInclude.Value.construct(JsonInclude.Include.NON_NULL, JsonInclude.Include.NON_NULL))
                .enable(
                        DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES,
                        DeserializationFeature.FAIL_ON_TRAILING_TOKENS,
                        DeserializationFeature.FAIL_ON_NULL_FOR_PRIMITIVES)
                .enable(JsonParser.Feature.STRICT_DUPLICATE_DETECTION)
                .build();
    }

    private interface Output<T> {
        void write(T value, JsonGenerator out) throws IOException;
    }

    private static <T> void add(SimpleModule module, Class<T> type, Output<T> output, Function<JsonNode, T> input) {
        module.addSerializer(type, new JsonSerializer<T>() {
            @Override
            public void serialize(T value, JsonGenerator out, SerializerProvider provider) throws IOException {
                output.write(value, out);
            }
        });
        module.addDeserializer(type, new JsonDeserializer<T>() {
            @Override
            public T deserialize(JsonParser in, DeserializationContext context) throws IOException {
                try {
                    return input.apply(context.readTree(in));
                } catch (RuntimeException e) {
                    throw context.weirdStringException(String.valueOf(e.getMessage()), type, e.getMessage());
                }
            }
        });
    }
}
