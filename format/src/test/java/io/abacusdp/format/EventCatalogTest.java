package io.abacusdp.format;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.abacusdp.storage.StrictJson;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class EventCatalogTest {
    private static final double LARGEST_COUNT = 0x1p53;

    static List<EventType> types() {
        return EventCatalog.all();
    }

    @Test
    void catalog_hasEveryTypeThatIsRead() {
        assertThat(EventCatalog.all())
                .extracting(EventType::name)
                .containsExactlyInAnyOrderElementsOf(EventCodecs.byType().keySet());
    }

    @ParameterizedTest
    @MethodSource("types")
    void type_hasTheFieldsThatAreReadAndAnExampleThatIsWrittenTheSame(EventType type) {
        assertThat(type.fields())
                .extracting(EventType.Field::name)
                .containsExactlyElementsOf(
                        Objects.requireNonNull(EventCodecs.byType().get(type.name()))
                                .fieldNames());
        assertThat(StrictJson.parse(EventJson.write(EventJson.read(type.example()))))
                .isEqualTo(StrictJson.parse(type.example()));
        assertThat(type.example()).startsWith("{\"type\":\"" + type.name() + "\"");
    }

    @ParameterizedTest
    @MethodSource("types")
    void numbers_outsideTheirRange_areRefusedByName(EventType type) {
        for (EventType.Field field : type.fields()) {
            if (field.range().isEmpty()) {
                continue;
            }
            for (double outside : outside(field)) {
                assertThatThrownBy(() -> EventJson.read(with(type, field, outside)))
                        .as("%s %s %s", type.name(), field, outside)
                        .isInstanceOf(InvalidEventException.class)
                        .hasMessageContaining("$." + field.name());
            }
        }
    }

    /** An end that belongs to the range is refused, if at all, for what other fields have. */
    @ParameterizedTest
    @MethodSource("types")
    void numbers_atAnEndThatBelongs_areNotRefusedForTheirRange(EventType type) {
        for (EventType.Field field : type.fields()) {
            if (field.range().startsWith("[")) {
                String json = with(type, field, lower(field)).toString();
                try {
                    EventJson.read(json);
                } catch (InvalidEventException e) {
                    assertThat(e.getMessage())
                            .as(json)
                            .doesNotContain("must be from", "must be in [", "must be finite");
                }
            }
        }
    }

    private static List<Double> outside(EventType.Field field) {
        List<Double> outside = new ArrayList<>();
        boolean whole = field.kind() == EventType.Kind.WHOLE_NUMBER;
        double low = lower(field);
        if (low > Double.NEGATIVE_INFINITY) {
            outside.add(field.range().startsWith("(") ? low : whole ? low - 1 : Math.nextDown(low));
        }
        String end = field.range().substring(field.range().indexOf(',') + 2);
        if (!end.startsWith("inf")) {
            double high = number(end.substring(0, end.length() - 1));
            // The next whole number after 2^53 that a double holds.
            outside.add(end.endsWith(")") ? high : whole ? high + (high == LARGEST_COUNT ? 2 : 1) : Math.nextUp(high));
        }
        return outside;
    }

    private static double lower(EventType.Field field) {
        return number(field.range().substring(1, field.range().indexOf(',')));
    }

    private static double number(String text) {
        if (text.equals("-inf")) {
            return Double.NEGATIVE_INFINITY;
        }
        return text.startsWith("2^") ? Math.pow(2, Integer.parseInt(text.substring(2))) : Double.parseDouble(text);
    }

    /** The example with another number in a field, or as the first of its list. */
    private static ObjectNode with(EventType type, EventType.Field field, double value) {
        ObjectNode event = (ObjectNode) StrictJson.parse(type.example());
        switch (field.kind()) {
            case WHOLE_NUMBER -> event.put(field.name(), (long) value);
            case NUMBER, NUMBER_OR_POISSON -> event.put(field.name(), value);
            case NUMBERS -> event.withArray(field.name()).set(0, value);
            case EVENT, EVENTS -> throw new IllegalArgumentException(field.name());
        }
        return event;
    }
}
