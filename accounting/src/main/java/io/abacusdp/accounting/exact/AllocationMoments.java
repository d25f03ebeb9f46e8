package io.abacusdp.accounting.exact;

import io.abacusdp.accounting.numeric.RoundOff;

/**
 * The moments ∫ S^{c+iω} of one level ({@link AllocationLevel}) along a line, by a sum over its Laplace transform.
 *
 * <p>Formula: S^w = Γ(1+w)/2πi·∫ p^{−w−1}·e^{pS} dp over Re p = u &gt; 0, so that with the {@link MellinKernel} T
 *
 * <pre>∫ S^w = (d/2π)·Σ_j T(1 + w, p_j)·Ψ(p_j), p_j = u + ijd, j from −∞ to ∞.</pre>
 *
 * <p>Accuracy: what is added up errs by
 *
 * <ul>
 *   <li>aliases: with V = 2π/d the sum is ∫ Σ_m (S + mV)_+^w·e^{−umV}, and as x^c ≤ (c/eu')^c·e^{u'x} for every u' &gt; 0, the terms with m ≥ 1 (u' &lt; u)
 *       and those with m ≤ −1 (u' &gt; u) are at most (c/eu')^c·e^{u'}·Ψ(u')/(e^{|u−u'|V} − 1), at every ω;
 *   <li>the terms with |j| beyond the last: by |T| ≤ Γ(1+c)·u^{−1−c}·e^u and by bounds of |Ψ| that fall with |Im p|, summed over
 *       intervals that grow by a factor of 4; beyond all of them by E e^{−sY} ≤ (2/es)²·E Y^{−2} = (2/es)²·e^{3/σ²};
 *   <li>errors of Ψ, and of T and the sum by round-off, each times the modulus of the other.
 * </ul>
 *
 * For frequencies from Ω on, |T| is at most √(2π/|v|)·e^{1/6|v|+f} at the largest f that is possible there.
 */
final class AllocationMoments {
    /** Frequencies between those at which the kernel is computed afresh. */
    private static final int FRESH = 16;

    private static final int MAX_TERMS = 60_000;

    /** Aliases and what is left out are pushed below e^{−40} = 4e-18. */
    private static final double ACCURACY = 40;

    private static final double[] BELOW = {0.9, 0.75, 0.5, 0.25, 0.1};
    private static final double[] ABOVE = {1.1, 1.25, 1.5, 2, 3, 5};

    /** No u' is farther above u than by this factor. */
    static final double MOST_FACTOR = 5;

    private final AllocationLevel level;
    private final double c;
    private final double u;
    private final double step;
    private final AllocationTransform transform;
    private final int terms;
    /** Errors by method, the same at every frequency. */
    private final double methodError;

    static long[] T = new long[3];

    AllocationMoments(AllocationLevel level, double c, double u) {
        long t0 = java.lang.management.ManagementFactory.getThreadMXBean().getCurrentThreadCpuTime();
        this.level = level;
        this.c = c;
        this.u = u;
        double[] below = logs(BELOW);
        double[] above = logs(ABOVE);
        double period = Math.max(period(below, BELOW), period(above, ABOVE));
        step = QuadratureLattice.fewDigits(2 * Math.PI / period);
        double actual = 2 * Math.PI / step;
        double most = MellinKernel.logMost(1 + c, u);
        T[0] += java.lang.management.ManagementFactory.getThreadMXBean().getCurrentThreadCpuTime() - t0;
        t0 = java.lang.management.ManagementFactory.getThreadMXBean().getCurrentThreadCpuTime();
        double last = lastFrequency(most);
        double count = Math.ceil(last / step);
        if (!(count < MAX_TERMS)) {
            throw new SlowDecayException("its mean ratio needs " + count + " terms");
        }
        terms = (int) count;
        methodError = (alias(below, BELOW, actual) + alias(above, ABOVE, actual) + leftOut(most)) * (1 + 1e-9);
        T[1] += java.lang.management.ManagementFactory.getThreadMXBean().getCurrentThreadCpuTime() - t0;
        t0 = java.lang.management.ManagementFactory.getThreadMXBean().getCurrentThreadCpuTime();
        transform = new AllocationTransform(level, u, step, terms);
        T[2] += java.lang.management.ManagementFactory.getThreadMXBean().getCurrentThreadCpuTime() - t0;
    }

    String describe() {
        return level.lower() + ".." + level.cut() + " u=" + u + " reach=" + level.reach() + " V=" + 2 * Math.PI / step + " terms=" + terms + " method=" + methodError;
    }

    int size() {
        return terms + 1;
    }

    /** Logarithms of (c/eu')^c·e^{u'}·Ψ(u') at multiples of u. */
    private double[] logs(double[] factors) {
        double[] logs = new double[factors.length];
        for (int i = 0; i < factors.length; i++) {
            double other = factors[i] * u;
            logs[i] = c * (Math.log(c / other) - 1) + other + level.logReal(other);
        }
        return logs;
    }

    private double period(double[] logs, double[] factors) {
        double least = Double.POSITIVE_INFINITY;
        for (int i = 0; i < logs.length; i++) {
            least = Math.min(least, Math.max(1e-3, logs[i] + ACCURACY) / (u * Math.abs(factors[i] - 1)));
        }
        return least;
    }

    private double alias(double[] logs, double[] factors, double period) {
        double least = Double.POSITIVE_INFINITY;
        for (int i = 0; i < logs.length; i++) {
            double distance = u * Math.abs(factors[i] - 1) * period;
            least = Math.min(least, Math.exp(logs[i] - distance) / -Math.expm1(-distance));
        }
        return least;
    }

    /** A frequency beyond which the terms matter little. */
    private double lastFrequency(double most) {
        double low = u;
        double high = u;
        while (!isSmall(high, most)) {
            low = high;
            high *= 2;
            if (!(high < 1e30)) {
                throw new SlowDecayException("the characteristic function of its mean ratio does not fall");
            }
        }
        for (int i = 0; i < 3 && low < high; i++) {
            double middle = 0.5 * (low + high);
            if (isSmall(middle, most)) {
                high = middle;
            } else {
                low = middle;
            }
        }
        return high;
    }

    private boolean isSmall(double y, double most) {
        return level.logTail(u, y) + most + Math.log(y) <= -ACCURACY;
    }

    /** A bound on the sum of all terms beyond the last. */
    private double leftOut(double most) {
        double y = (terms + 1) * step;
        double sum = 0;
        double factor = Math.exp(most) / Math.PI;
        AllocationNodes nodes = level.nodes();
        double sine = Math.sin(2 * nodes.height / nodes.sigma);
        double t = level.batches();
        // C of |φ| ≤ C/y² where y·sin β is at least 2u.
        double logC = 2 * nodes.height * nodes.height
                + 3 / (nodes.sigma * nodes.sigma)
                + 2 * Math.log(4 * t / (Math.E * sine))
                + 1e-9;
        for (int i = 0; i < 200; i++) {
            double log = level.logTail(u, y);
            // The term itself, and those up to four times as far.
            sum += factor * Math.exp(log) * (3 * y + step);
            y *= 4;
            double logFar = logC - 2 * Math.log(y);
            if (logFar < -1 && y * sine >= 2 * u) {
                return sum + factor * 2 * t * Math.exp(t * logFar) * (y / (2 * t - 1) + step);
            }
        }
        throw new SlowDecayException("the characteristic function of its mean ratio does not fall");
    }

    /**
     * Adds the moments at ω = kh, k = 0..n, to the arrays, and bounds on their errors.
     */
    void add(double h, int n, double[] real, double[] imaginary, double[] errors) {
        int size = 2 * terms + 1;
        double v = 1 + c;
        double[] logReal = new double[size];
        double[] logImaginary = new double[size];
        double[] py = new double[size];
        for (int j = 0; j < size; j++) {
            py[j] = (j - terms) * step;
            logReal[j] = 0.5 * Math.log(u * u + py[j] * py[j]);
            logImaginary[j] = Math.atan2(py[j], u);
        }
        int most = Math.min(FRESH - 1, n);
        // p^{−ibh} = e^{bh·arg p}·e^{−ibh·log|p|}.
        double[][] turnReal = new double[most + 1][size];
        double[][] turnImaginary = new double[most + 1][size];
        double[][] turnSize = new double[most + 1][size];
        for (int b = 1; b <= most; b++) {
            for (int j = 0; j < size; j++) {
                double modulus = Math.exp(b * h * logImaginary[j]);
                double angle = -b * h * logReal[j];
                turnReal[b][j] = modulus * Math.cos(angle);
                turnImaginary[b][j] = modulus * Math.sin(angle);
                turnSize[b][j] = modulus * (1 + RoundOff.UNIT * (8 + 4 * b * h * (Math.abs(logReal[j]) + 1.6)));
            }
        }
        double[] fresh = new double[3];
        double[] rest = new double[2];
        double[] otherRest = new double[2];
        double[] termReal = new double[size];
        double[] termImaginary = new double[size];
        double[] termError = new double[size];
        double scale = step / (2 * Math.PI);
        for (int first = 0; first <= n; first += FRESH) {
            double omega = first * h;
            MellinKernel.rest(v, omega, rest);
            for (int j = 0; j < size; j++) {
                MellinKernel.main(v, omega, u, py[j], fresh);
                double modulus = Math.exp(rest[0] + fresh[0]);
                double angle = rest[1] + fresh[1];
                double x = modulus * Math.cos(angle);
                double y = modulus * Math.sin(angle);
                int at = Math.abs(j - terms);
                double pr = transform.real[at];
                double pi = j < terms ? -transform.imaginary[at] : transform.imaginary[at];
                termReal[j] = x * pr - y * pi;
                termImaginary[j] = x * pi + y * pr;
                double rounding = fresh[2]
                        + MellinKernel.REST_ROUNDINGS
                        + 24
                        + 2 * (Math.abs(rest[0] + fresh[0]) + Math.abs(angle));
                termError[j] = 1.001 * modulus
                        * (transform.errors[at] + RoundOff.UNIT * rounding * Math.sqrt(pr * pr + pi * pi));
            }
            int last = Math.min(n, first + FRESH - 1);
            for (int k = first; k <= last; k++) {
                int b = k - first;
                double sumReal = 0;
                double sumImaginary = 0;
                double error = 0;
                double moduli = 0;
                for (int block = 0; block < size; block += 32) {
                    int end = Math.min(size, block + 32);
                    double x = 0;
                    double y = 0;
                    double e = 0;
                    double m = 0;
                    for (int j = block; j < end; j++) {
                        if (b == 0) {
                            x += termReal[j];
                            y += termImaginary[j];
                            e += termError[j];
                            m += Math.abs(termReal[j]) + Math.abs(termImaginary[j]);
                        } else {
                            x += termReal[j] * turnReal[b][j] - termImaginary[j] * turnImaginary[b][j];
                            y += termReal[j] * turnImaginary[b][j] + termImaginary[j] * turnReal[b][j];
                            e += termError[j] * turnSize[b][j];
                            m += (Math.abs(termReal[j]) + Math.abs(termImaginary[j])) * turnSize[b][j];
                        }
                    }
                    sumReal += x;
                    sumImaginary += y;
                    error += e;
                    moduli += m;
                }
                double factorReal = 1;
                double factorImaginary = 0;
                double factor = 1;
                double extra = 0;
                if (b > 0) {
                    // Γ(v')/Γ(v) with v' = v + δ, δ = ibh: main parts v'·log(v'/v) − δ + δ·log v.
                    double delta = b * h;
                    MellinKernel.rest(v, omega + delta, otherRest);
                    MellinKernel.main(v, omega + delta, v, omega, fresh);
                    // fresh is p − v' − v'·log(p/v') at p = v, that is −δ + v'·log(v'/v).
                    double logV = 0.5 * Math.log(v * v + omega * omega);
                    double argV = Math.atan2(omega, v);
                    double log = otherRest[0] - rest[0] + fresh[0] - delta * argV;
                    double angle = otherRest[1] - rest[1] + fresh[1] + delta * logV;
                    factor = Math.exp(log);
                    factorReal = factor * Math.cos(angle);
                    factorImaginary = factor * Math.sin(angle);
                    extra = 2 * MellinKernel.REST_ROUNDINGS
                            + fresh[2]
                            + 16
                            + 8 * delta * (Math.abs(logV) + 1.6)
                            + 4 * delta * (Math.abs(Math.log(u)) + Math.log(2 + terms * step) + 1.6);
                }
                double lengths = 32 + size / 32.0 + 16;
                real[k] += scale * (sumReal * factorReal - sumImaginary * factorImaginary);
                imaginary[k] += scale * (sumReal * factorImaginary + sumImaginary * factorReal);
                errors[k] += 1.001 * scale * factor * (error + RoundOff.UNIT * (lengths + extra) * moduli)
                        + methodError;
            }
        }
    }

    /** An upper bound of ∫ S^power: (power/eu')^power·e^{u'}·Ψ(u') at u' in proportion to the power. */
    double momentBound(double power) {
        double other = u * power / (1 + c);
        return Math.exp(power * (Math.log(power / other) - 1) + other + level.logReal(other)) * (1 + 1e-9);
    }

    /** An upper bound of |∫ S^{c+iω}| for every ω ≥ omega. */
    double most(double omega) {
        double v = 1 + c;
        double size = Math.hypot(v, omega);
        double logFactor = 0.5 * Math.log(2 * Math.PI / size) + 1 / (6 * size);
        double highest = v * (Math.log(v / u) - 1) + u;
        double sum = 0;
        for (int j = 0; j <= terms; j++) {
            double y = j * step;
            double modulus = Math.hypot(transform.real[j], transform.imaginary[j]) + transform.errors[j];
            double log = omega >= y * v / u ? MellinKernel.logSize(v, omega, u, y) : highest;
            sum += modulus * Math.exp(log);
            if (j > 0) {
                sum += modulus * Math.exp(MellinKernel.logSize(v, omega, u, -y));
            }
        }
        return step / (2 * Math.PI) * Math.exp(logFactor) * sum * (1 + 1e-9) + methodError;
    }
}
