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
 * <p>Falling: with λ = log R, φ(ω) = ∫ v·e^{iωλ} dx = (i/ω)·∫ (v/λ')'·e^{iωλ} dx, so that |φ(ω)| ≤ C/ω, C = ∫ |(v/λ')'| dx, which
 * {@link Ratio#logFall} bounds.
 *
 * <p>Accuracy: a sum of n nodes, each with sine, cosine and exponential, errs by n + 16 roundings of Σ |v_j|·ω|c_j|.
 */
final class RaisedModulus implements Modulus {
    private final RaisedNodes nodes;
    private final double quadratureError;
    private final double logFall;
    /** |v_j| and |v_j||c_j|². */
    private final double[] mass;

    private final double[] moment;

    RaisedModulus(RaisedNodes nodes, double quadratureError, double logFall) {
        this.nodes = nodes;
        this.quadratureError = quadratureError;
        this.logFall = logFall;
        mass = new double[nodes.size];
        moment = new double[nodes.size];
        for (int j = 0; j < nodes.size; j++) {
            double re = nodes.massReal[j];
            double im = nodes.massImaginary[j];
            double x = nodes.pointReal[j];
            double y = nodes.pointImaginary[j];
            mass[j] = Math.sqrt(re * re + im * im);
            moment[j] = mass[j] * (x * x + y * y);
        }
    }

    @Override
    public Rung at(double omega) {
        double re = 0;
        double im = 0;
        double bend = 0;
        double beyond = 0;
        for (int j = 0; j < nodes.size; j++) {
            double damping = NearZero.expm1(-omega * nodes.pointImaginary[j]);
            double factor = 1 + damping;
            double half = 0.5 * omega * nodes.pointReal[j];
            double sine = Math.sin(half);
            double x = damping - factor * 2 * sine * sine;
            double y = factor * 2 * sine * Math.cos(half);
            re += nodes.massReal[j] * x - nodes.massImaginary[j] * y;
            im += nodes.massReal[j] * y + nodes.massImaginary[j] * x;
            bend += moment[j] * factor;
            beyond += mass[j] * Math.exp(-0.999 * omega * nodes.pointImaginary[j]);
        }
        double error = quadratureError
                + nodes.droppedError
                + omega * (nodes.slopeError + (nodes.size + 16) * nodes.spreadError);
        double change = re * (2 + re) + im * im + 2 * error * (1 + 2 * error);
        double log = change > -0.5
                ? 0.5 * NearZero.log1p(Math.min(0, change))
                : Math.log(Math.sqrt((1 + re) * (1 + re) + im * im) + error);
        double logBeyond = Math.log(1.001 * beyond + 2 * quadratureError + nodes.droppedError);
        return new Rung(log, 1.001 * bend, error, logBeyond);
    }

    @Override
    public double logFall() {
        return logFall;
    }
}
