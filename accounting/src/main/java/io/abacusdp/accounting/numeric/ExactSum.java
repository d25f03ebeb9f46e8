package io.abacusdp.accounting.numeric;

import java.math.BigDecimal;

/**
 * A sum that is kept exactly and rounded up once, for limits at which something vanishes: the losses 1 and 2 add up to 3, and
 * not to the double above it. Not safe for use by several threads.
 */
public final class ExactSum {
    private BigDecimal sum = BigDecimal.ZERO;
    private boolean infinite;

    /** Adds a value that many times. */
    public void add(long count, double value) {
        if (Double.isInfinite(value)) {
            infinite = true;
        } else {
            sum = sum.add(new BigDecimal(value).multiply(BigDecimal.valueOf(count)));
        }
    }

    /** The least double that is not below the sum; +∞ if any value was infinite. */
    public double roundedUp() {
        return infinite ? Double.POSITIVE_INFINITY : roundedUp(sum);
    }

    /** The least double that is not below the number. */
    public static double roundedUp(BigDecimal exact) {
        double nearest = exact.doubleValue();
        return Double.isInfinite(nearest) || new BigDecimal(nearest).compareTo(exact) >= 0
                ? nearest
                : Math.nextUp(nearest);
    }
}
