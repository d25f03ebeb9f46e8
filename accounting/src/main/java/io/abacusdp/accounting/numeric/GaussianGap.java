package io.abacusdp.accounting.numeric;

/**
 * By how much a Gaussian tail exceeds the tail of a Gaussian at distance μ, where their densities at the threshold are made
 * equal: g(z, μ) = Φ(−z) − e^{μz + μ²/2}·Φ(−z − μ), as a logarithm that does not underflow.
 *
 * <p>Formula: as e^{μz + μ²/2}·φ(z + μ) = φ(z), g = φ(z)·(R(z) − R(z + μ)) with Mills' ratio R, which is positive. That is
 * what is computed for z ≥ −1 ({@link MillsDifference}); further left Φ(−z) − φ(z)·R(z + μ) is, and loses no digits where
 * z + μ ≥ 0, as its second term then is at most φ(1)·R(0) &lt; 0.31 and the first at least Φ(1) &gt; 0.84.
 *
 * <p>Accuracy: with u = 2^−53, relative {@link MillsDifference#ERROR} of g for z ≥ −1 and 40u elsewhere ({@link Normal}) for the z and μ given, times
 * {@link #conditioning}, and besides u·z² for the square and 4u for logarithms.
 */
public final class GaussianGap {
    private static final double LOG_SQRT_TWO_PI = 0.9189385332046728;

    private GaussianGap() {}

    /**
     * log g(z, μ).
     *
     * @param z finite
     * @param mu positive
     */
    public static double log(double z, double mu) {
        if (z >= -1) {
            return Math.log(MillsDifference.value(z, mu)) - 0.5 * z * z - LOG_SQRT_TWO_PI;
        }
        return Math.log(Normal.cdf(-z) - Normal.density(z) * Normal.millsRatio(z + mu));
    }

    /** By what factor a relative error of the tails can be larger in their difference. */
    public static double conditioning(double z, double mu) {
        if (z >= -1) {
            return 1;
        }
        double ratio = Normal.density(z) * Normal.millsRatio(z + mu) / Normal.cdf(-z);
        return (1 + ratio) / (1 - ratio);
    }
}
