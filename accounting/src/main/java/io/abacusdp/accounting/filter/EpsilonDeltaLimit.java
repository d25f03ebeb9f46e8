package io.abacusdp.accounting.filter;

import io.abacusdp.accounting.PrivacyProfile;
import io.abacusdp.accounting.numeric.Search;
import java.util.OptionalDouble;

/**
 * A limit on (ε, δ), kept by a mixture of Rényi filters.
 *
 * <p>Let L be the privacy loss of all releases so far and R(α) the sum of their divergences. At each order, exp((α − 1)(L −
 * R(α))) is a supermartingale however the releases are chosen, and so is their mixture X with weights w that sum to 1 and
 * were fixed beforehand. The total is admitted if for all losses L
 *
 * <pre>    (1 − e^(ε − L))₊ ≤ δ · X,   X = Σ w(α) exp((α − 1)(L − R(α))).</pre>
 *
 * <p>Then, at whatever time the releases end, δ(ε) = E(1 − e^(ε − L))₊ ≤ δ·E X ≤ δ. With all weight on one order this is the
 * Rényi filter of Feldman and Zrnic 2021 with the conversion of Canonne, Kamath, Steinke 2020. Taking whichever order serves best
 * at the end, at no price, is not covered by their theorem: the order would depend on what was seen. The mixture pays for the
 * choice among orders with 4 to 9 % of epsilon in the cases of the tests. Failure probabilities apart from the curves are
 * taken off δ
 * (Whitehouse et al. 2023, arXiv:2203.05481, theorem 1).
 *
 * <p>Weights fall off from the order that is best for Gaussian noise at this limit, as 1/(1 + (x/s)²) for x octaves of
 * α − 1. They depend on the limit alone.
 */
public final class EpsilonDeltaLimit implements Limit {
    private static final double MAX_EPSILON = 1e12;

    private final double epsilon;
    private final double delta;
    private final MixtureBound mixture;

    /**
     * A limit.
     *
     * @param epsilon finite, above 0
     * @param delta in (0, 1)
     */
    public EpsilonDeltaLimit(double epsilon, double delta) {
        if (!(PrivacyProfile.checkEpsilon(epsilon) > 0)) {
            throw new IllegalArgumentException("epsilon of a limit must be above 0, got " + epsilon);
        }
        if (!(PrivacyProfile.checkDelta(delta) > 0)) {
            throw new IllegalArgumentException(
                    "delta of a limit must be above 0, got " + delta + "; pure epsilon has no Rényi filter");
        }
        this.epsilon = epsilon;
        this.delta = delta;
        this.mixture = MixtureBound.around(epsilon, delta);
    }

    public double epsilon() {
        return epsilon;
    }

    public double delta() {
        return delta;
    }

    @Override
    public boolean admits(RenyiCost total) {
        double left = left(total);
        return left > 0 && mixture.holds(total, epsilon, left);
    }

    /**
     * The epsilon that a limit of this delta and these weights would need to admit the total, within 1e-9 relative; infinite
     * if there is none.
     */
    public double epsilonOf(RenyiCost total) {
        double left = left(total);
        double high = epsilon;
        while (left > 0 && high < MAX_EPSILON && !mixture.holds(total, high, left)) {
            high *= 2;
        }
        return left > 0 && high < MAX_EPSILON
                ? Search.least(0, high, 1e-9, candidate -> mixture.holds(total, candidate, left))
                : Double.POSITIVE_INFINITY;
    }

    @Override
    public Binding binding(RenyiCost total) {
        double used = epsilonOf(total);
        OptionalDouble order = used < Double.POSITIVE_INFINITY
                ? OptionalDouble.of(mixture.decidingOrder(total, used))
                : OptionalDouble.empty();
        return new Binding("epsilon", used, epsilon, order);
    }

    /** What the failure probabilities leave of delta, rounded down. */
    private double left(RenyiCost total) {
        double apart = total.deltaApart();
        return apart == 0 ? delta : Math.nextDown(delta - apart);
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof EpsilonDeltaLimit limit && epsilon == limit.epsilon && delta == limit.delta;
    }

    @Override
    public int hashCode() {
        return 31 * Double.hashCode(epsilon) + Double.hashCode(delta);
    }

    @Override
    public String toString() {
        return "epsilon " + epsilon + " at delta " + delta;
    }
}
