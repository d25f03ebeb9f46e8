package io.abacusdp.accounting.exact;

import io.abacusdp.accounting.numeric.Angle;
import io.abacusdp.accounting.numeric.NearZero;

/**
 * The density ratio of a mixture on the line Im x = y, 0 &lt; y·max s_i/σ² &lt; π: log r(x + iy), r = Σ p_i·e^{u_i + iθ_i} with
 * u_i = s_i(x − s_i/2)/σ² and θ_i = s_i·y/σ². Not safe for use by several threads.
 *
 * <p>Accuracy: in units of 2^−53 and with n shifts, a term e^{u + iθ} errs by at most 4|u| + 3θ + 6 of itself, sums by n times
 * their terms, and log r by what r does, over |r|, and by four parts of |log r| and eight of its angle ({@link Angle}). Where the parts of the excess e = r − 1 add
 * up to at most 0.18, 2·Re e + |e|² errs by at most 7.2|e|, so that log|r|, half the logarithm of one plus that, errs by 4.5|e|/|r|
 * as |r| ≥ 0.82; and e itself by one. Elsewhere the part that is not shifted, p, errs by n + 2 of itself. In all
 *
 * <pre>(Σ p_i·e^{u_i}·(4|u_i| + 3θ_i + 6 + n) + f)/|r| + 4·|Re log r| + 8·|Im log r|</pre>
 *
 * with f = n·Σ p_i + 6·(|Re e| + |Im e|) in the first case and f = (n + 2)·p in the other.
 */
final class RaisedMixture {
    /** Up to this size of the excess, the logarithm of the modulus is found from it. */
    private static final double MAX_EXCESS = 0.18;

    /** The squares of larger numbers may overflow. */
    private static final double MAX_SQUARED = 1e150;

    private final MixtureRatio mixture;
    private final double[] shifts;
    private final double[] probabilities;
    private final double[] turns;
    private final double[] cosines;
    private final double[] sines;
    private final double total;

    /** Real part of log r at the point moved to last. */
    double logModulus;
    /** Its imaginary part, which is not negative. */
    double argument;
    /** A bound on its error, in units of 2^−53. */
    double roundings;

    RaisedMixture(MixtureRatio mixture, double[] shifts, double[] probabilities, double y) {
        this.mixture = mixture;
        this.shifts = shifts;
        this.probabilities = probabilities;
        int n = shifts.length;
        turns = new double[n];
        cosines = new double[n];
        sines = new double[n];
        double sum = 0;
        for (int i = 0; i < n; i++) {
            turns[i] = shifts[i] * y / (mixture.sigma() * mixture.sigma());
            cosines[i] = Math.cos(turns[i]);
            sines[i] = Math.sin(turns[i]);
            sum += probabilities[i];
        }
        total = sum;
    }

    /** Moves to x + iy. */
    void moveTo(double x) {
        double scale = mixture.scale(x);
        double unscaled = scale == 0 ? 1 : Math.exp(-scale);
        int n = shifts.length;
        double real = 0;
        double imaginary = 0;
        double errors = 0;
        for (int i = 0; i < n; i++) {
            double exponent = mixture.exponent(i, x);
            double term = probabilities[i] * Math.exp(exponent - scale);
            real += term * cosines[i];
            imaginary += term * sines[i];
            errors += term * (4 * Math.abs(exponent) + 3 * turns[i] + 6 + n);
        }
        double excess = real - total;
        double size = Math.abs(excess) + imaginary;
        double modulus;
        if (scale == 0 && size <= MAX_EXCESS) {
            errors += n * total + 6 * size;
            modulus = 1 + excess;
            logModulus = 0.5 * NearZero.log1p(excess * (2 + excess) + imaginary * imaginary);
            argument = Angle.of(imaginary, modulus);
        } else {
            double rest = mixture.none() * unscaled;
            double sum = rest + real;
            errors += (n + 2) * rest;
            modulus = Math.abs(sum) + imaginary > MAX_SQUARED
                    ? Math.hypot(sum, imaginary)
                    : Math.sqrt(sum * sum + imaginary * imaginary);
            logModulus = scale + Math.log(modulus);
            argument = Angle.of(imaginary, sum);
        }
        roundings = errors / modulus + 4 * Math.abs(logModulus) + 8 * argument;
    }
}
