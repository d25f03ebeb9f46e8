package io.abacusdp.accounting.exact;

import io.abacusdp.accounting.numeric.NearZero;

/**
 * Bounds on the modulus of the characteristic function of a tilted law, at all frequencies, by a few nodes above the real line.
 *
 * <p>Formula: S(ω) = 1 + Σ v_j·(e^{iωc_j} − 1) over the nodes of {@link RaisedNodes} differs from φ(ω), but for a phase, by no more than
 * e^{−e} at every ω ≥ 0 ({@link Quadrature#raised}), and by round-off. As Im c_j = arg R ≥ 0,
 *
 * <ul>
 *   <li>|φ(ω)| ≤ |S(ω)| + error;
 *   <li>|S''| ≤ Σ |v_j||c_j|²·e^{−ω·Im c_j} at ω and beyond;
 *   <li>|φ| ≤ Σ |v_j|·e^{−ω·Im c_j} + e^{−e} + |1 − Σ v_j| at ω and beyond, where the last is at most e^{−e}, too, and round-off is relative to
 *       the terms: it is covered by one part in a thousand of each mass and each argument, of which 10^12 roundings would be needed.
 * </ul>
 *
 * At low frequencies S is taken from its moments: as |e^z − Σ_{k<8} z^k/k!| ≤ |z|^8/8! where Re z ≤ 0, S differs from 1 + Σ_{0<k<8} (iω)^k·m_k,
 * m_k = Σ v_j·c_j^k/k!, by at most ω^8·Σ |v_j||c_j|^8/8!. That is done where this is small against ω²·m₂, what S differs from one by.
 *
 * <p>Falling: with λ = log R, φ(ω) = ∫ v·e^{iωλ} dx = (i/ω)·∫ (v/λ')'·e^{iωλ} dx, so that |φ(ω)| ≤ C/ω, C = ∫ |(v/λ')'| dx, which
 * {@link Ratio#logFall} bounds.
 *
 * <p>Accuracy: a sum of n nodes, each with sine, cosine and exponential, errs by n + 16 roundings of Σ |v_j|·ω|c_j|; moments and their
 * sum by 2n + 64, as |z|^k ≤ |z| + |z|^8 for 0 &lt; k &lt; 8, and 10^−12 of the last is part of what is allowed for the series.
 */
final class RaisedModulus implements Modulus {
    private static final int TERMS = 7;
    private static final double FACTORIAL_8 = 40320;

    /** What may be left out of the series, relative to what S differs from one by. */
    private static final double LEFT_OUT = 1e-3;

    private final RaisedNodes nodes;
    private final double quadratureError;
    private final double logFall;
    /** |v_j| and |v_j||c_j|². */
    private final double[] mass;

    private final double[] moment;
    /** Real and imaginary parts of m_1 to m_7. */
    private final double[] momentReal = new double[TERMS];

    private final double[] momentImaginary = new double[TERMS];
    /** Σ |v||c|² and Σ |v||c|^8/8!. */
    private final double secondMoment;

    private final double eighthMoment;
    /** Up to this frequency the moments are enough. */
    private final double low;

    RaisedModulus(RaisedNodes nodes, double quadratureError, double logFall) {
        this.nodes = nodes;
        this.quadratureError = quadratureError;
        this.logFall = logFall;
        mass = new double[nodes.size];
        moment = new double[nodes.size];
        double second = 0;
        double eighth = 0;
        for (int j = 0; j < nodes.size; j++) {
            double re = nodes.massReal[j];
            double im = nodes.massImaginary[j];
            double x = nodes.pointReal[j];
            double y = nodes.pointImaginary[j];
            double square = x * x + y * y;
            mass[j] = Math.sqrt(re * re + im * im);
            moment[j] = mass[j] * square;
            second += moment[j];
            eighth += moment[j] * square * square * square;
            for (int k = 0; k < TERMS; k++) {
                double next = re * x - im * y;
                im = re * y + im * x;
                re = next;
                momentReal[k] += re;
                momentImaginary[k] += im;
            }
        }
        double factorial = 1;
        for (int k = 0; k < TERMS; k++) {
            factorial *= k + 1;
            momentReal[k] /= factorial;
            momentImaginary[k] /= factorial;
        }
        secondMoment = 1.001 * second;
        eighthMoment = 1.001 * eighth / FACTORIAL_8;
        double wide = LEFT_OUT * momentReal[1] / eighthMoment;
        low = wide > 0 ? Math.cbrt(Math.sqrt(wide)) : 0;
    }

    /** From the moments, by Horner's rule in iω. */
    private Rung atLow(double omega) {
        double re = 0;
        double im = 0;
        for (int k = TERMS - 1; k >= 0; k--) {
            double next = -omega * (momentImaginary[k] + im);
            im = omega * (momentReal[k] + re);
            re = next;
        }
        double fourth = omega * omega * omega * omega;
        double error = error(omega) + eighthMoment * fourth * fourth;
        return new Rung(log(re, im, error), secondMoment, error, Double.POSITIVE_INFINITY);
    }

    /** What φ can differ from the sum by. */
    private double error(double omega) {
        return quadratureError
                + nodes.droppedError
                + omega * (nodes.slopeError + (2 * nodes.size + 64) * nodes.spreadError);
    }

    private static double log(double re, double im, double error) {
        double change = re * (2 + re) + im * im + 2 * error * (1 + 2 * error);
        return change > -0.5
                ? 0.5 * NearZero.log1p(Math.min(0, change))
                : Math.log(Math.sqrt((1 + re) * (1 + re) + im * im) + error);
    }

    @Override
    public Rung at(double omega) {
        if (omega <= low) {
            return atLow(omega);
        }
        double re = 0;
        double im = 0;
        double bend = 0;
        double beyond = 0;
        for (int j = 0; j < nodes.size; j++) {
            double z = omega * nodes.pointImaginary[j];
            double factor;
            double damping;
            if (z > 0.5) {
                factor = Math.exp(-z);
                damping = factor - 1;
            } else {
                damping = NearZero.expm1(-z);
                factor = 1 + damping;
            }
            double half = 0.5 * omega * nodes.pointReal[j];
            double sine = Math.sin(half);
            double x = damping - factor * 2 * sine * sine;
            double y = factor * 2 * sine * Math.cos(half);
            re += nodes.massReal[j] * x - nodes.massImaginary[j] * y;
            im += nodes.massReal[j] * y + nodes.massImaginary[j] * x;
            bend += moment[j] * factor;
            // At least e^{−0.999·z}: e^y ≤ 1 + y + y² for 0 ≤ y ≤ 1.
            beyond += mass[j] * (z < 600 ? factor * (1 + 0.001 * z * (1 + 0.001 * z)) : Math.exp(-0.999 * z));
        }
        double logBeyond = Math.log(1.001 * beyond + 2 * quadratureError + nodes.droppedError);
        return new Rung(log(re, im, error(omega)), 1.001 * bend, error(omega), logBeyond);
    }

    @Override
    public double logFall() {
        return logFall;
    }
}
