package io.abacusdp.accounting.pld;

import io.abacusdp.accounting.numeric.CompensatedSum;
import io.abacusdp.accounting.numeric.RoundOff;
import io.abacusdp.accounting.numeric.TwoPart;

/**
 * Symmetric noise on the integers with a log-concave law: its log(mass(k)/mass(0)) for k = 0..reach + extra, where each tail
 * beyond reach has at most a quarter of a given mass.
 */
final class LatticeNoise {
    /** Wider noise would not fit into memory. */
    private static final double MAX_REACH = 1 << 22;

    private final double[] logMass;
    private final int reach;
    private final double logTotal;

    private LatticeNoise(double[] logMass, int reach) {
        this.logMass = logMass;
        this.reach = reach;
        CompensatedSum sum = new CompensatedSum();
        for (int k = logMass.length - 1; k > 0; k--) {
            sum.add(2 * Math.exp(logMass[k]));
        }
        sum.add(1);
        this.logTotal = Math.log(sum.value());
    }

    /** Discrete Gaussian: log(mass(k)/mass(0)) = −k²/2σ², Pr[X ≥ k] ≤ e^{−k²/2σ²} (Canonne, Kamath, Steinke 2020). */
    static LatticeNoise gaussian(double sigma, double tail, int extra) {
        int reach = checked(Math.ceil(sigma * Math.sqrt(-2 * Math.log(tail / 4))) + 1);
        double[] log = new double[reach + extra + 1];
        TwoPart divisor = TwoPart.product(-2 * sigma, sigma);
        for (int k = 0; k < log.length; k++) {
            log[k] = TwoPart.of((double) k * k).dividedBy(divisor).value();
        }
        return new LatticeNoise(log, reach);
    }

    /**
     * Skellam: mass(k) = e^{−v}·I_k(v), by the ratios I_{k+1}/I_k = 1/(2(k+1)/v + I_{k+2}/I_{k+1}) from far out inwards, which only
     * shrinks errors. Pr[X ≥ k] ≤ exp(v(cosh t − 1) − tk) with sinh t = k/v.
     */
    static LatticeNoise skellam(double variance, double tail, int extra) {
        double wanted = -Math.log(tail / 4);
        double far = Math.ceil(Math.sqrt(2 * variance * wanted));
        while (chernoff(variance, far) < wanted) {
            far = Math.ceil(far * 1.2);
        }
        int reach = checked(far);
        double[] log = new double[reach + extra + 1];
        double[] ratio = new double[log.length];
        double next = 0;
        for (int k = 2 * log.length + 64; k >= 0; k--) {
            next = 1 / (2 * (k + 1.0) / variance + next);
            if (k < ratio.length) {
                ratio[k] = next;
            }
        }
        CompensatedSum sum = new CompensatedSum();
        for (int k = 0; k + 1 < log.length; k++) {
            sum.add(Math.log(ratio[k]));
            log[k + 1] = sum.value();
        }
        return new LatticeNoise(log, reach);
    }

    /** −log of the bound on Pr[X ≥ k]. */
    private static double chernoff(double variance, double k) {
        double y = k / variance;
        double t = Math.log(y + Math.sqrt(1 + y * y));
        double half = Math.sinh(t / 2);
        return t * k - 2 * variance * half * half;
    }

    private static int checked(double reach) {
        if (reach <= MAX_REACH) {
            return (int) reach;
        }
        throw new IllegalArgumentException("the noise reaches over " + reach + " integers, more than 2^22");
    }

    int reach() {
        return reach;
    }

    double mass(int k) {
        return Math.exp(logMass[Math.abs(k)] - logTotal);
    }

    /**
     * A bound on the error of {@link #logRatio}. Each of its two logarithms is rounded once, to half a unit in its last place; those
     * of a Skellam law are besides sums of logarithms of ratios that err by less than 4 roundings, of which all but as many as
     * the shift cancel in the difference.
     */
    double logRatioError(int shift) {
        return RoundOff.UNIT * (4 * Math.abs(logMass[logMass.length - 1]) + 8 * Math.abs(shift));
    }

    /** log(mass(k − shift)/mass(k)). */
    double logRatio(int k, int shift) {
        return logMass[Math.abs(k - shift)] - logMass[Math.abs(k)];
    }
}
