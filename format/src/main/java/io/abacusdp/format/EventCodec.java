package io.abacusdp.format;

import io.abacusdp.accounting.event.DpEvent;
import java.util.List;
import java.util.function.BiConsumer;
import java.util.function.Function;
import java.util.function.ToDoubleFunction;
import java.util.function.ToLongFunction;

/** How one type of event looks in JSON. */
final class EventCodec<E extends DpEvent> {
    /** A field besides the type, and how it is written. */
    record Field<E>(String name, BiConsumer<E, FieldWriter> writer) {}

    private final String type;
    private final Class<E> eventClass;
    private final Function<FieldReader, E> reader;
    private final List<Field<E>> fields;
    private final List<String> fieldNames;

    EventCodec(String type, Class<E> eventClass, Function<FieldReader, E> reader, List<Field<E>> fields) {
        this.type = type;
        this.eventClass = eventClass;
        this.reader = reader;
        this.fields = fields;
        this.fieldNames = fields.stream().map(Field::name).toList();
    }

    String type() {
        return type;
    }

    /** All fields besides the type, in the order in which they are written. */
    List<String> fieldNames() {
        return fieldNames;
    }

    E read(FieldReader in) {
        return reader.apply(in);
    }

    void write(DpEvent event, FieldWriter out) {
        E own = eventClass.cast(event);
        fields.forEach(field -> field.writer().accept(own, out));
    }

    static <E> Field<E> number(String name, ToDoubleFunction<E> value) {
        return new Field<>(name, (event, out) -> out.number(name, value.applyAsDouble(event)));
    }

    static <E> Field<E> count(String name, ToLongFunction<E> value) {
        return new Field<>(name, (event, out) -> out.count(name, value.applyAsLong(event)));
    }

    static <E> Field<E> shape(String name, ToDoubleFunction<E> value) {
        return new Field<>(name, (event, out) -> out.shape(name, value.applyAsDouble(event)));
    }

    static <E> Field<E> numbers(String name, Function<E, List<Double>> values) {
        return new Field<>(name, (event, out) -> out.numbers(name, values.apply(event)));
    }

    static <E> Field<E> event(String name, Function<E, DpEvent> inner) {
        return new Field<>(name, (event, out) -> out.event(name, inner.apply(event)));
    }

    static <E> Field<E> events(String name, Function<E, List<DpEvent>> parts) {
        return new Field<>(name, (event, out) -> out.events(name, parts.apply(event)));
    }
}
