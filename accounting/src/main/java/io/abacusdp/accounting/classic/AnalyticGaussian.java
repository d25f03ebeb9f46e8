package io.abacusdp.accounting.classic;

import io.abacusdp.accounting.PrivacyProfile;
import io.abacusdp.accounting.numeric.MillsDifference;
import io.abacusdp.accounting.numeric.Normal;
import io.abacusdp.accounting.numeric.Search;

/**
 * The Gaussian mechanism, exactly: noise N(0, σ²) on a query of L2 sensitivity Δ, with μ = Δ/σ.
 *
 * <p>Formula: δ(ε) = Φ(−x) − e^ε·Φ(−y) with x = ε/μ − μ/2 and y = ε/μ + μ/2. Both terms can be far larger than their
 * difference, and e^ε can overflow. But y² − x² = 2ε, so that e^ε·φ(y) = φ(x), and with Mills' ratio R(x) = (1 −
 * Φ(x))/φ(x)
 *
 * <pre>    δ(ε) = φ(x)·(R(x) − R(x + μ)),</pre>
 *
 * where nothing overflows for x ≥ −1 and {@link MillsDifference} loses no digits. For x &lt; −1, ε ≥ 0 makes μ &gt; 2, so
 * that R(y)/R(x) ≤ R(1)/R(−1) &lt; 0.19, and Φ(−x) − φ(x)·R(y) is accurate as it stands. x itself is carried in two
 * doubles, since φ multiplies its relative error by x².
 *
 * <p>Source: Balle, Wang 2018, arXiv:1805.06530, theorem 8.
 *
 * <p>Assumes: sensitivity Δ under the adjacency that is meant; for replace-one of records of norm C that is 2C.
 *
 * <p>Accuracy: never below the truth; delta within 2e-14 relative for μ from 1e-8 to 1e4 and delta from 1e-300, epsilon
 * and sigma within 1e-13 relative, against analytic_gaussian.csv. Close to delta(0) epsilon is near 0 and has fewer
 * relative digits, as delta barely depends on it there.
 *
 * <p>Limits: a delta that underflows is given as 2e-323, and below that epsilon and sigma are +∞ unless μ is 0; epsilon is
 * 0 where delta(0) is small enough.
 *
 * <p>Example: the noise for ε = 1 at δ = 1e-5 is {@code AnalyticGaussian.sigma(1, 1e-5)} times the sensitivity.
 */
public final class AnalyticGaussian {
    /**
     * Above the relative error of {@link #estimate}, and the distance by which results are moved outward.
     *
     * <p>In units of 2^−53: {@link MillsDifference#ERROR} is 114, the density errs by 7, the product by one, and the difference of Mills' ratios by
     * 3 as x is rounded to one double, since the mean of s under its integrand is at most 2.83/√(1 + x²): 125. Left of −1, Φ(−x) is
     * at least 0.84 and errs by 9, φ(x)·R(x + μ) is at most 0.19 of it and errs by 42: (9 + 0.19·42)/0.81 + 1.
     */
    private static final double ERROR = 1.4e-14;

    /** Above the error of a result that is subnormal. */
    private static final double UNDERFLOW = 4 * Double.MIN_VALUE;

    private static final double TOLERANCE = 1e-15;

    private AnalyticGaussian() {}

    /**
     * The least delta at the given epsilon, rounded up.
     *
     * @param mu sensitivity over standard deviation, finite and at least 0
     * @param epsilon finite and at least 0
     */
    public static double delta(double mu, double epsilon) {
        Arguments.nonNegative("mu", mu);
        PrivacyProfile.checkEpsilon(epsilon);
        return mu == 0 ? 0 : Math.min(1, estimate(mu, epsilon) * (1 + ERROR) + UNDERFLOW);
    }

    /**
     * The least epsilon at the given delta, rounded up.
     *
     * @param mu sensitivity over standard deviation, finite and at least 0
     * @param delta in [0, 1)
     */
    public static double epsilon(double mu, double delta) {
        Arguments.nonNegative("mu", mu);
        PrivacyProfile.checkDelta(delta);
        if (mu == 0 || delta(mu, 0) <= delta) {
            return 0;
        }
        if (delta == 0) {
            return Double.POSITIVE_INFINITY;
        }
        // δ(ε) < Φ(−x), so that the x with Φ(−x) = δ gives an epsilon that is too large.
        double enough = mu * (mu / 2 - Normal.quantile(delta)) * (1 + 1e-9);
        double epsilon = Search.least(0, Math.max(enough, mu), TOLERANCE, e -> delta(mu, e) <= delta);
        return Double.isNaN(epsilon) ? Double.POSITIVE_INFINITY : epsilon;
    }

    /** The least standard deviation for a query of sensitivity 1, rounded up. */
    public static double sigma(double epsilon, double delta) {
        return sigma(epsilon, delta, 1);
    }

    /**
     * The least standard deviation that makes the mechanism (epsilon, delta)-DP, rounded up.
     *
     * @param epsilon finite and at least 0
     * @param delta in (0, 1)
     * @param sensitivity finite and positive
     */
    public static double sigma(double epsilon, double delta, double sensitivity) {
        PrivacyProfile.checkEpsilon(epsilon);
        Arguments.open("delta", delta);
        Arguments.positive("sensitivity", sensitivity);
        double sigma = Search.least(
                Double.MIN_NORMAL,
                Double.MAX_VALUE,
                TOLERANCE,
                s -> holds(sensitivity / s, epsilon, delta) && holds(Math.nextUp(sensitivity / s), epsilon, delta));
        return Double.isNaN(sigma) ? Double.POSITIVE_INFINITY : sigma;
    }

    /** Sigma is tried with the quotient as rounded and with its upper neighbour, as the true one may lie above. */
    private static boolean holds(double mu, double epsilon, double delta) {
        return mu < Double.POSITIVE_INFINITY && delta(mu, epsilon) <= delta;
    }

    private static double estimate(double mu, double epsilon) {
        double quotient = epsilon / mu;
        double half = mu / 2;
        double rough = quotient - half;
        if (rough == Double.POSITIVE_INFINITY) {
            return 0;
        }
        double rest = Math.fma(-quotient, mu, epsilon) / mu + differenceError(quotient, half, rough);
        double x = rough + rest;
        double low = rest - (x - rough);
        if (x < -1) {
            return Normal.cdf(-x) - Normal.density(x, low) * Normal.millsRatio(x + mu);
        }
        return Normal.density(x, low) * MillsDifference.value(x, mu);
    }

    /** What was lost in rounding a − b to the difference (Knuth). */
    private static double differenceError(double a, double b, double difference) {
        double back = difference - a;
        return (a - (difference - back)) - (b + back);
    }
}
