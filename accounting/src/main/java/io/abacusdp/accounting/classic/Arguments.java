package io.abacusdp.accounting.classic;

/** Range checks of arguments. Each is stated positively, so that NaN falls through to the error. */
final class Arguments {
    /** Largest count that a history can hold. */
    static final long MAX_COUNT = 1L << 53;

    private Arguments() {}

    static void nonNegative(String name, double value) {
        if (!(value >= 0 && value < Double.POSITIVE_INFINITY)) {
            throw new IllegalArgumentException(name + " must be finite and at least 0, got " + value);
        }
    }

    static void positive(String name, double value) {
        if (!(value > 0 && value < Double.POSITIVE_INFINITY)) {
            throw new IllegalArgumentException(name + " must be finite and above 0, got " + value);
        }
    }

    static void open(String name, double value) {
        if (!(value > 0 && value < 1)) {
            throw new IllegalArgumentException(name + " must be in (0, 1), got " + value);
        }
    }

    static void probability(String name, double value) {
        if (!(value >= 0 && value <= 1)) {
            throw new IllegalArgumentException(name + " must be in [0, 1], got " + value);
        }
    }

    static void count(String name, long count) {
        if (!(count >= 0 && count <= MAX_COUNT)) {
            throw new IllegalArgumentException(name + " must be from 0 to 2^53, got " + count);
        }
    }
}
