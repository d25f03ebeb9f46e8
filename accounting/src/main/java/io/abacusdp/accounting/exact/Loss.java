package io.abacusdp.accounting.exact;

import java.util.List;

/** The privacy loss of a composition in one direction, for one query by one thread: its moments at real tilts. */
record Loss(List<Factor> factors) {
    Moments moments(double t) {
        Moments sum = Moments.ZERO;
        for (Factor factor : factors) {
            sum = sum.plus(factor.count(), factor.moments(t));
        }
        return sum;
    }

    /** A bound, with much room, on the error of the logarithm of M(t) as the moments give it. */
    double slack(double log, double t) {
        double runs = 0;
        for (Factor factor : factors) {
            runs += factor.count();
        }
        return 0.01 + 1e-6 * Math.abs(log) + 1e-12 * (1 + Math.abs(t)) * runs;
    }
}
