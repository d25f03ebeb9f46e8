package io.abacusdp.accounting.exact;

import io.abacusdp.accounting.numeric.RoundOff;

/**
 * The nodes of a tilted law on a line Im x = y above the real one: masses v_j and losses c_j = log R − centre, both complex.
 *
 * <p>Accuracy: norm e^K and centre are given. In units of 2^−53, with d_j the error of log R and log dB/dN at a node, and those of
 * v_j, relative, b_j = 6·((x² + y²)/2σ² + |log(spacing/σ√2π)| + |log dB/dN| + |K|) + 12 and m_j = (1 + |a|)·d_j + 4|a·log R_j|, a sum
 * Σ v_j·(e^{iωc_j} − 1) errs by at most ω·Σ |v_j|·((b_j + m_j)·|c_j| + d_j), and by ω·Σ |v_j||c_j| times the error of K, as
 * |e^{iωc} − 1| ≤ ω|c|. Six parts of an exponent are the roundings of its square and of the sum of its parts; the nodes themselves
 * are exact. Nodes dropped for their small mass add twice that mass.
 */
final class RaisedNodes {
    final int size;
    final double[] massReal;
    final double[] massImaginary;
    final double[] pointReal;
    /** The argument of R, which is positive. */
    final double[] pointImaginary;
    /** What was allowed to be dropped of each node. */
    final double negligible;
    /** Bound on the error of a sum for each unit of ω. */
    final double slopeError;
    /** The same for each rounding of the sum, u·Σ |v||c|. */
    final double spreadError;
    /** Twice the mass that was dropped. */
    final double droppedError;

    /**
     * The nodes.
     *
     * @param log K
     * @param logError bound on its error
     * @param quadratureError of φ, by spacing and by range
     */
    RaisedNodes(
            Ratio ratio,
            RaisedLattice lattice,
            double a,
            double log,
            double logError,
            double centre,
            double quadratureError) {
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
        slopeError = RoundOff.UNIT * slope + logError * spread;
        spreadError = RoundOff.UNIT * spread;
        droppedError = 2 * dropped;
    }
}
