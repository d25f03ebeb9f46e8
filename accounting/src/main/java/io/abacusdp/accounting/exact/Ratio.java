package io.abacusdp.accounting.exact;

/**
 * A pair of laws on the line as a base law B and the ratio R of the other law to it, over Gaussian noise N(0, σ²): all
 * moments of the privacy loss are G(ζ) = E_B[R^ζ] at complex ζ.
 *
 * <p>The integrand, the density of N(0, σ²) times (dB/dN)·R^ζ, is analytic in a strip around the real line, which makes
 * the trapezoidal rule in x converge spectrally, and makes G decay as Im ζ grows.
 */
sealed interface Ratio permits Presence, Replacement {
    /** The mixture that the laws are made of. */
    MixtureRatio mixture();

    /** Standard deviation of the noise. */
    default double sigma() {
        return mixture().sigma();
    }

    /** Largest shift of a part of either law away from the origin. */
    default double reach() {
        return mixture().reach();
    }

    /** log dB/dN at x. */
    double logBase(double x);

    /** R(x) − 1, precise where it is small. */
    double excess(double x);

    /** log R(x); it rises with x. */
    double log(double x);

    /** About where log R takes the value, NaN or infinite if that takes a search. */
    double guess(double log);

    /** d/dx log R(x). */
    double slope(double x);

    /** How many times the angle reach·y/σ² the argument of R(x + iy) can be. */
    int turns();

    /** Sum of the negative exponents of r in the integrand at real exponent a: each can grow off the real line. */
    double inversePower(double a);

    /**
     * Logarithm of a bound C for ∫ |(v/λ')'| dx, v the law tilted to exponent a and λ = log R.
     *
     * <p>Formula: let u = log r, s and s₁ the largest and the least shift, p₀ and p₁ the probabilities of shift 0 and of s₁, and A the sum of
     * the moduli of the exponents of r(x) and r(−x) in the integrand. Then |v'/v + x/σ²| ≤ Aλ', and |λ''| ≤ (s/σ²)·λ', as a variance
     * of shifts is at most s times their mean; so C ≤ A + E_v[(|x| + s)/(σ²λ')]. As p₁·e^{s₁(x − s₁/2)/σ²} is one of the terms of r,
     *
     * <pre>1/(σ²u') = (p₀ + Σ p_i·e_i)/Σ p_i·s_i·e_i ≤ (1 + (p₀/p₁)·e^{−s₁(x − s₁/2)/σ²})/s₁.</pre>
     *
     * By parts, E_v[x²] = σ² + σ²·E_v[x·(log v + x²/2σ²)'] ≤ σ² + As·E_v|x|, so that E_v|x| ≤ σ + As. Where R = r, moving x by s₁ takes the
     * factor e^{−s₁x/σ²} away, for e^{s₁²/2σ²}, and changes r^a by no more than e^{max(0, −a)·s·s₁/σ²}; where R = r(x)/r(−x), λ' ≥ u'(|x|), and
     * the factor is at most one. In both cases
     *
     * <pre>C ≤ A + ((A + 2)·s + σ)/s₁·(1 + (p₀/p₁)·e^{(s₁² + max(0, −a)·s·s₁)/σ²}).</pre>
     */
    default double logFall(double a) {
        MixtureRatio mixture = mixture();
        double least = mixture.leastShift();
        double sum = exponents(a);
        double factor = ((sum + 2) * reach() + sigma()) / least;
        double rest = Math.log(mixture.none())
                - Math.log(mixture.leastProbability())
                + least * (least + Math.max(0, -a) * reach()) / (sigma() * sigma());
        // log(1 + e^rest) ≤ log 2 + max(0, rest); and one for the sum and its rounding.
        return Math.log(sum + 2 * factor) + Math.max(0, rest) * (1 + 1e-12) + 1;
    }

    /** Sum of the moduli of the exponents of r(x) and of r(−x) in the integrand at real exponent a. */
    double exponents(double a);

    /**
     * The logarithms off the real line, at x plus i times the height of the raised mixture.
     *
     * @param raised {@link #mixture} on that line
     * @param into receives log R, then log dB/dN, each as real and imaginary part, and a bound on the errors of both together,
     *     in units of 2^−53
     */
    void logs(RaisedMixture raised, double x, double[] into);

    /**
     * The interval outside which the integrand at real exponent a, and both laws, have mass below (1 + width/σ)·e^{−e},
     * relative to G(a) where that is larger than one.
     */
    double low(double a, double e);

    /** The other end of the interval. */
    double high(double a, double e);

    /** A bound on the round-off of log R(x), in units of 2^−53. */
    double logRoundings(double x);

    /** Mass of the base law above x. */
    double baseAbove(double x);

    /** Mass of the base law below x. */
    double baseBelow(double x);

    /** Logarithm of the mass of the other law above x, also where that underflows. */
    double logOtherAbove(double x);

    /** Logarithm of the mass of the base law below x, also where that underflows. */
    double logBaseBelow(double x);

    /** Mass of the other law below x. */
    double otherBelow(double x);

    /** Logarithm of the mass of the other law above x minus R(x) times that of the base law; positive masses only are added. */
    double logGapAbove(double x);

    /** Logarithm of the mass of the base law below x minus 1/R(x) times that of the other law. */
    double logGapBelow(double x);

    /** By what factor relative errors grow in {@link #logGapBelow}; in {@link #logGapAbove} they do not for R(x) ≥ 1. */
    double conditioningBelow(double x);

    /** The limit of log R far to the left, possibly −∞. */
    double leastLog();

    /** Whether exchanging the two laws is the same as mirroring x. */
    boolean isItsOwnMirror();

    /** Largest shift of a part to the left. */
    double leftReach();
}
