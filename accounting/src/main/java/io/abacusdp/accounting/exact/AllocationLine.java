package io.abacusdp.accounting.exact;

import io.abacusdp.accounting.numeric.Enclosure;
import io.abacusdp.accounting.numeric.RoundOff;
import java.util.List;

/**
 * E X^w of {@link Allocations} along the line Re w = c, with the weight of the last cut, and what follows for δ.
 *
 * <p>Formula: with K = e^ε, and all expectations under Q,
 *
 * <ul>
 *   <li>c &gt; 1: E(X − K)_+ = (1/2πi)·∫ E X^w·K^{1−w}/(w(w − 1)) dw, which is δ of a record that is removed;
 *   <li>0 &lt; c &lt; 1: E min(1, KX) = (1/2πi)·∫ E X^w·K^w/(w(1 − w)) dw, which is 1 − δ of a record that is added.
 * </ul>
 *
 * <p>Accuracy: with the step h and W = 2π/h the trapezoidal rule gives, for f(ε) the first integral, Σ_m e^{(c−1)mW}·f(ε + mW), and for the second
 * Σ_m e^{−cmW}·f(ε + mW). All terms are positive. The aliases of the first with m &lt; 0 add up to at most 1/(e^{(c−1)W} − 1), as f ≤ 1, and
 * those with m &gt; 0, as f(ε) ≤ E X^{c'}·e^{−(c'−1)ε}, to E X^{c'}·e^{−(c'−1)ε}/(e^{(c'−c)W} − 1) for every c' &gt; c, where E S^{c'} is at most the sum
 * over the levels of (c'/eu')^{c'}·e^{u'}·Ψ(u'). Those of the second add up to at most 1/(e^{cW} − 1) and K/(e^{(1−c)W} − 1). Beyond the last
 * frequency Ω the integrand is below the bound of |E X^w| over ω². What the weight takes away, the leak, is added to the upper bound only.
 */
final class AllocationLine {
    private static final int MAX_FREQUENCIES = 40_000;

    /** Largest number of terms times frequencies: about a tenth of a second. */
    private static final double MAX_WORK = 1e7;

    /** Distances of c' from c, of that of c from the pole. */
    private static final double[] BEYOND = {0.06, 0.12, 0.25, 0.5, 1, 2};

    private final double c;
    private final double leak;
    private final double h;
    private final int n;
    private final double[] real;
    private final double[] imaginary;
    /** Σ of the errors of the terms, and of their moduli, and the latter times k; without the factor of ε. */
    private double sumError;

    private double sumSize;
    private double sumMoment;
    /** The integral beyond the last frequency, without the factor of ε. */
    private final double leftOut;
    /** Logarithms of bounds on E X^{c'}, and c'. */
    private final double[] aliasLogs;

    private final double[] aliasPowers;

    /**
     * A line.
     *
     * @param accuracy logarithm of one over the absolute error by method that is aimed at
     * @param epsilon about where it will be used
     */
    AllocationLine(Allocations allocations, double c, double lastCut, double epsilon, double accuracy) {
        this.c = c;
        leak = allocations.leak(lastCut);
        List<AllocationLattice> lattices = allocations.lattices(c, lastCut);
        double period;
        if (c > 1) {
            aliasPowers = new double[BEYOND.length];
            aliasLogs = new double[aliasPowers.length];
            period = Double.POSITIVE_INFINITY;
            for (int i = 0; i < aliasPowers.length; i++) {
                double power = c + BEYOND[i] * (c - 1);
                aliasPowers[i] = power;
                double one = 0;
                for (AllocationLattice lattice : lattices) {
                    one += lattice.momentBound(power);
                }
                aliasLogs[i] = allocations.epochs() * Math.log(one) * (1 + 1e-12)
                        + 0.5 * allocations.precision() * power * (power - 1) * (1 + 1e-12);
                period = Math.min(period, (aliasLogs[i] - (power - 1) * epsilon + accuracy) / (power - c));
            }
            period = Math.max(period, accuracy / (c - 1));
        } else {
            aliasPowers = new double[0];
            aliasLogs = new double[0];
            period = Math.max(accuracy / c, (accuracy + epsilon) / (1 - c));
        }
        h = QuadratureLattice.fewDigits(2 * Math.PI / period);
        double shift = c > 1 ? (1 - c) * epsilon : c * epsilon;
        List<AllocationMoments> levels =
                lattices.stream().map(AllocationMoments::new).toList();
        n = lastFrequency(allocations, levels, shift + accuracy);
        double work = 0;
        for (AllocationLattice lattice : lattices) {
            work += (double) lattice.terms() * n;
        }
        if (!(work < MAX_WORK)) {
            throw new SlowDecayException("it needs " + n + " frequencies");
        }
        leftOut = Math.exp(bound(allocations, levels, n * h)) / (Math.PI * n * h) * (1 + 1e-9);
        double[] momentReal = new double[n + 1];
        double[] momentImaginary = new double[n + 1];
        double[] errors = new double[n + 1];
        for (AllocationMoments level : levels) {
            level.add(h, n, momentReal, momentImaginary, errors);
        }
        real = new double[n + 1];
        imaginary = new double[n + 1];
        for (int k = 0; k <= n; k++) {
            put(allocations, k, momentReal[k], momentImaginary[k], errors[k]);
        }
    }

    /** The number of steps to a frequency beyond which little is left. */
    private int lastFrequency(Allocations allocations, List<AllocationMoments> levels, double need) {
        double low = 2;
        double high = 2;
        while (bound(allocations, levels, high * h) + need - Math.log(high * h) > 0) {
            low = high;
            high *= 2;
            if (high > MAX_FREQUENCIES) {
                throw new SlowDecayException("its moments are not small at frequency " + high * h);
            }
        }
        while (high - low > 0.05 * high) {
            double middle = 0.5 * (low + high);
            if (bound(allocations, levels, middle * h) + need - Math.log(middle * h) > 0) {
                low = middle;
            } else {
                high = middle;
            }
        }
        return (int) Math.ceil(high);
    }

    /** Logarithm of a bound of |E X^w| at every frequency from omega on. */
    private double bound(Allocations allocations, List<AllocationMoments> levels, double omega) {
        double sum = 0;
        for (AllocationMoments level : levels) {
            sum += level.most(omega);
        }
        double gaussian = 0.5 * allocations.precision() * (c * (c - 1) - omega * omega);
        return allocations.epochs() * Math.log(sum) * (1 + 1e-12) + gaussian + Math.abs(gaussian) * 1e-12;
    }

    /** Keeps h/2π·E X^w/(w(w − 1)), or its negative left of the pole; twice that but for k = 0, as the terms at ±ω are conjugates. */
    private void put(Allocations allocations, int k, double x, double y, double error) {
        double epochs = allocations.epochs();
        double omega = k * h;
        double modulus = Math.hypot(x, y);
        double unit = RoundOff.UNIT;
        double factor = (k == 0 ? 1 : 2) * h / (2 * Math.PI) / Math.hypot(c, omega) / Math.hypot(c - 1, omega);
        // w(w − 1) = c(c − 1) − ω² + iω(2c − 1), and E G^w = e^{π·w(w−1)/2}.
        double gaussianReal = 0.5 * allocations.precision() * (c * (c - 1) - omega * omega);
        double gaussianImaginary = 0.5 * allocations.precision() * omega * (2 * c - 1);
        double gaussianSize = Math.exp(gaussianReal);
        if (!(modulus > 2 * error)) {
            sumError += factor * Math.pow(modulus + error, epochs) * gaussianSize * 1.001;
            return;
        }
        double logModulus = epochs * Math.log(modulus);
        double angle = epochs * Math.atan2(y, x)
                + gaussianImaginary
                - Math.atan2(omega * (2 * c - 1), c * (c - 1) - omega * omega);
        double size = factor * Math.exp(logModulus + gaussianReal);
        double sign = c > 1 ? 1 : -1;
        real[k] = sign * size * Math.cos(angle);
        imaginary[k] = sign * size * Math.sin(angle);
        double roundings = 48
                + 4 * epochs * (Math.abs(Math.log(modulus)) + 8)
                + (8 + allocations.roundings())
                        * (Math.abs(gaussianReal)
                                + Math.abs(gaussianImaginary)
                                + 0.5 * allocations.precision() * (c * (c + 1) + omega * omega));
        double relative = epochs * -Math.log1p(-error / modulus) + unit * roundings;
        sumError += size * Math.expm1(relative);
        sumSize += size;
        sumMoment += k * size;
    }

    /** Re Σ over the terms, turned for ε, without the factor of ε. */
    private double sum(double epsilon) {
        double angle = (c > 1 ? -1 : 1) * h * epsilon;
        double cosine = Math.cos(angle);
        double sine = Math.sin(angle);
        double x = 0;
        double y = 0;
        for (int k = n; k >= 0; k--) {
            double u = real[k] + (x * cosine - y * sine);
            y = imaginary[k] + (x * sine + y * cosine);
            x = u;
        }
        return x;
    }

    /** A bound on the error of the sum, by round-off as {@link Integrand} has it, and what is left out. */
    private double error(double epsilon) {
        return (sumError + RoundOff.UNIT * (16 * sumSize + (6 + 4 * h * Math.abs(epsilon)) * sumMoment) + leftOut)
                * 1.001;
    }

    /** δ of a record that is removed, for a line right of the poles. */
    Enclosure removal(double epsilon) {
        double scale = Math.exp((1 - c) * epsilon);
        double rounding = 4 * RoundOff.UNIT * ((c - 1) * Math.abs(epsilon) + 2);
        double value = scale * sum(epsilon);
        double rest = scale * error(epsilon) + Math.abs(value) * rounding;
        double period = 2 * Math.PI / h;
        double alias = Double.POSITIVE_INFINITY;
        for (int i = 0; i < aliasLogs.length; i++) {
            double distance = (aliasPowers[i] - c) * period;
            alias = Math.min(
                    alias, Math.exp(aliasLogs[i] - (aliasPowers[i] - 1) * epsilon - distance) / -Math.expm1(-distance));
        }
        alias += 1 / Math.expm1((c - 1) * period);
        return Probability.enclosed(value - rest - alias * (1 + 1e-9), value, value + rest + leak);
    }

    /**
     * An upper bound of δ of a record that is added, for a line right of the poles: E(1 − KX)_+ = K·E(X − 1/K)_+ + 1 − K·E X, where with the weight E X is
     * at least one less the leak. Good where that δ is not small.
     */
    double mostOfAddition(double epsilon) {
        double factor = Math.exp(epsilon);
        double rounding = 16 * RoundOff.UNIT * factor * (1 + Math.abs(epsilon));
        return factor * (removal(-epsilon).upper() + leak) - Math.expm1(epsilon) + rounding;
    }

    /** δ of a record that is added, for a line between the poles. */
    Enclosure addition(double epsilon) {
        double scale = Math.exp(c * epsilon);
        double rounding = 4 * RoundOff.UNIT * (c * Math.abs(epsilon) + 2);
        double covered = scale * sum(epsilon);
        double rest = scale * error(epsilon) + Math.abs(covered) * rounding + 2 * RoundOff.UNIT;
        double period = 2 * Math.PI / h;
        double alias = 1 / Math.expm1(c * period) + Math.exp(epsilon) / Math.expm1((1 - c) * period);
        double value = 1 - covered;
        return Probability.enclosed(value - rest - leak, value, value + rest + alias * (1 + 1e-9));
    }
}
