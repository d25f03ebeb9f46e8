package io.abacusdp.accounting.exact;

import io.abacusdp.accounting.numeric.RoundOff;

/**
 * The tilted law of a mechanism, its characteristic function by the trapezoidal rule on a line Im x = y above the real one.
 *
 * <p>Formula: φ(ω) − 1 = ∫ v(x)·(e^{iωc(x)} − 1) dx with the tilted density v and c = log R − centre is not changed by taking
 * the integral along x + iy instead. There |e^{iωc}| = e^{−ω·arg R} ≤ 1 for every ω ≥ 0: where the loss is steep, and the
 * integrand on the real line would turn fast, it is damped away. So the spacing does not depend on the frequency
 * ({@link Quadrature#raised}). For L = −log R the values are the conjugates.
 *
 * <p>Accuracy: norm e^K and mean are those of the law on the real line, which has its own lattice. A sum over the nodes errs
 * as that of {@link QuadratureTilted} does, with moduli in place of absolute values, and as |e^{iωc} − 1| ≤ ω|c|. In units of
 * 2^−53, with d_j the error of log R and log dB/dN at a node, and those of v_j, relative,
 * b_j = 6·((x² + y²)/2σ² + |log(spacing/σ√2π)| + |log dB/dN| + |K|) + 12 and m_j = (1 + |a|)·d_j + 4|a·log R_j|, φ errs by at most
 * ω·Σ |v_j|·((b_j + m_j)·|c_j| + d_j), and by ω·Σ |v_j||c_j| times the error of K. Six parts of an exponent are the roundings of
 * its square and of the sum of its parts; the nodes themselves are exact.
 */
final class RaisedTilted implements TiltedLaw {
    private final QuadratureTilted onRealLine;
    private final int sign;
    private final int size;
    private final double[] massReal;
    private final double[] massImaginary;
    private final double[] pointReal;
    private final double[] pointImaginary;
    private final double negligible;
    private final double slopeError;
    private final double spreadError;
    private final double constantError;

    /**
     * Tilts the law on the line.
     *
     * @param quadratureError of φ, by spacing and by range
     */
    RaisedTilted(
            QuadratureTilted onRealLine,
            Ratio ratio,
            RaisedLattice lattice,
            double a,
            int sign,
            double quadratureError) {
        this.onRealLine = onRealLine;
        this.sign = sign;
        double centre = sign * onRealLine.mean();
        double log = onRealLine.log();
        double square = 2 * ratio.sigma() * ratio.sigma();
        double constant = Math.log(lattice.spacing() / ratio.sigma()) - QuadratureLattice.LOG_SQRT_TWO_PI;
        double offset = constant - log;
        double y = lattice.height();
        int nodes = lattice.size();
        massReal = new double[nodes];
        massImaginary = new double[nodes];
        pointReal = new double[nodes];
        pointImaginary = new double[nodes];
        negligible = quadratureError / nodes;
        RaisedMixture raised = ratio.mixture().raised(y);
        double[] logs = new double[5];
        double dropped = 0;
        double slope = 0;
        double spread = 0;
        int kept = 0;
        for (int j = 0; j < nodes; j++) {
            double x = lattice.at(j);
            ratio.logs(raised, x, logs);
            double logModulus = offset + logs[2] + a * logs[0] - (x - y) * (x + y) / square;
            double modulus = Math.exp(logModulus);
            if (!(modulus > negligible)) {
                dropped += modulus;
                continue;
            }
            double phase = a * logs[1] + logs[3] - 2 * x * y / square;
            double c = logs[0] - centre;
            double distance = Math.sqrt(c * c + logs[1] * logs[1]);
            double base = (x * x + y * y) / square + Math.abs(constant) + Math.abs(logs[2]) + Math.abs(logs[3]);
            double roundings = 6 * (base + Math.abs(log))
                    + 12
                    + (1 + Math.abs(a)) * logs[4]
                    + 4 * Math.abs(a) * (Math.abs(logs[0]) + logs[1]);
            massReal[kept] = modulus * Math.cos(phase);
            massImaginary[kept] = modulus * Math.sin(phase);
            pointReal[kept] = c;
            pointImaginary[kept] = logs[1];
            slope += modulus * (roundings * distance + logs[4]);
            spread += modulus * distance;
            kept++;
        }
        size = kept;
        slopeError = RoundOff.UNIT * slope + onRealLine.logError() * spread;
        spreadError = RoundOff.UNIT * spread;
        // As much again as by quadrature may be omitted of sums.
        constantError = 2 * quadratureError + 2 * dropped;
    }

    @Override
    public double log() {
        return onRealLine.log();
    }

    @Override
    public double logError() {
        return onRealLine.logError();
    }

    @Override
    public double mean() {
        return onRealLine.mean();
    }

    @Override
    public int size() {
        return size;
    }

    @Override
    public void addLogCharacteristic(
            double count, double step, int n, double[] real, double[] imaginary, double[] errors) {
        DampedSums sums = new DampedSums(massReal, massImaginary, pointReal, pointImaginary, size, step, n, negligible);
        errors[0] += count * constantError;
        for (int k = 1; k <= n; k++) {
            double error = slopeError * k * step + spreadError * sums.roundings[k] + constantError;
            QuadratureTilted.addLog(count, sums.real[k], sign * sums.imaginary[k], error, k, real, imaginary, errors);
        }
    }
}
