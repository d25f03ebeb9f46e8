package io.abacusdp.accounting.pld;

import io.abacusdp.accounting.numeric.RealFft;
import io.abacusdp.accounting.numeric.RoundOff;
import java.util.List;

/**
 * The law of a sum of independent losses by one Fourier transform for each distinct law, in the exponentially tilted
 * domain.
 *
 * <p>Formula: with K(θ) the sum of the logarithms of the moments E[e^{θL}], the tilted law of the sum is
 * G(x) = e^{θx − K(θ)}·F(x). It is the convolution of the tilted laws, and has its mass where δ(ε) has its, so that the
 * absolute error of the transform is a relative one of δ even at δ = 1e-30.
 *
 * <p>Error: with z_i(ω) the transform of law i, found with an error of at most η, and T_i its count, the product Z = Π z_i^{T_i} is
 * found within |Z|·(exp(Σ T_i·(log(1 + η/|z_i|) + 3u)) − 1) where T_i·3u is for the powers by squaring; the inverse adds
 * η·mean|Z|. The mean of these over all frequencies bounds the error of every G(x), as {@link Tail} is told. Besides,
 * what lies outside of the window of n lattice points is wrapped into it; {@link Tail} bounds that by Chernoff.
 */
final class Convolution {
    /** Powers below e^{−46} = 1e-20 are taken as zero, and as error. */
    private static final double NEGLIGIBLE = 46;

    private final RealFft transform;
    private final double theta;

    Convolution(RealFft transform, double theta) {
        this.transform = transform;
        this.theta = theta;
    }

    /** G on the window from lattice index first on. */
    TiltedWindow of(List<RepeatedLaw> terms, long first) {
        int size = transform.size();
        double eta = transform.relativeError() * (1 + 1e-9);
        double[] product = new double[size];
        double[] relative = new double[size / 2 + 1];
        double logMoment = 0;
        double exponents = 0;
        for (int k = 0; k < terms.size(); k++) {
            RepeatedLaw term = terms.get(k);
            double[] spectrum = new double[size];
            double scale = term.law().logMoment(theta);
            double rounding = tilt(term.law(), scale, spectrum);
            logMoment += term.count() * scale;
            exponents += Math.abs(term.count() * scale);
            transform.forward(spectrum);
            raise(spectrum, term.count(), eta + rounding, relative);
            if (k == 0) {
                product = spectrum;
            } else {
                multiply(product, spectrum);
            }
        }
        double error = 1e-20 * terms.size() * size;
        double total = 0;
        for (int slot = 0; slot <= size / 2; slot++) {
            double magnitude = magnitude(product, slot) * (slot == 0 || slot == size / 2 ? 1 : 2);
            if (magnitude > 0) {
                double r = relative[slot] + 4 * RoundOff.UNIT * terms.size();
                total += magnitude;
                error += magnitude * (r < 1e-3 ? r * (1 + r) : Math.expm1(r));
            }
        }
        transform.inverse(product);
        int offset = Math.floorMod(first, size);
        double bound = (error + eta * total) / size * (1 + 1e-9);
        return new TiltedWindow(product, offset, first, theta, logMoment, exponents, bound);
    }

    /** Fills in mass·e^{θx − scale}, wrapped, and returns a bound on the sum of the errors of these products. */
    private double tilt(PrivacyLossDistribution law, double scale, double[] into) {
        Exponentials weights = new Exponentials(theta * law.step(), law.first(), scale);
        double error = 0;
        int at = Math.floorMod(law.first(), into.length);
        for (int i = 0; i < law.size(); i++) {
            double tilted = law.mass(i) * weights.at(i);
            error += tilted * Math.abs(theta * law.step() * (law.first() + i) - scale);
            into[at] += tilted;
            if (++at == into.length) {
                at = 0;
            }
        }
        return 2 * RoundOff.UNIT * error + 16 * RoundOff.UNIT;
    }

    /** Powers of a spectrum, and what they add to the exponent of the relative error. */
    private static void raise(double[] z, long count, double eta, double[] relative) {
        int half = z.length / 2;
        double least = Math.exp(-2 * NEGLIGIBLE / count);
        double[] power = new double[2];
        for (int slot = 0; slot <= half; slot++) {
            boolean real = slot == 0 || slot == half;
            int at = slot == half ? 1 : 2 * slot;
            double re = z[at];
            double im = real ? 0 : z[at + 1];
            double square = re * re + im * im;
            if (square < least && count > 1) {
                z[at] = 0;
                if (!real) {
                    z[at + 1] = 0;
                }
                continue;
            }
            double x = eta / Math.sqrt(Math.max(square, Double.MIN_NORMAL));
            relative[slot] += count * ((x < 1e-3 ? x : Math.log1p(x)) + 3 * RoundOff.UNIT);
            power(re, im, count, power);
            z[at] = power[0];
            if (!real) {
                z[at + 1] = power[1];
            }
        }
    }

    private static void power(double re, double im, long count, double[] out) {
        double ar = 1;
        double ai = 0;
        double br = re;
        double bi = im;
        for (long n = count; ; ) {
            if ((n & 1) == 1) {
                double t = ar * br - ai * bi;
                ai = ar * bi + ai * br;
                ar = t;
            }
            n >>= 1;
            if (n == 0) {
                break;
            }
            double t = br * br - bi * bi;
            bi = 2 * br * bi;
            br = t;
        }
        out[0] = ar;
        out[1] = ai;
    }

    private static void multiply(double[] z, double[] y) {
        z[0] *= y[0];
        z[1] *= y[1];
        for (int at = 2; at < z.length; at += 2) {
            double t = z[at] * y[at] - z[at + 1] * y[at + 1];
            z[at + 1] = z[at] * y[at + 1] + z[at + 1] * y[at];
            z[at] = t;
        }
    }

    private static double magnitude(double[] z, int slot) {
        if (slot == 0) {
            return Math.abs(z[0]);
        }
        if (2 * slot == z.length) {
            return Math.abs(z[1]);
        }
        return Math.sqrt(z[2 * slot] * z[2 * slot] + z[2 * slot + 1] * z[2 * slot + 1]);
    }
}
