package io.abacusdp.accounting.tradeoff;

import io.abacusdp.accounting.classic.AnalyticGaussian;
import io.abacusdp.accounting.numeric.Normal;

/**
 * Gaussian differential privacy: to tell two data sets apart is no easier than N(0, 1) from N(μ, 1).
 *
 * <p>Formula: G_μ(α) = Φ(Φ⁻¹(1 − α) − μ), of slope −e^c with c = μ·Φ⁻¹(1 − α) − μ²/2; and δ(ε) of the Gaussian mechanism with
 * noise multiplier 1/μ ({@link AnalyticGaussian}).
 *
 * <p>Source: Dong, Roth, Su 2019, arXiv:1905.02383, definition 2.6 and corollary 2.13.
 *
 * <p>Accuracy: every result is on the safe side, within 1e-13 absolute for rates.
 */
public final class GaussianDp {
    private static final String METHOD = "gaussian dp";

    private GaussianDp() {}

    /**
     * G_μ(α), rounded down: the tangent of the curve, which δ gives without a normal quantile that would have to be exact.
     *
     * @param mu finite, not negative
     * @param falsePositiveRate α in [0, 1]
     */
    public static double falseNegativeRate(double mu, double falsePositiveRate) {
        checkMu(mu);
        double alpha = Rates.check("false positive rate", falsePositiveRate);
        if (alpha == 0 || alpha == 1) {
            return 1 - alpha;
        }
        double slope = -mu * Normal.quantile(alpha) - mu * mu / 2;
        double epsilon = Math.min(Math.abs(slope), Double.MAX_VALUE);
        Line line = Line.of(epsilon, AnalyticGaussian.delta(mu, epsilon), METHOD);
        return Math.max(0, (slope >= 0 ? line : line.inverse()).at(alpha));
    }

    /** The least ε at δ that μ implies, rounded up. */
    public static double epsilon(double mu, double delta) {
        return AnalyticGaussian.epsilon(checkMu(mu), delta);
    }

    /** The least δ at ε that μ implies, rounded up. */
    public static double delta(double mu, double epsilon) {
        return AnalyticGaussian.delta(checkMu(mu), epsilon);
    }

    /**
     * The greatest μ that implies (ε, δ), rounded down. The converse does not hold: (ε, δ) with δ above 0 implies no μ at all.
     *
     * @param epsilon finite, not negative
     * @param delta in (0, 1)
     */
    public static double mu(double epsilon, double delta) {
        return Math.nextDown(1 / AnalyticGaussian.sigma(epsilon, delta));
    }

    private static double checkMu(double mu) {
        if (mu >= 0 && mu < Double.POSITIVE_INFINITY) {
            return mu;
        }
        throw new IllegalArgumentException("mu must be finite and at least 0, got " + mu);
    }
}
