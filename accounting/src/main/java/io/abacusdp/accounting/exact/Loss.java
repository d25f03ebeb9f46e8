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
}
