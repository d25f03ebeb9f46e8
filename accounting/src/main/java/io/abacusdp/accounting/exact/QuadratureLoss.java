package io.abacusdp.accounting.exact;

import io.abacusdp.accounting.numeric.Cumulants;

/**
 * A mechanism whose moments are found by quadrature. With R the ratio of the laws and B the base:
 *
 * <ul>
 *   <li>base Q: L = log R, E_P[e^{zL}] = E_B[R^{z+1}], the exponent is a = t + 1, and rises with t;
 *   <li>base P: L = −log R, E_P[e^{zL}] = E_B[R^{−z}], the exponent is a = −t, and falls with t.
 * </ul>
 *
 * @param quadrature shared by both directions
 * @param sign +1 if the base is Q, −1 if it is P
 * @param count how often it was run
 */
record QuadratureLoss(Quadrature quadrature, int sign, double count) implements MechanismLoss {
    private static final double MOST_GROWTH = 12;

    /** A mechanism run once must by itself have the accuracy that others have to the power of their counts. */
    private double coarseAccuracy() {
        return count > 1 ? 30 : 46;
    }

    /** Round-off is multiplied by the count: the more runs, the less may a path off the real line add to it. */
    private double mostGrowth() {
        return count < 10_000 ? 4 : 1;
    }

    /** Less growth takes more nodes. */
    private double leastGrowth() {
        return count < 1e9 ? 4 : 1;
    }

    private double exponent(double t) {
        return sign > 0 ? t + 1 : -t;
    }

    @Override
    public Cumulants cumulants(double t) {
        Cumulants tilted = quadrature.cumulants(exponent(t), coarseAccuracy());
        return new Cumulants(tilted.value(), sign * tilted.mean(), tilted.variance());
    }

    /**
     * A sum errs by 2e^{−e} by its spacing and by (1 + width/σ)·e^{−e} by its range, relative to the larger of one and the moment
     * ({@link Quadrature}, {@link Ratio#low}). The moment is formed as 1 + E_B[R^a − 1 − a(R − 1)] from three such sums, the last
     * of them times a: (2 + |a|)·(3 + width/σ)·e^{−e}. Where 0 &lt; a &lt; 1 the moment itself may be less than one, by its deficit.
     */
    @Override
    public double cumulantError(double t) {
        double a = exponent(t);
        QuadratureLattice lattice = quadrature.coarse(a, coarseAccuracy());
        double width = (lattice.high - lattice.low) / quadrature.ratio().sigma();
        return count * (1 + Math.abs(a)) * (6 + 2 * width) * Math.exp(quadrature.deficit(a) - coarseAccuracy());
    }

    @Override
    public TiltedLaw tilt(double t, double omega, double e) {
        double a = exponent(t);
        double accuracy = e + Math.log(count);
        double error = Math.exp(-accuracy);
        if (quadrature.isBetterRaised(a, omega, accuracy, mostGrowth())) {
            QuadratureTilted onRealLine = new QuadratureTilted(quadrature.fine(a, 0, accuracy), a, sign, error);
            return new RaisedTilted(
                    onRealLine, quadrature.ratio(), quadrature.raised(a, accuracy, mostGrowth()), a, sign, error);
        }
        return new QuadratureTilted(quadrature.fine(a, omega, accuracy), a, sign, error);
    }

    /**
     * The height that is best for a loss that is linear in x, whose growth then is as large as the exponent; not much less, as nodes get
     * many, nor so much that round-off counts. Errors of log|φ| are to be a small part of one over the count, and smaller than what
     * is to be reached. Norm and mean are those of {@link #cumulants}, with round-off as in {@link ComposedLoss#slack}.
     */
    @Override
    public Modulus modulus(double t, double exponent) {
        double a = exponent(t);
        double growth = Math.min(Math.max(exponent, leastGrowth()), MOST_GROWTH);
        double accuracy = Math.log(count) + 2.5 + exponent;
        double error = Math.exp(-accuracy);
        Cumulants cumulants = cumulants(t);
        double logError = cumulantError(t) / count + 4e-11 * Math.abs(cumulants.value());
        RaisedNodes nodes = new RaisedNodes(
                quadrature.ratio(),
                quadrature.raised(a, accuracy, growth),
                a,
                cumulants.value(),
                logError,
                sign * cumulants.mean(),
                error);
        return new RaisedModulus(nodes, error, quadrature.ratio().logFall(a));
    }
}
