package io.abacusdp.accounting.pld;

/** Two certified bounds of one number. */
record Interval(double lower, double upper) {
    /** The interval of the larger of two numbers. */
    Interval max(Interval other) {
        return new Interval(Math.max(lower, other.lower), Math.max(upper, other.upper));
    }

    /** What both say of the same number. */
    Interval and(Interval other) {
        return new Interval(Math.max(lower, other.lower), Math.min(upper, other.upper));
    }
}
