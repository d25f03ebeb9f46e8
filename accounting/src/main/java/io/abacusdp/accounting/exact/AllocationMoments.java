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

    private static final double MAX_TURN = 150;

    private final double c;
    private final double u;
    private final double step;
    private final int terms;
    private final double methodError;
    private final AllocationTransform transform;
    /** log|p_j|, arg p_j and a bound of |Ψ_j|. */
    private final double[] logSizes;

    private final double[] angles;
    private final double[] most;

    AllocationMoments(AllocationLattice lattice) {
        c = lattice.c();
        u = lattice.u();
        step = lattice.step();
        terms = lattice.terms();
        methodError = lattice.methodError();
        transform = new AllocationTransform(lattice.level(), u, step, terms);
        logSizes = new double[terms + 1];
        angles = new double[terms + 1];
        most = new double[terms + 1];
        for (int j = 0; j <= terms; j++) {
            double y = j * step;
            logSizes[j] = 0.5 * Math.log(u * u + y * y);
            angles[j] = Math.atan2(y, u);
            most[j] = Math.hypot(transform.real[j], transform.imaginary[j]) + transform.errors[j];
        }
    }

    /**
     * Adds the moments at ω = kh, k = 0..n, to the arrays, and bounds on their errors.
     */
    void add(double h, int n, double[] real, double[] imaginary, double[] errors) {
        int size = 2 * terms + 1;
        int block = fresh(h, n);
        double v = 1 + c;
        // p^{−ibh} = e^{bh·arg p}·e^{−ibh·log|p|}.
        double[][] turnReal = new double[block][size];
        double[][] turnImaginary = new double[block][size];
        double[][] turnSize = new double[block][size];
        for (int b = 1; b < block; b++) {
            for (int j = 0; j <= terms; j++) {
                double modulus = Math.exp(b * h * angles[j]);
                double angle = -b * h * logSizes[j];
                double cosine = Math.cos(angle);
                double sine = Math.sin(angle);
                double rounding = 1 + RoundOff.UNIT * (8 + 4 * b * h * (Math.abs(logSizes[j]) + 1.6));
                turnReal[b][terms + j] = modulus * cosine;
                turnImaginary[b][terms + j] = modulus * sine;
                turnSize[b][terms + j] = modulus * rounding;
                turnReal[b][terms - j] = cosine / modulus;
                turnImaginary[b][terms - j] = sine / modulus;
                turnSize[b][terms - j] = rounding / modulus;
            }
        }
        double[] fresh = new double[3];
        double[] rest = new double[2];
        double[] otherRest = new double[2];
        double[] termReal = new double[size];
        double[] termImaginary = new double[size];
        double[] termError = new double[size];
        double scale = step / (2 * Math.PI);
        for (int first = 0; first <= n; first += block) {
            double omega = first * h;
            MellinKernel.rest(v, omega, rest);
            for (int j = 0; j < size; j++) {
                MellinKernel.main(v, omega, u, (j - terms) * step, fresh);
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
                termError[j] = 1.001
                        * modulus
                        * (transform.errors[at] + RoundOff.UNIT * rounding * Math.sqrt(pr * pr + pi * pi));
            }
            int last = Math.min(n, first + block - 1);
            for (int k = first; k <= last; k++) {
                int b = k - first;
                double sumReal = 0;
                double sumImaginary = 0;
                double error = 0;
                double moduli = 0;
                for (int from = 0; from < size; from += 32) {
                    int end = Math.min(size, from + 32);
                    double x = 0;
                    double y = 0;
                    double e = 0;
                    double m = 0;
                    for (int j = from; j < end; j++) {
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
                            + 8 * delta * (Math.abs(Math.log(u)) + Math.log(2 + terms * step) + 1.6)
                            + 4 * (Math.abs(log) + Math.abs(angle) + delta);
                }
                double lengths = 32 + size / 32.0 + 64;
                real[k] += scale * (sumReal * factorReal - sumImaginary * factorImaginary);
                imaginary[k] += scale * (sumReal * factorImaginary + sumImaginary * factorReal);
                errors[k] +=
                        1.001 * scale * factor * (error + RoundOff.UNIT * (lengths + extra) * moduli) + methodError;
            }
        }
    }

    /** How many frequencies there are for each at which the kernel is computed afresh: p^{−ibh} must stay within the range of doubles. */
    private static int fresh(double h, int n) {
        return Math.max(1, (int) Math.min(Math.min(FRESH, n + 1.0), 1 + MAX_TURN / h));
    }

    /** An upper bound of |∫ S^{c+iω}| for every ω ≥ omega. */
    double most(double omega) {
        double v = 1 + c;
        double size = Math.hypot(v, omega);
        double logFactor = 0.5 * Math.log(2 * Math.PI / size) + 1 / (6 * size);
        double highest = v * (Math.log(v / u) - 1) + u;
        double logV = Math.log(size);
        double angle = Math.atan2(omega, v);
        double sum = 0;
        for (int j = 0; j <= terms; j++) {
            // f(ω), which falls from ω = y·v/u on; below it is at most its maximum.
            double main = v * (logV - logSizes[j] - 1) + u - omega * angle;
            double log = omega * u >= j * step * v ? main + omega * angles[j] : highest;
            sum += most[j] * Math.exp(log);
            if (j > 0) {
                sum += most[j] * Math.exp(main - omega * angles[j]);
            }
        }
        double logs = 2 + Math.abs(logV) + Math.abs(Math.log(u)) + Math.log(2 + terms * step);
        double rounding = 16 * RoundOff.UNIT * (v * logs + u + 4 * omega);
        return step / (2 * Math.PI) * Math.exp(logFactor + rounding) * sum * (1 + 1e-9) + methodError;
    }
}
