package io.abacusdp.accounting.exact;

import io.abacusdp.accounting.numeric.Cumulants;
import io.abacusdp.accounting.numeric.NearZero;

/**
 * Equidistant nodes over an interval with what the trapezoidal rule needs at each: the weight of the base law, and the
 * logarithm of the ratio. Never changed once made.
 *
 * <p>Accuracy: for |R − 1| ≤ 0.4 the excess is formed first and its logarithm from it, so that R − 1 − log R has full
 * relative precision.
 */
final class QuadratureLattice {
    static final double LOG_SQRT_TWO_PI = 0.5 * Math.log(2 * Math.PI);

    /** Up to this ratio its product with a mass is as precise as both. */
    private static final double MAX_RATIO = 1e250;

    final double spacing;
    final double low;
    final double high;
    final int size;
    /** x at the nodes. */
    final double[] at;
    /** log β, the logarithm of the base law's mass at the node. */
    final double[] logBase;
    /** β. */
    final double[] base;
    /** λ = log R. */
    final double[] log;
    /** β·(R − 1 − log R), not negative. */
    final double[] gap;

    private final Ratio ratio;

    QuadratureLattice(Ratio ratio, double largestSpacing, double low, double high) {
        double spacing = fewDigits(largestSpacing);
        long first = (long) Math.floor(low / spacing);
        this.ratio = ratio;
        this.spacing = spacing;
        this.low = low;
        this.high = high;
        this.size = (int) ((long) Math.ceil(high / spacing) - first) + 1;
        at = new double[size];
        logBase = new double[size];
        base = new double[size];
        log = new double[size];
        gap = new double[size];
        double sigma = ratio.sigma();
        double constant = Math.log(spacing / sigma) - LOG_SQRT_TWO_PI;
        for (int j = 0; j < size; j++) {
            double x = (first + j) * spacing;
            double scaled = x / sigma;
            double logMass = constant - 0.5 * scaled * scaled + ratio.logBase(x);
            double mass = Math.exp(logMass);
            double excess = ratio.excess(x);
            at[j] = x;
            logBase[j] = logMass;
            base[j] = mass;
            if (Math.abs(excess) <= 0.4) {
                double difference = NearZero.xmlog1p(excess);
                log[j] = excess - difference;
                gap[j] = mass * difference;
            } else if (excess > 0 && excess < MAX_RATIO) {
                double logarithm = Math.log(1 + excess);
                log[j] = logarithm;
                gap[j] = mass * (excess - logarithm);
            } else {
                double logarithm = ratio.log(x);
                log[j] = logarithm;
                // The product β·R is a density, whereas R alone may overflow.
                gap[j] = Math.exp(logMass + logarithm) - mass * (1 + logarithm);
            }
        }
    }

    /** A spacing, at most 1e-7 smaller, of which all multiples that are nodes are exact: 24 binary digits. */
    static double fewDigits(double spacing) {
        return Double.longBitsToDouble(Double.doubleToRawLongBits(spacing) & ~0x1FFFFFFFL);
    }

    /** Bounds on the errors of λ at the nodes, in units of 2^−53. */
    double[] logRoundings() {
        double[] roundings = new double[size];
        for (int j = 0; j < size; j++) {
            roundings[j] = ratio.logRoundings(at[j]);
        }
        return roundings;
    }

    boolean serves(double largestSpacing, double from, double to) {
        return spacing <= largestSpacing && spacing > largestSpacing / 3 && low <= from && high >= to;
    }

    /** Whether both laws and the integrand at exponent a have less than e^{−50} of a mass of one at the node. */
    boolean isNegligible(int j, double a) {
        double mass = logBase[j];
        return mass < -50 && mass + log[j] < -50 && mass + a * log[j] < -50;
    }

    /** The largest log(β·R^a) where that is large enough for sums to overflow, otherwise zero. */
    double largestExponent(double a) {
        double largest = 0;
        for (int j = 0; j < size; j++) {
            largest = Math.max(largest, logBase[j] + a * log[j]);
        }
        return largest < 500 ? 0 : largest;
    }

    /** log G(a) and mean and variance of log R under the law that has the density R^a/G(a) relative to the base. */
    Cumulants cumulants(double a) {
        double shift = largestExponent(a);
        double mass = 0;
        double excess = 0;
        double first = 0;
        double second = 0;
        for (int j = 0; j < size; j++) {
            if (isNegligible(j, a)) {
                continue;
            }
            double y = a * log[j];
            double weight = Math.exp(logBase[j] + y - shift);
            mass += weight;
            excess += (Math.abs(y) <= 0.5 ? base[j] * NearZero.expm1mx(y) : weight - base[j] * (1 + y)) - a * gap[j];
            first += weight * log[j];
            second += weight * log[j] * log[j];
        }
        boolean small = shift == 0 && excess > -0.5;
        double norm = small ? 1 + excess : mass;
        double mean = first / norm;
        double logNorm = small ? Math.log1p(excess) : shift + Math.log(mass);
        return new Cumulants(logNorm, mean, Math.max(0, second / norm - mean * mean));
    }
}
