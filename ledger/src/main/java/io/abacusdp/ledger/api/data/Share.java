package io.abacusdp.ledger.api.data;

import io.abacusdp.accounting.filter.Limit;
import io.abacusdp.accounting.filter.RenyiCost;

/**
 * What part of a limit a cost takes. Costs at all orders are scaled alike, so that n equal costs take n times the part of one,
 * which epsilons do not. It decides who comes first and what waits, never whether something fits the limit itself.
 *
 * <p>Formula: the least f for which the limit admits cost/f.
 *
 * <p>Source: the dominant share of a Rényi demand, arXiv:2106.15335 section 5, with the order at which the limit binds.
 *
 * <p>Accuracy: relative 1e-9, rounded up.
 */
public final class Share {
    private static final double MOST = 0x1p40;

    private Share() {}

    /** The part; infinite if the limit admits no fraction of the cost that can be told. */
    public static double of(Limit limit, RenyiCost cost) {
        if (cost.equals(RenyiCost.ZERO)) {
            return 0;
        }
        if (!limit.admits(scaled(cost, MOST))) {
            return Double.POSITIVE_INFINITY;
        }
        double fits = MOST;
        double least = 1 / MOST;
        while (fits > least * (1 + 1e-9)) {
            double middle = Math.sqrt(fits * least);
            if (limit.admits(scaled(cost, middle))) {
                fits = middle;
            } else {
                least = middle;
            }
        }
        return fits;
    }

    /** The cost divided by the part, rounded up; infinite where it is too large. */
    static RenyiCost scaled(RenyiCost cost, double part) {
        long[] units = cost.units();
        for (int i = 0; i < units.length; i++) {
            if (units[i] != 0 && units[i] != Long.MAX_VALUE) {
                double scaled = Math.ceil(units[i] / part);
                units[i] = scaled < 0x1p62 ? (long) scaled : Long.MAX_VALUE;
            }
        }
        return RenyiCost.ofUnits(units);
    }
}
