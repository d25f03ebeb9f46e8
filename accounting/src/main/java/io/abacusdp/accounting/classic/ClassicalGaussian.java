package io.abacusdp.accounting.classic;

/**
 * The classical calibration of the Gaussian mechanism, kept for comparison; {@link AnalyticGaussian} needs less noise.
 *
 * <p>Formula: σ = Δ·√(2 ln(1.25/δ))/ε.
 *
 * <p>Source: Dwork, Roth 2014, The algorithmic foundations of differential privacy, theorem A.1.
 *
 * <p>Assumes: 0 &lt; ε &lt; 1, as its proof does: beyond, the formula can give too little noise; L2 sensitivity Δ.
 *
 * <p>Accuracy: relative 2e-15, rounded up.
 *
 * <p>Example: {@code ClassicalGaussian.sigma(0.5, 1e-5)} beside {@code AnalyticGaussian.sigma(0.5, 1e-5)}, which is less.
 */
public final class ClassicalGaussian {
    private ClassicalGaussian() {}

    /** The standard deviation for a query of sensitivity 1, rounded up. */
    public static double sigma(double epsilon, double delta) {
        return sigma(epsilon, delta, 1);
    }

    /**
     * The standard deviation, rounded up.
     *
     * @param epsilon in (0, 1)
     * @param delta in (0, 1)
     * @param sensitivity finite and positive
     */
    public static double sigma(double epsilon, double delta, double sensitivity) {
        if (!(epsilon > 0 && epsilon < 1)) {
            throw new IllegalArgumentException("epsilon must be in (0, 1), got " + epsilon
                    + "; beyond, the classical bound is not proven: use the analytic Gaussian");
        }
        Arguments.open("delta", delta);
        Arguments.positive("sensitivity", sensitivity);
        return sensitivity * (Math.sqrt(2 * Math.log(1.25 / delta)) / epsilon) * (1 + 4 * Math.ulp(1.0));
    }
}
