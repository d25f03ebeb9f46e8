package io.abacusdp.accounting.numeric;

/**
 * R(x) − R(x + μ), where R(x) = (1 − Φ(x))/φ(x) is Mills' ratio, without cancellation.
 *
 * <p>Formula: as R(x) = ∫_0^∞ e^{−xs−s²/2} ds, the difference is ∫_0^∞ e^{−xs−s²/2}·(1 − e^{−μs}) ds, whose integrand is
 * positive. With s = v/√(1 + x²) it behaves as v·e^{−v} for every x ≥ −1, and the substitution v = exp(u − e^{−u}) makes
 * it fall doubly exponentially at both ends, where the trapezoidal rule converges exponentially in 1/step.
 *
 * <p>Source: Takahasi, Mori 1974, Double exponential formulas for numerical integration, Publ. RIMS 9.
 *
 * <p>Assumes: x ≥ −1, μ &gt; 0.
 *
 * <p>Accuracy: relative 1e-14, through the reference table of the analytic Gaussian.
 */
public final class MillsDifference {
    private static final double STEP = 0.1;
    private static final double FIRST = -3.1;
    private static final int NODES = 73;
    private static final double[] NODE = new double[NODES];
    private static final double[] WEIGHT = new double[NODES];

    static {
        for (int i = 0; i < NODES; i++) {
            double u = FIRST + i * STEP;
            NODE[i] = Math.exp(u - Math.exp(-u));
            WEIGHT[i] = STEP * NODE[i] * (1 + Math.exp(-u));
        }
    }

    private MillsDifference() {}

    /** R(x) − R(x + μ). */
    public static double value(double x, double mu) {
        double left = Normal.millsRatio(x);
        double right = Normal.millsRatio(x + mu);
        // Half of the value is left at least, so that at most one bit is lost.
        return right <= left / 2 ? left - right : integral(x, mu);
    }

    private static double integral(double x, double mu) {
        double scale = 1 / Math.hypot(1, x);
        double sum = 0;
        for (int i = 0; i < NODES; i++) {
            double s = scale * NODE[i];
            sum += WEIGHT[i] * Math.exp(-s * (x + s / 2)) * -Math.expm1(-mu * s);
        }
        return scale * sum;
    }
}
