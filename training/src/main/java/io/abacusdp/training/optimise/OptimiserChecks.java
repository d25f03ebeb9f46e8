package io.abacusdp.training.optimise;

/** Checks that optimisers and schedules share. Each is stated positively, so that NaN falls through to the error. */
final class OptimiserChecks {
    private OptimiserChecks() {}

    static void size(String name, int size, float[] array) {
        if (array.length != size) {
            throw new IllegalArgumentException(name + " must have " + size + " values, got " + array.length);
        }
    }

    /** The arguments of a step. */
    static void step(int size, float[] parameters, float[] gradient, double learningRate) {
        size("parameters", size, parameters);
        size("gradient", size, gradient);
        notNegative("learning rate", learningRate);
    }

    static double notNegative(String name, double value) {
        if (value >= 0 && value < Double.POSITIVE_INFINITY) {
            return value;
        }
        throw new IllegalArgumentException(name + " must be finite and at least 0, got " + value);
    }

    static double positive(String name, double value) {
        if (value > 0 && value < Double.POSITIVE_INFINITY) {
            return value;
        }
        throw new IllegalArgumentException(name + " must be finite and above 0, got " + value);
    }

    /** A share that is forgotten less than wholly. */
    static double fraction(String name, double value) {
        if (value >= 0 && value < 1) {
            return value;
        }
        throw new IllegalArgumentException(name + " must be in [0, 1), got " + value);
    }

    static void atLeast(String name, long least, long value) {
        if (value < least) {
            throw new IllegalArgumentException(name + " must be at least " + least + ", got " + value);
        }
    }
}
