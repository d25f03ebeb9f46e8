package io.abacusdp.accounting.pair;

import io.abacusdp.accounting.numeric.TwoPart;
import java.util.ArrayList;
import java.util.List;

/**
 * Discrete Gaussian noise that is cut at ±bound, on an integer that a record moves by s if it is in the sample, which it is with
 * probability r: (1 − r)·N(0) + r·N(s) against N(0), or against (1 − r)·N(0) + r·N(−s) if the record is replaced.
 *
 * <p>Formula: where both laws have mass, the loss is log(1 − r + r·e^u) with u = s(2k − s)/2σ², e^u = 0 where N(s) has none; replaced,
 * less the same for −s.
 *
 * <p>Limits: masses below the least normal double are counted as such, and as seen by one of the laws only.
 */
final class TruncatedNoise {
    private final double sigma;
    private final int bound;
    private final int shift;
    private final double rate;
    private final double total;

    private TruncatedNoise(double sigma, int bound, int shift, double rate) {
        this.sigma = sigma;
        this.bound = bound;
        this.shift = shift;
        this.rate = rate;
        double sum = 0;
        for (int k = bound; k > 0; k--) {
            sum += 2 * weight(k);
        }
        this.total = sum + 1;
    }

    static Atoms of(double sigma, int bound, int shift, double rate, boolean mirrored) {
        return new TruncatedNoise(sigma, bound, shift, rate).atoms(mirrored);
    }

    private Atoms atoms(boolean mirrored) {
        List<double[]> atoms = new ArrayList<>();
        double infinity = 0;
        double counterInfinity = 0;
        for (int k = -bound - (mirrored ? shift : 0); k <= bound + shift; k++) {
            double p = (1 - rate) * mass(k) + rate * mass(k - shift);
            double q = mirrored ? (1 - rate) * mass(k) + rate * mass(k + shift) : mass(k);
            if (p >= Double.MIN_NORMAL && q >= Double.MIN_NORMAL) {
                atoms.add(new double[] {loss(k, shift) - (mirrored ? loss(k, -shift) : 0), p});
            } else {
                infinity += possible(p, k, shift);
                counterInfinity += possible(q, k, mirrored ? -shift : 0);
            }
        }
        double[] loss = new double[atoms.size()];
        double[] mass = new double[atoms.size()];
        for (int i = 0; i < loss.length; i++) {
            loss[i] = atoms.get(i)[0];
            mass[i] = atoms.get(i)[1];
        }
        return new Atoms(loss, mass, infinity, counterInfinity);
    }

    /** The mass, which may have underflowed where the law has any. */
    private double possible(double mass, int k, int moved) {
        boolean has = ((rate < 1 || moved == 0) && Math.abs(k) <= bound) || Math.abs(k - moved) <= bound;
        return has ? Math.max(mass, Double.MIN_NORMAL) : 0;
    }

    /** log of the ratio to the noise alone, of which k is a possible outcome. */
    private double loss(int k, int moved) {
        if (Math.abs(k - moved) > bound) {
            return Math.log1p(-rate);
        }
        double u = (double) moved * (2.0 * k - moved) / (2 * sigma * sigma);
        return Sampling.loss(u, rate);
    }

    private double mass(int k) {
        return Math.abs(k) <= bound ? weight(k) / total : 0;
    }

    private double weight(int k) {
        // In two parts, as the exponential multiplies the error of its exponent by it.
        return Math.exp(TwoPart.of((double) k * k)
                .dividedBy(TwoPart.product(-2 * sigma, sigma))
                .value());
    }
}
