package io.abacusdp.accounting.rdp;

import io.abacusdp.accounting.numeric.Search;
import java.util.Arrays;

/**
 * Rényi divergence of repeating a mechanism a random number K of times and releasing the best outcome.
 *
 * <p>Formula for the truncated negative binomial K of shape η and success probability γ (η = 0 logarithmic, η = 1
 * geometric): for every order α̂ ≥ 1, ε'(α) ≤ ε(α) + (1 + η)(1 − 1/α̂)·ε(α̂) + (1 + η)·log(1/γ)/α̂ + log(E K)/(α − 1).
 *
 * <p>Formula for Poisson K of mean μ: ε'(α) ≤ ε(α) + μ·δ̂ + log(μ)/(α − 1), where the mechanism is (ε̂, δ̂)-DP with ε̂ =
 * log(1 + 1/(α − 1)).
 *
 * <p>Source: Papernot, Steinke 2022, arXiv:2110.03620, theorems 2 and 6.
 */
final class RepeatAndSelectRdp {
    /** α̂ may be any order: the least of the bound over this grid is taken. */
    private static final double[] HELPER_ORDERS = helperOrders();

    private static final double RAISED = 1 + 1e-12;

    private RepeatAndSelectRdp() {}

    static RdpCurve of(double mean, double shape, RdpCurve single) {
        return shape == Double.POSITIVE_INFINITY ? poisson(mean, single) : negativeBinomial(mean, shape, single);
    }

    private static RdpCurve poisson(double mean, RdpCurve single) {
        double[] helped = Arrays.stream(HELPER_ORDERS).map(single::at).toArray();
        return order -> {
            double epsilon = Math.log1p(1 / (order - 1));
            double delta = 1;
            for (int i = 0; i < helped.length; i++) {
                delta = Math.min(delta, Conversion.BALLE.delta(HELPER_ORDERS[i], helped[i], epsilon));
            }
            double selection = mean * delta + Math.log(mean) / (order - 1);
            return Math.max(0, single.at(order) + selection) * RAISED;
        };
    }

    private static RdpCurve negativeBinomial(double mean, double shape, RdpCurve single) {
        double logRepeat = -Math.log(successProbability(mean, shape));
        double helped = Arrays.stream(HELPER_ORDERS)
                .map(order -> (1 - 1 / order) * single.at(order) + logRepeat / order)
                .min()
                .orElseThrow();
        double selection = (1 + shape) * helped;
        return order -> (single.at(order) + selection + Math.log(mean) / (order - 1)) * RAISED;
    }

    /** The γ that gives the mean; the mean falls as γ rises, and a smaller γ is the safe side. */
    private static double successProbability(double mean, double shape) {
        if (mean == 1) {
            return 1;
        }
        return Search.greatest(Double.MIN_NORMAL, 1, 1e-14, gamma -> meanRepetitions(gamma, shape) >= mean);
    }

    /** E K = η(1 − γ)/(γ(1 − γ^η)), or (1/γ − 1)/log(1/γ) for η = 0. */
    private static double meanRepetitions(double gamma, double shape) {
        if (gamma == 1) {
            return 1;
        }
        double scaled = shape * Math.log(gamma);
        if (scaled == 0) {
            return (1 / gamma - 1) / -Math.log(gamma);
        }
        return shape * (1 / gamma - 1) / -Math.expm1(scaled);
    }

    private static double[] helperOrders() {
        double[] orders = new double[160];
        for (int i = 0; i < orders.length; i++) {
            // From just above 1 to about 30,000, evenly in log(α − 1); integers where bounds are proven at integers
            // only.
            double order = 1 + Math.exp(-4.5 + i * 0.093);
            orders[i] = order > 12 ? Math.rint(order) : order;
        }
        return orders;
    }
}
