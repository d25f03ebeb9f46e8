package io.abacusdp.accounting.rdp;

import java.util.Arrays;
import java.util.List;
import java.util.function.IntToDoubleFunction;

/** Rényi divergence of mechanisms that are run on a random sample of the records. */
final class SampledRdp {
    /** Sums longer than this are not taken: the bound of the mechanism without sampling holds as well. */
    private static final int MAX_ORDER = 1 << 8;

    private static final double RAISED = 1 + 1e-12;

    private SampledRdp() {}

    /**
     * Poisson sampling of any mechanism that has a curve, add-or-remove-one or zero-out adjacency.
     *
     * <p>Formula, for integer α: (α − 1)·ε'(α) ≤ log S, S = Σ_{k=0}^α C(α,k) q^k (1−q)^{α−k} m_k with m_0 = m_1 = 1 and m_k = e^{(k−1)ε(k)}. As the
     * binomial weights sum to 1, the excess of S over 1 is Σ_{k≥2} C(α,k) q^k (1−q)^{α−k} (m_k − 1).
     *
     * <p>Proof: let P and Q be the outcomes with the record in the sample and without it, X = dP/dQ, a = 1 − q + qX and r = 1 − q + q/X. Removal has
     * the moment E_Q[a^α], which is at most S by the binomial theorem, and so is E_P[r^α] = E_Q[X·r^α], as ε(k) bounds
     * both directions. Addition has E_Q[a^{1−α}]. Its integrand and R = λ·a^α + (1 − λ)·X·r^α + c·(X − 1) are both 1 at X = 1, where some c makes
     * the slopes the same, and E_Q[R] ≤ S whatever c is, as E_Q[X] = 1. Second derivatives by X, over α(α − 1)q²: a^{−α−1}, and
     * λ·a^{α−2} + (1 − λ)·r^{α−2}·X^{−3}, which is at least its weighted geometric mean. With X = e^t and A(t) = log(1 − q + q·e^t), which is
     * convex, that mean is the larger one if G(t) = (λ(α−2) + α + 1)·A(t) + (1−λ)(α−2)·A(−t) − 3(1−λ)t ≥ 0. For α ≥ 2 and 0 ≤ λ ≤ 1, G is convex with G(0) = 0,
     * and λ = 3(1−q)/(2(α−2)q + 3) makes G'(0) = 0. So R is above a^{1−α} everywhere, and addition costs no more than S either. ∎
     *
     * <p>Source: Zhu, Wang 2019, 'Poisson Subsampled Rényi Differential Privacy', theorem 5, has 3·m_k for k ≥ 3; the proof
     * above, which is our own, does without the factor.
     *
     * <p>Limits: never above the curve without sampling, which bounds a mixture by quasi-convexity.
     */
    static RdpCurve poisson(double q, RdpCurve curve) {
        IntegerValues values = new IntegerValues(curve);
        RdpCurve sampled = IntegerOrders.interpolated(order -> {
            if (order > MAX_ORDER) {
                return Double.POSITIVE_INFINITY;
            }
            int alpha = (int) order;
            double moment = logOnePlusSum(alpha, Math.log(q), Math.log1p(-q), k -> logExpm1((k - 1) * values.at(k)));
            return moment / (alpha - 1) * RAISED;
        });
        return order -> Math.min(sampled.at(order), curve.at(order));
    }

    /**
     * Any sampling in which a record takes part with probability q, under any adjacency.
     *
     * <p>Formula: what happens without the record is the same for both neighbours, so that by joint convexity of the
     * α-divergence the moment is at most (1 − q) + q·e^{(α−1)ε(α)}.
     */
    static RdpCurve mixed(double q, RdpCurve curve) {
        return order -> {
            double unsampled = curve.at(order);
            double moment = (order - 1) * unsampled;
            double value = moment < 700
                    ? Math.log1p(q * Math.expm1(moment))
                    : moment + Math.log(q + (1 - q) * Math.exp(-moment));
            return moment == Double.POSITIVE_INFINITY ? moment : Math.min(unsampled, value / (order - 1) * RAISED);
        };
    }

    /**
     * One of several mechanisms, drawn with given probabilities.
     *
     * <p>Formula: (α − 1)·ε'(α) = log Σ p_i·e^{(α−1)ε_i(α)}, exact if the outcome shows which was drawn, and by joint convexity of the
     * α-divergence a bound otherwise.
     */
    static RdpCurve oneOf(List<Double> probabilities, List<RdpCurve> curves) {
        return order -> {
            double most = 0;
            double[] values = new double[curves.size()];
            for (int i = 0; i < values.length; i++) {
                values[i] = curves.get(i).at(order);
                most = Math.max(most, values[i]);
            }
            if (most == 0 || most == Double.POSITIVE_INFINITY) {
                return most;
            }
            // Relative to the largest moment if that is large; otherwise as a sum of what each exceeds 1 by.
            double shift = (order - 1) * most > 600 ? (order - 1) * most : 0;
            double sum = 0;
            double weight = 0;
            for (int i = 0; i < values.length; i++) {
                double exponent = (order - 1) * values[i] - shift;
                sum += probabilities.get(i) * (shift > 0 ? Math.exp(exponent) : Math.expm1(exponent));
                weight += probabilities.get(i);
            }
            double excess = shift > 0 ? shift + Math.log(sum) : Math.log1p(sum);
            double rounding = Math.max(0, weight - 1) + 4 * shift * Math.ulp(1.0);
            return Math.min(most, (excess + rounding) / (order - 1) * RAISED + Double.MIN_NORMAL);
        };
    }

    /**
     * Sampling of exactly a share q of the records without replacement, replace-one adjacency.
     *
     * <p>Formula, for integer α: (α − 1)·ε'(α) ≤ log(1 + C(α,2) q² min{4(e^{ε(2)} − 1), e^{ε(2)} min{2, (e^{ε(∞)} − 1)²}} +
     * Σ_{k=3}^α C(α,k) q^k e^{(k−1)ε(k)} min{2, (e^{ε(∞)} − 1)^k}).
     *
     * <p>Source: Wang, Balle, Kasiviswanathan 2018, arXiv:1808.00087, theorem 9.
     *
     * @param q sample size over number of records
     * @param curve of the mechanism on the sample, replace-one
     * @param pure ε(∞), infinite if the mechanism has none
     */
    static RdpCurve withoutReplacement(double q, RdpCurve curve, double pure) {
        IntegerValues values = new IntegerValues(curve);
        double logRange = pure < 700 ? Math.log(Math.expm1(pure)) : Double.POSITIVE_INFINITY;
        RdpCurve sampled = IntegerOrders.interpolated(order -> {
            if (order > MAX_ORDER) {
                return Double.POSITIVE_INFINITY;
            }
            int alpha = (int) order;
            double moment = logOnePlusSum(alpha, Math.log(q), 0, k -> {
                double capped = (k - 1) * values.at(k) + Math.min(Math.log(2), k * logRange);
                return k == 2 ? Math.min(capped, Math.log(4) + logExpm1(values.at(2))) : capped;
            });
            return moment / (alpha - 1) * RAISED;
        });
        return order -> Math.min(sampled.at(order), curve.at(order));
    }

    /**
     * What sampling without replacement costs at least, for comparison with the bound: some mechanism with this curve
     * reaches it.
     *
     * <p>Formula, for integer α: ε'(α) ≥ α/(α−1)·log(1−q) + 1/(α−1)·log(1 + αq/(1−q) + Σ_{k=2}^α C(α,k) (q/(1−q))^k
     * e^{(k−1)ε(k)}), which is the binomial sum 1 + Σ_{k≥2} C(α,k) q^k (1−q)^{α−k} (e^{(k−1)ε(k)} − 1) inside a logarithm.
     *
     * <p>Source: Wang, Balle, Kasiviswanathan 2018, arXiv:1808.00087, proposition 11.
     *
     * @param order an integer, at least 2
     */
    static double withoutReplacementLower(double q, RdpCurve curve, int order) {
        double moment = logOnePlusSum(order, Math.log(q), Math.log1p(-q), k -> logExpm1((k - 1) * curve.at(k)));
        return moment / (order - 1) / RAISED;
    }

    /** log(1 + Σ_{k=2}^α exp(log C(α,k) + k·log q + (α−k)·rest + term(k))). */
    private static double logOnePlusSum(int alpha, double logRate, double rest, IntToDoubleFunction term) {
        double[] exponents = new double[alpha + 1];
        double greatest = Double.NEGATIVE_INFINITY;
        double choose = Math.log(alpha);
        for (int k = 2; k <= alpha; k++) {
            choose += Math.log((alpha - k + 1.0) / k);
            exponents[k] = choose + k * logRate + (alpha - k) * rest + term.applyAsDouble(k);
            if (exponents[k] == Double.POSITIVE_INFINITY) {
                return Double.POSITIVE_INFINITY;
            }
            greatest = Math.max(greatest, exponents[k]);
        }
        double shift = greatest < 600 ? 0 : greatest;
        double sum = 0;
        for (int k = 2; k <= alpha; k++) {
            sum += Math.exp(exponents[k] - shift);
        }
        // A sum that underflows is still not nothing, unless every term of it is.
        double nothing = greatest == Double.NEGATIVE_INFINITY ? 0 : Double.MIN_NORMAL;
        return shift > 0 ? shift + Math.log(sum) : Math.max(Math.log1p(sum), nothing);
    }

    /** log(e^y − 1) for y ≥ 0; −∞ at 0. */
    private static double logExpm1(double y) {
        return y > 30 ? y + Math.log1p(-Math.exp(-y)) : Math.log(Math.expm1(y));
    }

    /** A curve at integer orders, each evaluated once: every sum needs all orders below its own. Thread-safe. */
    private static final class IntegerValues {
        private final RdpCurve curve;
        private double[] values = new double[0];

        IntegerValues(RdpCurve curve) {
            this.curve = curve;
        }

        synchronized double at(int order) {
            int known = values.length;
            if (order >= known) {
                values = Arrays.copyOf(values, Math.max(64, 2 * order));
                Arrays.fill(values, known, values.length, Double.NaN);
            }
            if (Double.isNaN(values[order])) {
                values[order] = curve.at(order);
            }
            return values[order];
        }
    }
}
