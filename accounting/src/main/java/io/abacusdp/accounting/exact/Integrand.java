package io.abacusdp.accounting.exact;

import io.abacusdp.accounting.numeric.RoundOff;

/**
 * The terms of a contour integral with one kernel, all but the factors e^{ikθ}, θ = h(m − c), that the threshold c turns them
 * by: F_k = φ(kh)·κ(t + ikh), the first of them halved.
 *
 * <p>Formula: Re Σ F_k·e^{ikθ} by Horner's rule, one multiplication a term.
 *
 * <p>Accuracy: in units of 2^−53, a step of Horner's rule errs by at most 2.3 of its product, one of its sum, and 1.5 as the
 * parts of e^{iθ} do. So the term k errs by at most 6k of its modulus, besides up to 16 for F_k itself, and 2k|θ| and
 * 2kh(|c| + |m|) for the angle.
 */
final class Integrand {
    private final double[] real;
    private final double[] imaginary;
    private final double step;
    private final double mean;
    /** Sum of the errors of the terms as given. */
    private final double error;
    /** Sum of the moduli, and the same times k. */
    private final double size;

    private final double moment;

    /**
     * The terms.
     *
     * @param mean m
     * @param phiReal real parts of φ
     * @param phiImaginary their imaginary parts
     * @param errors bounds on the errors of φ
     */
    Integrand(
            Kernel kernel,
            double t,
            double step,
            double mean,
            double[] phiReal,
            double[] phiImaginary,
            double[] errors) {
        this.step = step;
        this.mean = mean;
        int terms = phiReal.length;
        real = new double[terms];
        imaginary = new double[terms];
        double sumError = 0;
        double sumSize = 0;
        double sumMoment = 0;
        for (int k = 0; k < terms; k++) {
            double w = k * step;
            double half = k == 0 ? 0.5 : 1;
            double x = half * phiReal[k];
            double y = half * phiImaginary[k];
            double modulus = Math.sqrt(x * x + y * y);
            double norm = 1;
            if (kernel != Kernel.UNDER_P) {
                double square = (t + 1) * (t + 1) + w * w;
                double u = (x * (t + 1) + y * w) / square;
                y = (y * (t + 1) - x * w) / square;
                x = u;
                norm *= square;
            }
            if (kernel != Kernel.UNDER_Q) {
                double square = t * t + w * w;
                double u = (x * t + y * w) / square;
                y = (y * t - x * w) / square;
                x = u;
                norm *= square;
            }
            real[k] = x;
            imaginary[k] = y;
            double scale = 1 / Math.sqrt(norm);
            sumError += half * errors[k] * scale;
            sumSize += modulus * scale;
            sumMoment += k * modulus * scale;
        }
        error = sumError;
        size = sumSize;
        moment = sumMoment;
    }

    /** Re Σ F_k·e^{ikh(m − c)}. */
    double sum(double c) {
        double angle = step * (mean - c);
        double cosine = Math.cos(angle);
        double sine = Math.sin(angle);
        double x = 0;
        double y = 0;
        for (int k = real.length - 1; k >= 0; k--) {
            double u = real[k] + (x * cosine - y * sine);
            y = imaginary[k] + (x * sine + y * cosine);
            x = u;
        }
        return x;
    }

    /** A bound on the error of the sum. */
    double error(double c) {
        double turn = 2 * step * (Math.abs(mean - c) + Math.abs(c) + Math.abs(mean));
        return error + RoundOff.UNIT * (16 * size + (6 + turn) * moment);
    }
}
