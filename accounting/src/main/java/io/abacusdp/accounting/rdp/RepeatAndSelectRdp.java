package io.abacusdp.accounting.rdp;

import io.abacusdp.accounting.numeric.RepetitionLaw;
import java.util.Arrays;

/**
 * Rényi divergence of repeating a mechanism a random number K of times and releasing the best outcome.
 *
 * <p>Formula for the truncated negative binomial K of shape η and success probability γ (η = 0 logarithmic, η = 1
 * geometric): for every order α̂ ≥ 1, ε'(α) ≤ ε(α) + (1 + η)(1 − 1/α̂)·ε(α̂) + (1 + η)·log(1/γ)/α̂ + log(E K)/(α − 1).
 *
 * <p>Formula for Poisson K of mean μ: the outcomes of at least one repetition contribute at most μ·e^{(α−1)(ε(α) + μδ̂)} to
 * the moment, where the mechanism is (ε̂, δ̂)-DP with ε̂ = log(1 + 1/(α − 1)), and no repetition contributes e^{−μ}. The
 * theorem states the logarithm of the first alone, which for μ &lt; 1 is negative near α = 1: as a bound on a divergence it
 * would say that nothing is lost.
 *
 * <p>Both bounds grow without limit as α → 1, while the divergence does not decrease with α; so the least bound at this or a
 * higher order is taken.
 *
 * <p>Source: Papernot, Steinke 2022, arXiv:2110.03620, theorems 2 and 6.
 */
final class RepeatAndSelectRdp {
    /** α̂ may be any order: the least of the bound over this grid is taken. */
    private static final double[] HELPER_ORDERS = helperOrders();

    private static final double RAISED = 1 + 1e-12;

    private RepeatAndSelectRdp() {}

    static RdpCurve of(double mean, double shape, RdpCurve single) {
        return rising(
                shape == Double.POSITIVE_INFINITY ? poisson(mean, single) : negativeBinomial(mean, shape, single));
    }

    private static RdpCurve rising(RdpCurve curve) {
        double[] least = Arrays.stream(HELPER_ORDERS).map(curve::at).toArray();
        for (int i = least.length - 2; i >= 0; i--) {
            least[i] = Math.min(least[i], least[i + 1]);
        }
        return order -> {
            int found = Arrays.binarySearch(HELPER_ORDERS, order);
            int next = found >= 0 ? found : -found - 1;
            return next < least.length ? Math.min(curve.at(order), least[next]) : curve.at(order);
        };
    }

    private static RdpCurve poisson(double mean, RdpCurve single) {
        double[] helped = Arrays.stream(HELPER_ORDERS).map(single::at).toArray();
        return order -> {
            double epsilon = Math.log1p(1 / (order - 1));
            double delta = 1;
            for (int i = 0; i < helped.length; i++) {
                delta = Math.min(delta, Conversion.BALLE.delta(HELPER_ORDERS[i], helped[i], epsilon));
            }
            double exponent = (order - 1) * (single.at(order) + mean * delta) + Math.log(mean);
            double moment = exponent < 600 ? Math.log1p(Math.exp(exponent) + Math.expm1(-mean)) : exponent;
            return Math.max(Double.MIN_NORMAL, moment / (order - 1) + 4 * Math.ulp(1 / (order - 1))) * RAISED;
        };
    }

    private static RdpCurve negativeBinomial(double mean, double shape, RdpCurve single) {
        double logRepeat = -Math.log(new RepetitionLaw(mean, shape).successProbability());
        double helped = Arrays.stream(HELPER_ORDERS)
                .map(order -> (1 - 1 / order) * single.at(order) + logRepeat / order)
                .min()
                .orElseThrow();
        double selection = (1 + shape) * helped;
        return order -> (single.at(order) + selection + Math.log(mean) / (order - 1)) * RAISED;
    }

    private static double[] helperOrders() {
        double[] orders = new double[250];
        for (int i = 0; i < orders.length; i++) {
            // From just above 1 to about 10^8, evenly in log(α − 1); integers where bounds are proven at integers
            // only.
            double order = 1 + Math.exp(-4.5 + i * 0.093);
            orders[i] = order > 12 ? Math.rint(order) : order;
        }
        return orders;
    }
}
