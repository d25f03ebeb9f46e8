package io.abacusdp.accounting.pair;

import io.abacusdp.accounting.numeric.RoundOff;
import java.util.Arrays;

/**
 * How often a record is among a number of independent draws: Binomial(m, p), with masses whose sums from any number on are nowhere below
 * those of the law, and others whose sums are nowhere above.
 *
 * <p>Formula: each mass from the one before by its ratio, the first being e^{m·log(1 − p)}. The masses left out sum to at most a geometric
 * series, as ratios fall.
 */
final class BinomialDraws {
    private static final int MOST = 2000;

    private final double[] mass;
    private final double slack;
    private final double rest;

    /**
     * The law.
     *
     * @param rare masses are left out where they and all after them sum to less
     */
    BinomialDraws(long draws, double p, double rare) {
        double odds = p / (1 - p);
        double[] found = new double[(int) Math.min(draws, MOST) + 1];
        double logNone = p == 1 ? Double.NEGATIVE_INFINITY : draws * Math.log1p(-p);
        if (!(logNone > -600)) {
            throw new ArithmeticException("a record is drawn too often for a table");
        }
        found[0] = Math.exp(logNone);
        int size = 1;
        double left = 0;
        for (; size < found.length; size++) {
            double ratio = (draws - size + 1.0) / size * odds;
            found[size] = found[size - 1] * ratio;
            double next = (draws - size) / (size + 1.0) * odds;
            left = next < 1 ? found[size] * next / (1 - next) : Double.POSITIVE_INFINITY;
            if (left <= rare) {
                size++;
                break;
            }
        }
        if (size - 1 < draws && !(left <= rare)) {
            throw new ArithmeticException("a record is drawn too often for a table");
        }
        mass = Arrays.copyOf(found, size);
        slack = 4 * RoundOff.UNIT * (16 + 4 * size - logNone + draws * p);
        rest = size - 1 < draws ? left * (1 + 2 * slack) + Double.MIN_NORMAL : 0;
    }

    /** Masses of at least as many draws; with {@link #rest} they sum to at least 1. */
    double[] above() {
        return shifted(1 + slack, Double.MIN_NORMAL);
    }

    /** Masses of at most as many draws. */
    double[] below() {
        return shifted(1 - slack, 0);
    }

    /** Bound on the masses that are left out. */
    double rest() {
        return rest;
    }

    private double[] shifted(double factor, double extra) {
        double[] result = mass.clone();
        double others = 0;
        for (int j = 1; j < result.length; j++) {
            result[j] = result[j] * factor + extra;
            others += result[j];
        }
        result[0] = Math.max(0, 1 - others);
        return result;
    }
}
