package io.abacusdp.accounting.exact;

/**
 * The tilted law of a mechanism, its characteristic function by the trapezoidal rule on a line Im x = y above the real one.
 *
 * <p>Formula: φ(ω) − 1 = ∫ v(x)·(e^{iωc(x)} − 1) dx with the tilted density v and c = log R − centre is not changed by taking
 * the integral along x + iy instead. There |e^{iωc}| = e^{−ω·arg R} ≤ 1 for every ω ≥ 0: where the loss is steep, and the
 * integrand on the real line would turn fast, it is damped away. So the spacing does not depend on the frequency
 * ({@link Quadrature#raised}). For L = −log R the values are the conjugates.
 *
 * <p>Accuracy: norm e^K and mean are those of the law on the real line, which has its own lattice. A sum over the nodes errs
 * as {@link RaisedNodes} says, and by the round-off of the sums ({@link DampedSums}).
 */
final class RaisedTilted implements TiltedLaw {
    private final QuadratureTilted onRealLine;
    private final int sign;
    private final RaisedNodes nodes;
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
        nodes = new RaisedNodes(ratio, lattice, a, onRealLine.log(), onRealLine.logError(), centre, quadratureError);
        // As much again as by quadrature may be omitted of sums.
        constantError = 2 * quadratureError + nodes.droppedError;
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
        return nodes.size;
    }

    @Override
    public void addLogCharacteristic(
            double count, double step, int n, double[] real, double[] imaginary, double[] errors) {
        DampedSums sums = new DampedSums(
                nodes.massReal,
                nodes.massImaginary,
                nodes.pointReal,
                nodes.pointImaginary,
                nodes.size,
                step,
                n,
                nodes.negligible);
        errors[0] += count * constantError;
        for (int k = 1; k <= n; k++) {
            double error = nodes.slopeError * k * step + nodes.spreadError * sums.roundings[k] + constantError;
            QuadratureTilted.addLog(count, sums.real[k], sign * sums.imaginary[k], error, k, real, imaginary, errors);
        }
    }
}
