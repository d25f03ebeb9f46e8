package io.abacusdp.accounting.exact;

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
    static Enclosure of(double value) {
        return new Enclosure(value, value, value);
    }

    /** The larger of two numbers of which each is known to lie between bounds. */
    static Enclosure max(Enclosure one, Enclosure other) {
        return new Enclosure(
                Math.max(one.lower, other.lower),
                Math.max(one.estimate, other.estimate),
                Math.max(one.upper, other.upper));
    }

    /**
     * The number as a probability.
     *
     * @throws SlowDecayException if its computation left the range of doubles
     */
    static Enclosure probability(double lower, double estimate, double upper) {
        if (Double.isNaN(lower + estimate + upper)) {
            throw new SlowDecayException("its terms leave the range of doubles");
        }
        return new Enclosure(clip(lower), clip(estimate), clip(upper));
    }

    /** One minus the number. */
    Enclosure complement() {
        return probability(Math.nextDown(1 - upper), 1 - estimate, Math.nextUp(1 - lower));
    }

    private static double clip(double value) {
        return Math.min(Math.max(value, 0), 1);
    }
}
