package io.abacusdp.accounting.numeric;

import java.util.Arrays;

/** Arithmetic on costs, which are never negative: the result is never below the exact one. */
public final class RoundedUp {
    private RoundedUp() {}

    /**
     * An upper bound on the sum, within (n + 1)·2^−52 relative and n·2^−1074 absolute of it, that does not depend on
     * the order of the values.
     *
     * @param values not negative and not NaN; the array is left as it is
     */
    public static double sum(double... values) {
        double[] sorted = values.clone();
        Arrays.sort(sorted);
        double sum = 0;
        for (double value : sorted) {
            if (check(value) > 0) {
                sum = sum == 0 ? value : Math.nextUp(sum + value);
            }
        }
        return sum;
    }

    /**
     * The least double that is not below the product of two numbers that are not negative, or its upper neighbour if the
     * product is tiny; zero times infinity is zero.
     */
    public static double product(double a, double b) {
        if (Math.min(check(a), check(b)) == 0) {
            return 0;
        }
        double product = a * b;
        // The rounding error is itself a double, unless the product is so small that the error would underflow.
        boolean exact = product > 1e-290 && Math.fma(a, b, -product) <= 0;
        return exact ? product : Math.nextUp(product);
    }

    private static double check(double cost) {
        if (cost >= 0) {
            return cost;
        }
        throw new IllegalArgumentException("a cost must be at least 0, got " + cost);
    }
}
