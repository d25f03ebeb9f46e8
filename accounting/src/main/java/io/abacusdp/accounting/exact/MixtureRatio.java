package io.abacusdp.accounting.exact;

import io.abacusdp.accounting.numeric.GaussianGap;
import io.abacusdp.accounting.numeric.NearZero;
import io.abacusdp.accounting.numeric.Normal;
import java.util.Arrays;

/**
 * Density ratio of a mixture of shifted Gaussians to the Gaussian at the origin: r(x) = Σ p_i·e^{s_i(x − s_i/2)/σ²}, with
 * s_i ≥ 0, Σ p_i = 1. It rises with x, log r is convex, and log r(x + iy) is analytic as long as |y|·max s_i/σ² &lt; π, as
 * all terms then lie in one half-plane.
 *
 * <p>Poisson sampling at rate q of a Gaussian is the mixture of s = 0 and s = 1 with probabilities 1 − q and q.
 */
final class MixtureRatio {
    private final double sigma;
    private final double none;
    private final double[] shifts;
    private final double[] probabilities;

    /**
     * A mixture.
     *
     * @param sigma standard deviation of each part
     * @param none probability of shift 0
     * @param shifts positive and rising
     * @param probabilities positive; their sum and none make 1
     */
    MixtureRatio(double sigma, double none, double[] shifts, double[] probabilities) {
        this.sigma = sigma;
        this.none = none;
        this.shifts = shifts.clone();
        this.probabilities = probabilities.clone();
    }

    double sigma() {
        return sigma;
    }

    /** The largest shift. */
    double reach() {
        return shifts[shifts.length - 1];
    }

    /** The smallest shift, which is positive. */
    double leastShift() {
        return shifts[0];
    }

    /** The probability of the smallest shift. */
    double leastProbability() {
        return probabilities[0];
    }

    /** The probability of shift 0. */
    double none() {
        return none;
    }

    /** The ratio on the line Im x = y. */
    RaisedMixture raised(double y) {
        return new RaisedMixture(this, shifts, probabilities, y);
    }

    /** Logarithm of the probability of shift 0, to which log r falls on the left; 1 − p would round off a small p. */
    double logNone() {
        double moved = 0;
        for (double probability : probabilities) {
            moved += probability;
        }
        return moved < 0.5 ? Math.log1p(-moved) : Math.log(none);
    }

    /** Logarithm of the i-th term of r(x), without its probability. */
    double exponent(int i, double x) {
        return shifts[i] * (x - 0.5 * shifts[i]) / (sigma * sigma);
    }

    /** r(x) − 1, precise also where it is small; possibly infinite. */
    double excess(double x) {
        double sum = 0;
        for (int i = 0; i < shifts.length; i++) {
            sum += probabilities[i] * NearZero.expm1(exponent(i, x));
        }
        return sum;
    }

    /** log r(x). */
    double log(double x) {
        double excess = excess(x);
        if (Math.abs(excess) <= 0.4) {
            return excess - NearZero.xmlog1p(excess);
        }
        return logSum(x);
    }

    /** About where log r takes the value, if there is one shift only: s/2 + (σ²/s)·log((r − 1 + p)/p); otherwise NaN. */
    double guess(double log) {
        double p = probabilities[0];
        double ratio = log > 700 ? log - Math.log(p) : Math.log((Math.expm1(log) + p) / p);
        return shifts.length == 1 ? 0.5 * shifts[0] + sigma * sigma / shifts[0] * ratio : Double.NaN;
    }

    /** log r(x) by a sum of positive terms, scaled by the largest exponential. */
    private double logSum(double x) {
        double scale = scale(x);
        double sum = none * Math.exp(-scale);
        for (int i = 0; i < shifts.length; i++) {
            sum += probabilities[i] * Math.exp(exponent(i, x) - scale);
        }
        return scale + Math.log(sum);
    }

    /** The largest exponent where there is none at the origin, and never one that makes r overflow. */
    double scale(double x) {
        double largest = none > 0 ? 0 : Double.NEGATIVE_INFINITY;
        for (int i = 0; i < shifts.length; i++) {
            largest = Math.max(largest, exponent(i, x));
        }
        return Math.abs(largest) < 600 ? 0 : largest;
    }

    /**
     * A bound on the round-off of log r(x), in units of 2^−53: an exponent u_i has up to four roundings, its exponential two,
     * and the sum and its logarithm some more; an error of r counts relative to r. Where log r is found from r − 1, which it
     * is near 0 only, each part of that errs relative to its probability, too.
     */
    double logRoundings(double x) {
        double scale = scale(x);
        double sum = none * Math.exp(-scale);
        double errors = 0;
        double moved = 0;
        for (int i = 0; i < shifts.length; i++) {
            double exponent = exponent(i, x);
            double term = probabilities[i] * Math.exp(exponent - scale);
            sum += term;
            errors += term * (4 * Math.abs(exponent) + 4 + shifts.length);
            moved += 4 * probabilities[i] * Math.exp(-scale);
        }
        double log = scale + Math.log(sum);
        return (errors + (Math.abs(log) < 0.6 ? moved : 0)) / sum + 4 * Math.abs(log);
    }

    /** r(x) − r(−x) = Σ p_i·e^{−s_i²/2σ²}·2sinh(s_i·x/σ²). */
    double difference(double x) {
        double sum = 0;
        for (int i = 0; i < shifts.length; i++) {
            double turn = shifts[i] * Math.abs(x) / (sigma * sigma);
            sum -= probabilities[i] * Math.exp(exponent(i, Math.abs(x))) * NearZero.expm1(-2 * turn);
        }
        return x < 0 ? -sum : sum;
    }

    /** d/dx log r(x), in (0, reach/σ²). */
    double slope(double x) {
        double scale = scale(x);
        double sum = none * Math.exp(-scale);
        double moment = 0;
        for (int i = 0; i < shifts.length; i++) {
            double term = probabilities[i] * Math.exp(exponent(i, x) - scale);
            sum += term;
            moment += shifts[i] * term;
        }
        return moment / (sum * sigma * sigma);
    }

    /** Mass of the mixture above x. */
    double above(double x) {
        double sum = none * Normal.survival(x / sigma);
        for (int i = 0; i < shifts.length; i++) {
            sum += probabilities[i] * Normal.survival((x - shifts[i]) / sigma);
        }
        return sum;
    }

    /** Logarithm of the mass of the mixture above x, which may underflow. */
    double logAbove(double x) {
        double log = none > 0 ? Math.log(none) + Normal.logCdf(-x / sigma) : Double.NEGATIVE_INFINITY;
        for (int i = 0; i < shifts.length; i++) {
            log = logSum(log, Math.log(probabilities[i]) + Normal.logCdf((shifts[i] - x) / sigma));
        }
        return log;
    }

    /** Mass of the mixture below x. */
    double below(double x) {
        double sum = none * Normal.cdf(x / sigma);
        for (int i = 0; i < shifts.length; i++) {
            sum += probabilities[i] * Normal.cdf((x - shifts[i]) / sigma);
        }
        return sum;
    }

    /**
     * Logarithm of the mass of the mixture above x minus r(x) times that of the Gaussian at the origin.
     *
     * <p>Formula: Σ p_i·g((x − s_i)/σ, s_i/σ) with the {@link GaussianGap} g, since r(x) is the sum of the factors in g; what
     * is not shifted cancels.
     */
    double logGapAbove(double x) {
        double log = Double.NEGATIVE_INFINITY;
        for (int i = 0; i < shifts.length; i++) {
            double mu = shifts[i] / sigma;
            log = logSum(log, Math.log(probabilities[i]) + GaussianGap.log((x - shifts[i]) / sigma, mu));
        }
        return log;
    }

    /**
     * Logarithm of the mass of the Gaussian at the origin below x minus 1/r(x) times that of the mixture.
     *
     * <p>Formula: with y = −x/σ and μ_i = s_i/σ, Σ p_i·e^{−μ_i(y + μ_i/2)}·g(y, μ_i)/r(x).
     */
    double logGapBelow(double x) {
        double log = Double.NEGATIVE_INFINITY;
        for (int i = 0; i < shifts.length; i++) {
            log = logSum(
                    log, Math.log(probabilities[i]) + exponent(i, x) + GaussianGap.log(-x / sigma, shifts[i] / sigma));
        }
        return log - log(x);
    }

    /**
     * Logarithm of the mass of the mixture above x minus R(x) = r(x)/r(−x) times that of its mirror image.
     *
     * <p>Formula: with z = x/σ, t_i = e^{−μ_i(z + μ_i/2)} and p_0 the probability of shift 0,
     *
     * <pre>r(−x)·gap = Σ p_0·p_i·(g(z − μ_i, μ_i) + t_i·g(z, μ_i)) + ΣΣ p_i·p_j·t_i·g(z − μ_j, μ_i + μ_j).</pre>
     */
    double logGapMirrored(double x) {
        double z = x / sigma;
        double log = Double.NEGATIVE_INFINITY;
        for (int i = 0; i < shifts.length; i++) {
            double mu = shifts[i] / sigma;
            double both = Math.log(none) + Math.log(probabilities[i]);
            double turned = exponent(i, -x);
            log = logSum(log, both + GaussianGap.log(z - mu, mu));
            log = logSum(log, both + turned + GaussianGap.log(z, mu));
            for (int j = 0; j < shifts.length; j++) {
                double other = shifts[j] / sigma;
                double pair = Math.log(probabilities[i]) + Math.log(probabilities[j]);
                log = logSum(log, pair + turned + GaussianGap.log(z - other, mu + other));
            }
        }
        return log - log(-x);
    }

    /** The largest factor by which relative errors grow in {@link #logGapBelow}. */
    double conditioningBelow(double x) {
        double most = 1;
        for (double shift : shifts) {
            most = Math.max(most, GaussianGap.conditioning(-x / sigma, shift / sigma));
        }
        return most;
    }

    private static double logSum(double a, double b) {
        double larger = Math.max(a, b);
        return larger == Double.NEGATIVE_INFINITY ? larger : larger + Math.log1p(Math.exp(Math.min(a, b) - larger));
    }

    @Override
    public String toString() {
        return "Mixture[sigma=" + sigma + ", none=" + none + ", shifts=" + Arrays.toString(shifts) + ", probabilities="
                + Arrays.toString(probabilities) + "]";
    }
}
