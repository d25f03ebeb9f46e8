package io.abacusdp.accounting.rdp;

import io.abacusdp.accounting.numeric.RoundedUp;
import java.util.Arrays;
import java.util.List;

/**
 * What a mechanism loses: with probability delta everything, otherwise what the curve bounds.
 *
 * @param curve of the Rényi divergence
 * @param delta kept apart, in [0, 1]
 * @param corners orders at which the curve has a corner or ends, where a minimum may hide from a search
 */
record RdpLoss(RdpCurve curve, double delta, List<Double> corners) {
    private static final int MAX_CORNERS = 200;

    static final RdpLoss NOTHING = of(order -> 0);
    static final RdpLoss EVERYTHING = of(order -> Double.POSITIVE_INFINITY);

    static RdpLoss of(RdpCurve curve) {
        return new RdpLoss(curve, 0, List.of());
    }

    RdpLoss withCorners(List<Double> orders) {
        return new RdpLoss(curve, delta, orders);
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
        double delta = failure == 0 ? 0 : Math.min(1, Math.nextUp(-Math.expm1(-failure)));
        List<Double> corners = Arrays.stream(losses)
                .flatMap(loss -> loss.corners.stream())
                .distinct()
                .sorted()
                .toList();
        // Too many to try each: the greatest, where curves end, matter most.
        int from = Math.max(0, corners.size() - MAX_CORNERS);
        return new RdpLoss(curve, delta, corners.subList(from, corners.size()));
    }

    /** −log(1 − δ), so that rates of independent failures add up. */
    private static double failureRate(double delta) {
        return delta == 0 ? 0 : Math.nextUp(-Math.log1p(-delta));
    }
}
