package io.abacusdp.accounting.rdp;

import io.abacusdp.accounting.numeric.RoundedUp;

/**
 * What a mechanism loses: with probability delta everything, otherwise what the curve bounds.
 *
 * @param curve of the Rényi divergence
 * @param delta kept apart, in [0, 1]
 */
record RdpLoss(RdpCurve curve, double delta) {
    static final RdpLoss NOTHING = new RdpLoss(order -> 0, 0);
    static final RdpLoss EVERYTHING = new RdpLoss(order -> Double.POSITIVE_INFINITY, 0);

    static RdpLoss of(RdpCurve curve) {
        return new RdpLoss(curve, 0);
    }

    /** The loss of all of them, each so many times: curves add up, and one failure among all is enough. */
    static RdpLoss sum(RdpLoss[] losses, long[] counts) {
        RdpCurve curve = order -> {
            double[] costs = new double[losses.length];
            for (int i = 0; i < losses.length; i++) {
                costs[i] = RoundedUp.product(counts[i], losses[i].curve.at(order));
            }
            return RoundedUp.sum(costs);
        };
        double[] failures = new double[losses.length];
        for (int i = 0; i < losses.length; i++) {
            failures[i] = RoundedUp.product(counts[i], failureRate(losses[i].delta));
        }
        double failure = RoundedUp.sum(failures);
        return new RdpLoss(curve, failure == 0 ? 0 : Math.min(1, Math.nextUp(-Math.expm1(-failure))));
    }

    /** −log(1 − δ), so that rates of independent failures add up. */
    private static double failureRate(double delta) {
        return delta == 0 ? 0 : Math.nextUp(-Math.log1p(-delta));
    }
}
