package io.abacusdp.accounting;

import java.util.OptionalDouble;

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

    /**
     * The smallest delta that is known at an epsilon of either sign: what Pr[A] exceeds e^ε·Pr'[A] by at most, for every set A of outcomes
     * and both orders of the data sets.
     *
     * <p>Formula: H_ε(P‖Q) = sup_A (P(A) − e^ε·Q(A)), and as P(A) − e^ε·Q(A) = 1 − e^ε + e^ε·(Q(A') − e^{−ε}·P(A')) for the complement A',
     * H_ε(P‖Q) = 1 − e^ε + e^ε·H_{−ε}(Q‖P). What bounds δ(−ε) in both orders so bounds δ(ε) in both.
     *
     * <p>Accuracy: that of δ(−ε), and four roundings, outwards.
     *
     * @param epsilon finite
     * @throws UnsupportedEventException as {@link #delta} does
     */
    default Guarantee hockeyStick(double epsilon) {
        if (!(epsilon < 0)) {
            return delta(epsilon);
        }
        Guarantee opposite = delta(-epsilon);
        double most = (-Math.expm1(epsilon) + Math.exp(epsilon) * opposite.delta()) * (1 + 0x1p-50) + Double.MIN_VALUE;
        OptionalDouble least = opposite.lower().isPresent()
                ? OptionalDouble.of((-Math.expm1(epsilon)
                                + Math.exp(epsilon) * opposite.lower().getAsDouble())
                        * (1 - 0x1p-50))
                : OptionalDouble.empty();
        return new Guarantee(
                epsilon,
                Math.min(1, most),
                least,
                opposite.order(),
                opposite.adjacency(),
                opposite.accountant(),
                opposite.notes());
    }

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
