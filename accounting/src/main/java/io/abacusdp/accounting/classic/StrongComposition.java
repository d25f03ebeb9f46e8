package io.abacusdp.accounting.classic;

import io.abacusdp.accounting.PrivacyProfile;
import io.abacusdp.accounting.event.ApproximateDp;
import io.abacusdp.accounting.numeric.RoundedUp;
import io.abacusdp.accounting.numeric.Search;
import java.util.Map;
import java.util.function.DoublePredicate;

/**
 * Strong composition: epsilon grows with the root of the number of mechanisms, for an extra δ'.
 *
 * <p>Formula: with κ = Σ ε_i·(e^{ε_i} − 1)/(e^{ε_i} + 1) and V = Σ ε_i², for any δ' in (0, 1)
 *
 * <pre>    ε = min(Σ ε_i, κ + √(2V·ln(1/δ')), κ + √(2V·ln(e + √V/δ'))),    δ = Σ δ_i + δ',</pre>
 *
 * where Σ ε_i needs no δ'. The second is Hoeffding's inequality: the privacy loss of an ε-DP mechanism is in [−ε, ε] and
 * has a mean of at most ε·tanh(ε/2).
 *
 * <p>Source: Kairouz, Oh, Viswanath 2015, arXiv:1311.0776, theorems 3.4 and 3.5; the first form of the theorem is Dwork,
 * Rothblum, Vadhan 2010, Boosting and differential privacy, theorem III.3.
 *
 * <p>Assumes: ε_i and δ_i fixed beforehand; the mechanisms may be chosen adaptively.
 *
 * <p>Accuracy: rounded up by less than 1e-14 relative for few different mechanisms.
 *
 * <p>Limits: at a delta of at most Σ δ_i nothing is left for δ', and basic composition is all there is.
 *
 * <p>Example: {@code StrongComposition.of(Map.of(new ApproximateDp(0.1, 1e-8), 100L)).epsilon(1e-5)}.
 */
public final class StrongComposition implements CompositionTheorem {
    private static final double UP = 1 + 8 * Math.ulp(1.0);
    private static final double DOWN = 1 - 8 * Math.ulp(1.0);

    private static final double TOLERANCE = 1e-15;

    /** e to the minus this is 0. */
    private static final double VANISHING = 800;

    private final ApproximateParts parts;
    private final double mean;
    private final double variance;

    StrongComposition(ApproximateParts parts) {
        this.parts = parts;
        this.mean = RoundedUp.sum(parts.groups().stream()
                .mapToDouble(group -> group.count() * (group.epsilon() * Math.tanh(group.epsilon() / 2)) * UP)
                .toArray());
        this.variance = RoundedUp.sum(parts.groups().stream()
                .mapToDouble(group -> group.count() * group.epsilon() * group.epsilon() * UP + Double.MIN_VALUE)
                .toArray());
    }

    /** Of the mechanisms, each as often as stated. */
    public static StrongComposition of(Map<ApproximateDp, Long> counts) {
        return new StrongComposition(ApproximateParts.of(counts));
    }

    /**
     * Epsilon in the form of Dwork, Rothblum and Vadhan, ε·√(2T·ln(1/δ')) + T·ε·(e^ε − 1), rounded up; the delta that
     * goes with it is {@link #totalDelta}. Never below what {@link #of} gives; for comparison with the literature.
     *
     * @param epsilon of each mechanism, finite and at least 0
     * @param count T, at most 2^53
     * @param deltaPrime δ', in (0, 1)
     */
    public static double dworkRothblumVadhan(double epsilon, long count, double deltaPrime) {
        PrivacyProfile.checkEpsilon(epsilon);
        Arguments.count("count", count);
        Arguments.open("delta_prime", deltaPrime);
        if (epsilon == 0 || count == 0) {
            return 0;
        }
        double spread = Math.sqrt(2.0 * count * -Math.log(deltaPrime));
        return epsilon * (spread + count * Math.expm1(epsilon)) * UP;
    }

    /**
     * T·δ + δ', rounded up: what strong composition costs in delta.
     *
     * @param delta of each mechanism, in [0, 1]
     * @param count T, at most 2^53
     * @param deltaPrime δ', in (0, 1)
     */
    public static double totalDelta(double delta, long count, double deltaPrime) {
        Arguments.probability("delta", delta);
        Arguments.count("count", count);
        Arguments.open("delta_prime", deltaPrime);
        return Math.min(1, RoundedUp.sum(RoundedUp.product(delta, (double) count), deltaPrime));
    }

    @Override
    public double epsilon(double delta) {
        PrivacyProfile.checkDelta(delta);
        if (parts.deltaSum() > delta) {
            return Double.POSITIVE_INFINITY;
        }
        return least(epsilon -> delta(epsilon) <= delta);
    }

    @Override
    public double delta(double epsilon) {
        PrivacyProfile.checkEpsilon(epsilon);
        return Math.min(1, RoundedUp.sum(parts.deltaSum(), deltaBeyond(epsilon)));
    }

    /** Epsilon for the given δ'; basic composition if that is less. */
    double epsilonBeyond(double deltaPrime) {
        return least(epsilon -> deltaBeyond(epsilon) <= deltaPrime);
    }

    /** Found through delta, so that asking for the delta of what is returned gives no more than was granted. */
    private double least(DoublePredicate holds) {
        double enough = parts.epsilonSum();
        return enough == Double.POSITIVE_INFINITY ? enough : Search.least(0, enough, TOLERANCE, holds);
    }

    /** The δ' at the given epsilon: the formula solved for it. */
    double deltaBeyond(double epsilon) {
        if (epsilon >= parts.epsilonSum()) {
            return 0;
        }
        double above = (epsilon - mean) * DOWN;
        if (!(above > 0)) {
            return 1;
        }
        double exponent = Math.min(VANISHING, above * (above / (2 * variance)) * DOWN);
        double growth = Math.exp(exponent) * (1 - (4 + exponent) * Math.ulp(1.0));
        double hoeffding = Math.exp(-exponent) * (1 + (4 + exponent) * Math.ulp(1.0)) + Double.MIN_VALUE;
        double other = (growth - Math.nextUp(Math.E)) * DOWN;
        double second = other > 0 ? Math.sqrt(variance) / other * UP + Double.MIN_VALUE : 1;
        return Math.min(1, Math.min(hoeffding, second));
    }
}
