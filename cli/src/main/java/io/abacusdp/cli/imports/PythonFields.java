package io.abacusdp.cli.imports;

import io.abacusdp.cli.imports.PythonText.Call;
import io.abacusdp.storage.JsonPaths;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** The values of one call by name; those that are not asked for are refused, and so are numbers out of range. */
final class PythonFields {
    /** What a named tuple of dp_accounting has besides the fields of its event. */
    private static final Set<String> OF_TUPLES = Set.of("module_name", "class_name");

    private static final long MOST = 1L << 53;

    private final String type;
    private final Call call;
    private final Map<String, Object> values = new LinkedHashMap<>();

    PythonFields(String type, Call call) {
        this.type = type;
        this.call = call;
    }

    /** The name of what is called. */
    String type() {
        return type;
    }

    /** The same with its values under these names, which are those of its places too. */
    PythonFields named(String... names) {
        List<String> known = List.of(names);
        if (call.places().size() > known.size()) {
            throw new IllegalArgumentException("%s has %d fields, got %d values"
                    .formatted(type, known.size(), call.places().size()));
        }
        for (int i = 0; i < call.places().size(); i++) {
            values.put(known.get(i), call.places().get(i));
        }
        boolean isTuple = call.names().containsKey("class_name");
        call.names().forEach((name, value) -> {
            if (isTuple && OF_TUPLES.contains(name)) {
                return;
            }
            if (!known.contains(name)) {
                throw refused(
                        name, "is no field of it, which has " + (known.isEmpty() ? "none" : String.join(", ", known)));
            }
            if (values.put(name, value) != null) {
                throw refused(name, "must be given once, got it twice");
            }
        });
        return this;
    }

    /** What is made of no fields. */
    <T> T end(T made) {
        return made;
    }

    boolean has(String name) {
        return values.containsKey(name) && values.get(name) != PythonText.NONE;
    }

    Object value(String name) {
        Object value = values.get(name);
        if (value == null) {
            throw refused(name, "is missing");
        }
        return value;
    }

    double number(String name) {
        return number(name, value(name));
    }

    /** A number from 0. */
    double amount(String name) {
        double number = number(name);
        if (!(number >= 0)) {
            throw refused(name, "must be at least 0, got " + number);
        }
        return number;
    }

    /** A number that may be infinite. */
    double shape(String name) {
        return value(name) instanceof Double shape && shape == Double.POSITIVE_INFINITY ? shape : number(name);
    }

    long count(String name) {
        return count(name, value(name));
    }

    List<Object> list(String name) {
        if (!(value(name) instanceof List<?> list)) {
            throw refused(name, "must be a list");
        }
        return new ArrayList<>(list);
    }

    List<Double> numbers(String name) {
        return list(name).stream().map(value -> number(name, value)).toList();
    }

    List<Long> counts(String name) {
        return list(name).stream().map(value -> count(name, value)).toList();
    }

    IllegalArgumentException refused(String field, String problem) {
        return new IllegalArgumentException("%s of %s: %s".formatted(field, JsonPaths.quoted(type), problem));
    }

    private double number(String name, Object value) {
        if (!(value instanceof Number number) || !Double.isFinite(number.doubleValue())) {
            throw refused(name, "must be a finite number");
        }
        return number.doubleValue();
    }

    private long count(String name, Object value) {
        if (!(value instanceof Long count) || !(count >= 1 && count <= MOST)) {
            throw refused(
                    name, "must be a whole number from 1 to 2^53, got " + (value instanceof Number ? value : "none"));
        }
        return count;
    }
}
