package io.abacusdp.accounting.classic;

import io.abacusdp.accounting.PrivacyProfile;
import io.abacusdp.accounting.event.ApproximateDp;
import io.abacusdp.accounting.numeric.RoundedUp;

/**
 * Privacy amplification by sampling.
 *
 * <p>Formula: ε' = log(1 + q(e^ε − 1)), δ' = qδ. Where e^ε is large, ε' ≤ log(1 + e^{ε + log q}).
 *
 * <p>Source: Balle, Barthe, Gaboardi 2018, arXiv:1807.01647, theorem 8 (Poisson sampling, add-or-remove-one) and theorem
 * 9 (without replacement, replace-one).
 *
 * <p>Assumes: what is run on the sample is (ε, δ)-DP both for the record replaced and for the record absent. If μ₁, μ₁'
 * and μ₀ are the outcomes with the record, with its replacement and without, then (1 − q)μ₀ + qμ₁ is compared with (1 −
 * q)μ₀ + qμ₁', and by advanced joint convexity the divergence at ε' is at most q·((1 − β)·D_ε(μ₁‖μ₀) + β·D_ε(μ₁‖μ₁'))
 * with β = e^{ε'−ε}.
 *
 * <p>Accuracy: relative 1e-14, rounded up; at e^ε beyond the range of doubles 1e-12.
 *
 * <p>Limits: q = 0 gives (0, 0); never above (ε, δ).
 *
 * <p>Example: {@code Amplification.epsilon(0.01, 1)} is what ε = 1 becomes on a sample of one percent.
 */
public final class Amplification {
    private static final double UP = 1 + 16 * Math.ulp(1.0);

    /** Up to here e^ε − 1 is a double. */
    private static final double MAX_EXPONENT = 700;

    private Amplification() {}

    /**
     * Epsilon on the sample, rounded up.
     *
     * @param rate q, the probability of a record to be in the sample, in [0, 1]
     * @param epsilon of what is run on it, finite and at least 0
     */
    public static double epsilon(double rate, double epsilon) {
        Arguments.probability("rate", rate);
        PrivacyProfile.checkEpsilon(epsilon);
        if (rate == 0 || epsilon == 0) {
            return 0;
        }
        if (epsilon <= MAX_EXPONENT) {
            double excess = rate * Math.expm1(epsilon);
            return Math.min(epsilon, Math.log1p(excess) * UP + Double.MIN_VALUE);
        }
        double exponent = epsilon + Math.log(rate);
        double error = 4 * Math.ulp(Math.max(epsilon, 1000));
        // The error of the exponent is a relative one of the result while that is small, and an absolute one beyond.
        double log = exponent > 0
                ? exponent + Math.log1p(Math.exp(-exponent)) + error
                : Math.log1p(Math.exp(exponent)) * (1 + error);
        return Math.min(epsilon, log);
    }

    /** What is (ε, δ)-DP, run on a sample. */
    public static ApproximateDp on(double rate, ApproximateDp event) {
        return new ApproximateDp(
                epsilon(rate, event.epsilon()), Math.min(event.delta(), RoundedUp.product(rate, event.delta())));
    }
}
