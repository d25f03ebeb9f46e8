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
 * <p>Accuracy: relative {@link #ERROR}, in units of 2^−53 as follows.
 *
 * <ul>
 *   <li>The difference of two ratios, of which the second is at most half of the first: three times {@link Normal#MILLS_ERROR}, 1.3 for the
 *       rounding of x + μ and one for the difference: 99.
 *   <li>The integral, with X = x/√(1 + x²) ≥ −0.7072, κ = 1 − X² and m = μ/√(1 + x²). As R(y) ≤ 2/(y + √(y² + 8/π)) and R(x) ≥ 2/(x + √(x² + 4))
 *       (Birnbaum 1942, Sampford 1953), R(x + μ) &gt; R(x)/2 makes μ &lt; √(x² + 4), hence m &lt; 2. By parts, the mean of Xv + κv² under the
 *       integrand is 1 plus that of mv/(e^{mv} − 1), at most 2; so E[|X|v + κv²] ≤ 6 and E[|X|v + κv²/2] ≤ 4. The exponent, with four
 *       roundings, errs by 4·4; its exponential by 2, expm1 and its argument by 4, products by 3; a node that is off by 4 of itself moves its
 *       term by 4·(6 + 1), its weight by 5; the sum of positive terms errs by the number of nodes that follow, in the mean over the
 *       integrand: 41 − 10·E[u] &lt; 46. In all 104. What √(1 + x²) errs by cancels.
 *   <li>The rule itself: 2N/(e^{2πd/h} − 1) with N the integral of the modulus over the line Im u = d: below 9, for the best d.
 *       Nodes beyond the first and the last: below one.
 * </ul>
 *
 * <p>{@code MillsDifferenceTest} checks the table, N and what is beyond the ends for all X and m.
 */
public final class MillsDifference {
    /** Bound on the relative error of {@link #value}. */
    public static final double ERROR = 114 * RoundOff.UNIT;

    static final double STEP = 0.1;
    static final int NODES = 73;
    private static final int MIDDLE = 31;
    static final double[] NODE = new double[NODES];
    static final double[] WEIGHT = new double[NODES];

    static {
        // The same digits on every machine, as a test has checked them.
        for (int i = 0; i < NODES; i++) {
            double u = (i - MIDDLE) / 10.0;
            NODE[i] = StrictMath.exp(u - StrictMath.exp(-u));
            WEIGHT[i] = STEP * NODE[i] * (1 + StrictMath.exp(-u));
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
