package io.abacusdp.accounting.numeric;

/**
 * A number that is known to lie between two bounds.
 *
 * @param lower at most the truth
 * @param estimate within the bounds; where exactly the truth lies is not known
 * @param upper at least the truth
 */
public record Enclosure(double lower, double estimate, double upper) {
    public Enclosure {
        if (!(lower <= estimate && estimate <= upper)) {
            throw new IllegalArgumentException(
                    "bounds must enclose the estimate, got " + lower + ", " + estimate + ", " + upper);
        }
    }

    /** A number known exactly. */
    public static Enclosure of(double value) {
        return new Enclosure(value, value, value);
    }

    /**
     * A number of which two bounds are known and nothing else: its estimate is the upper one.
     *
     * @throws IllegalStateException if the bounds contradict each other, which would be a bug of who computed them
     */
    public static Enclosure between(double lower, double upper) {
        if (!(lower <= upper)) {
            throw new IllegalStateException("certified bounds contradict each other: " + lower + " and " + upper);
        }
        return new Enclosure(lower, upper, upper);
    }

    /** The larger of two numbers. */
    public Enclosure max(Enclosure other) {
        return new Enclosure(
                Math.max(lower, other.lower), Math.max(estimate, other.estimate), Math.max(upper, other.upper));
    }

    /**
     * What both say of the same number; that they contradict each other would be a bug, and is never passed over.
     *
     * @throws IllegalStateException if no number is in both
     */
    public Enclosure and(Enclosure other) {
        double least = Math.max(lower, other.lower);
        double most = Math.min(upper, other.upper);
        if (!(least <= most)) {
            throw new IllegalStateException("certified bounds contradict each other: " + this + " and " + other);
        }
        return new Enclosure(least, Math.min(Math.max(estimate, least), most), most);
    }
}
