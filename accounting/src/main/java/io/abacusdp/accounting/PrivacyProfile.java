package io.abacusdp.accounting;

/**
 * The curve of all (epsilon, delta) that hold for one event under one adjacency.
 *
 * <p>A query may be refused although the profile was not: some methods find out only on the way that they do not get
 * through. Another query of the same profile may well be answered, and so may the same query by another accountant.
 */
public interface PrivacyProfile {
    /**
     * The smallest epsilon that is known to hold at the given delta; infinite if none is.
     *
     * @param delta in [0, 1)
     * @throws UnsupportedEventException if the accountant's method does not get through here
     */
    Guarantee epsilon(double delta);

    /**
     * The smallest delta that is known to hold at the given epsilon.
     *
     * @param epsilon finite, not negative
     * @throws UnsupportedEventException if the accountant's method does not get through here
     */
    Guarantee delta(double epsilon);

    /** Returns delta if it is in [0, 1), and refuses every other value. */
    static double checkDelta(double delta) {
        if (delta >= 0 && delta < 1) {
            return delta;
        }
        throw new IllegalArgumentException("delta must be in [0, 1), got " + delta);
    }

    /** Returns epsilon if it is finite and not negative, and refuses every other value. */
    static double checkEpsilon(double epsilon) {
        if (epsilon >= 0 && epsilon < Double.POSITIVE_INFINITY) {
            return epsilon;
        }
        throw new IllegalArgumentException("epsilon must be finite and at least 0, got " + epsilon);
    }
}
