package io.abacusdp.accounting.pld;

/** Two certified bounds of one number. */
record Interval(double lower, double upper) {
    /** The interval of the larger of two numbers. */
    Interval max(Interval other) {
        return new Interval(Math.max(lower, other.lower), Math.max(upper, other.upper));
    }

    /** What both say of the same number; that they contradict each other would be a bug, and is never passed over. */
    Interval and(Interval other) {
        double least = Math.max(lower, other.lower);
        double most = Math.min(upper, other.upper);
        if (!(least <= most)) {
            throw new ArithmeticException("certified bounds contradict each other: " + this + " and " + other);
        }
        return new Interval(least, most);
    }
}
