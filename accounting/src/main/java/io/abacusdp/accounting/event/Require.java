package io.abacusdp.accounting.event;

import java.util.List;
import java.util.Objects;

/** Range checks of event fields. Each is stated positively, so that NaN falls through to the error. */
final class Require {
    /** Largest count that every JSON reader can hold exactly. */
    static final long MAX_COUNT = 1L << 53;

    private Require() {}

    static void that(boolean condition, String field, String problem) {
        if (!condition) {
            throw new InvalidFieldException(field, problem);
        }
    }

    static void positive(String field, double value, String remedy) {
        that(
                value > 0 && value < Double.POSITIVE_INFINITY,
                field,
                "must be finite and above 0, got " + value + (value == 0 ? "; " + remedy : ""));
    }

    static void nonNegative(String field, double value) {
        that(value >= 0 && value < Double.POSITIVE_INFINITY, field, "must be finite and at least 0, got " + value);
    }

    static void probability(String field, double value) {
        that(value >= 0 && value <= 1, field, "must be in [0, 1], got " + value);
    }

    static void count(String field, long value, long least) {
        that(value >= least && value <= MAX_COUNT, field, "must be from " + least + " to 2^53, got " + value);
    }

    static <T> List<T> list(String field, List<T> values) {
        Objects.requireNonNull(values, field);
        return List.copyOf(values);
    }
}
