package io.abacusdp.accounting.exact;

import io.abacusdp.accounting.numeric.RoundOff;

/**
 * What the weight of a cut takes away: E(1 − w) and E(1 − w)(Y − 1), with bounds on their errors.
 *
 * <p>Accuracy: as {@link AllocationNodes} says, |1 − w| ≤ min(A, 2) with A = e^{κ(x − c)}, so that the integrals along the edges have closed forms; 1 − w is
 * not small beyond the highest node, but there the normal law and that of Y are.
 */
record AllocationLoss(double mass, double massError, double excess, double excessError) {
    AllocationLoss(AllocationNodes nodes, double cut) {
        this(sums(nodes, cut));
    }

    private AllocationLoss(double[] sums) {
        this(sums[0], sums[1], sums[2], sums[3]);
    }

    private static double[] sums(AllocationNodes nodes, double cut) {
        double angle = nodes.slope * nodes.height;
        double cosine = Math.cos(angle);
        double sine = Math.sin(angle);
        double sum = 0;
        double sumExcess = 0;
        double error = 0;
        double errorExcess = 0;
        for (int l = 0; l < nodes.size; l++) {
            double exponent = Math.exp(nodes.slope * (nodes.x[l] - cut));
            double re = AllocationTransform.expm1Real(-exponent * cosine, -exponent * sine);
            double im = AllocationTransform.expm1Imaginary(-exponent * cosine, -exponent * sine);
            double mr = nodes.massReal[l];
            double mi = nodes.massImaginary[l];
            double lr = -(mr * re - mi * im);
            double li = -(mr * im + mi * re);
            sum += lr;
            sumExcess += lr * nodes.excessReal[l] - li * nodes.excessImaginary[l];
            double size = Math.sqrt(mr * mr + mi * mi) * Math.min(exponent, 2);
            // Where the weight is e^{−A} with A large, its own error is as small as it is itself: A·e^{−A} is below 1.
            double rounding = 3 * nodes.x[l] * nodes.x[l]
                    + nodes.slope * 6 * (Math.abs(nodes.x[l]) + Math.abs(cut))
                    + 64
                    + nodes.size;
            error += size * rounding;
            errorExcess += size * (1 + nodes.modulus[l]) * (rounding + nodes.roundings[l]);
        }
        double leak = Math.exp(AllocationNodes.logLeak(nodes.slope, cut));
        double leakOfRatio = leak * Math.exp(nodes.slope / nodes.sigma);
        double edges = 2 * nodes.spacingError();
        double beyond = 8 * nodes.outside();
        double below = leak * 1e-18;
        return new double[] {
            sum,
            RoundOff.UNIT * error + edges * leak + beyond + below,
            sumExcess,
            RoundOff.UNIT * errorExcess + edges * (leak + leakOfRatio) + beyond + below
        };
    }
}
