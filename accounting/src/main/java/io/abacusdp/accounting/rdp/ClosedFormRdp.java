package io.abacusdp.accounting.rdp;

/**
 * Rényi divergences with a closed form. All are raised by a few units in the last place, so that rounding never hides loss,
 * and none that is positive is given as 0.
 */
final class ClosedFormRdp {
    private static final double RAISED = 1 + 1e-14;

    private ClosedFormRdp() {}

    /**
     * Gaussians of equal variance at distance Δ: αΔ²/2σ².
     *
     * <p>Source: Mironov 2017, arXiv:1702.07476, proposition 7. For the discrete Gaussian it is an upper bound: Canonne,
     * Kamath, Steinke 2020, arXiv:2004.00010, proposition 5.
     *
     * @param ratio Δ/σ
     */
    static RdpCurve gaussian(double ratio) {
        return order -> order * ratio * ratio / 2 * RAISED + Double.MIN_VALUE;
    }

    /**
     * Laplace densities of scale b at distance 1, s = 1/b.
     *
     * <p>Formula: ε(α) = log(A)/(α − 1), A = [α·e^{(α−1)s} + (α−1)·e^{−αs}] / (2α − 1). With E(y) = e^y − 1 − y, which is
     * never negative, A − 1 = [α·E((α−1)s) + (α−1)·E(−αs)] / (2α − 1): the linear terms cancel exactly.
     *
     * <p>Source: Mironov 2017, arXiv:1702.07476, proposition 6.
     */
    static RdpCurve laplace(double s) {
        return order -> {
            double a = order - 1;
            double right = a * s;
            if (right > 600) {
                double rest = Math.log1p(a / order * Math.exp(-(2 * order - 1) * s));
                return (s + (Math.log(order / (2 * order - 1)) + rest) / a) * RAISED;
            }
            double excess = (order * expm1x(right) + a * expm1x(-order * s)) / (2 * order - 1);
            return Math.log1p(excess) / a * RAISED + Double.MIN_VALUE;
        };
    }

    /**
     * The worst pair of laws whose ratio stays within e^±ε: randomised response on two outcomes.
     *
     * <p>Formula: ε(α) = log(cosh((α − ½)ε) / cosh(ε/2)) / (α − 1), that is log1p(2·sinh(αε/2)·sinh((α−1)ε/2)/cosh(ε/2))
     * over α − 1.
     *
     * <p>Source: Bun, Steinke 2016, arXiv:1605.02065, lemma B.2 (the extreme pair); the rest by the addition theorems.
     */
    static RdpCurve pure(double epsilon) {
        return order -> {
            double a = order - 1;
            if (order * epsilon > 600) {
                // log cosh y = y − log 2 + log1p(e^−2y), and e^−2y is nothing at the first of the two.
                return Math.min(epsilon, (a * epsilon - Math.log1p(Math.exp(-epsilon))) / a * RAISED);
            }
            double excess = 2 * Math.sinh(order * epsilon / 2) * Math.sinh(a * epsilon / 2) / Math.cosh(epsilon / 2);
            return Math.min(epsilon, Math.log1p(excess) / a * RAISED + Double.MIN_VALUE);
        };
    }

    /**
     * The worst pair of laws whose losses lie in an interval of length ε: the exponential mechanism.
     *
     * <p>Formula: for losses in [t − ε, t], convexity puts all mass on both ends; E_Q[e^L] = 1 fixes the masses, and with
     * u = e^t the moment is A(u) = u^{α−1}·[(1 − e^{−αε}) − u·(e^{−ε} − e^{−αε})] / (1 − e^{−ε}). It is largest at
     * u = (α−1)(1 − e^{−αε}) / (α(e^{−ε} − e^{−αε})), where A = u^{α−1}·(1 − e^{−αε}) / (α(1 − e^{−ε})). The logarithm
     * cancels to second order in ε, so that its rounding error is added, and the bound αε²/8 is taken where it is less.
     *
     * <p>Source: Dong, Durfee, Rogers 2020, arXiv:1909.13830 (bounded range); Cesar, Rogers 2021, arXiv:2004.07223 (αε²/8).
     */
    static RdpCurve boundedRange(double epsilon) {
        RdpCurve pure = pure(epsilon);
        return order -> {
            double a = order - 1;
            double concentrated = order * epsilon * epsilon / 8 * RAISED + Double.MIN_VALUE;
            if (!(epsilon > 0)) {
                return 0;
            }
            double all = logOneMinusExp(order * epsilon);
            double most = logOneMinusExp(a * epsilon);
            double one = logOneMinusExp(epsilon);
            double logU = Math.log(a / order) + all - most + epsilon;
            double terms = Math.abs(all) + Math.abs(most) + Math.abs(one) + Math.abs(Math.log(a / order)) + epsilon;
            double slack = 8 * Math.ulp(1.0) * (order * terms + Math.log(order) + 1);
            double value = (a * logU + all - Math.log(order) - one + slack) / a * RAISED;
            // At an order just above 1 the slack is all there is; the other two bounds then decide.
            double bound = value >= 0 ? value : Double.POSITIVE_INFINITY;
            return Math.min(bound, Math.min(concentrated, pure.at(order)));
        };
    }

    /**
     * Skellam noise of variance μ on integer vectors, at integer orders.
     *
     * <p>Formula: ε(α) ≤ αΔ₂²/2μ + min(((2α − 1)Δ₂² + 6Δ₁)/4μ², 3Δ₁/2μ).
     *
     * <p>Source: Agarwal, Kairouz, Liu 2021, arXiv:2110.04995, theorem 3.5.
     */
    static RdpCurve skellam(double variance, double l1, double l2) {
        return IntegerOrders.interpolated(order -> {
            double squared = l2 * l2;
            double second = ((2 * order - 1) * squared + 6 * l1) / (4 * variance * variance);
            double first = 3 * l1 / (2 * variance);
            return (order * squared / (2 * variance) + Math.min(first, second)) * RAISED;
        });
    }

    /** log(1 − e^−y) for y &gt; 0. */
    static double logOneMinusExp(double y) {
        return y > 0.7 ? Math.log1p(-Math.exp(-y)) : Math.log(-Math.expm1(-y));
    }

    /** e^y − 1 − y, from its series where the difference would cancel. */
    private static double expm1x(double y) {
        if (Math.abs(y) > 0.5) {
            return Math.expm1(y) - y;
        }
        double term = y * y / 2;
        double sum = term;
        for (int k = 3; Math.abs(term) > 1e-18 * sum && k < 30; k++) {
            term *= y / k;
            sum += term;
        }
        return sum;
    }
}
