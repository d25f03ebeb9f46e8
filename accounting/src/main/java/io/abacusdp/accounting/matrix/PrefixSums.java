package io.abacusdp.accounting.matrix;

import java.util.Arrays;

/**
 * Noise on the sums of the first 1, 2, …, n steps, if a matrix mechanism releases them with a lower-triangular Toeplitz matrix C. A model after t
 * steps of plain gradient descent at a constant rate is such a sum.
 *
 * <p>Formula: with A all ones on and below the diagonal, the release A·C^{-1}(Cx + z) has noise A·C^{-1}z on its sums. A·C^{-1} is Toeplitz too;
 * its coefficients follow from Σ_j c_j·b_{t−j} = 1. Sum t has variance σ_z²·Σ_{j≤t} b_j², so that
 *
 * <ul>
 *   <li>the largest standard deviation is σ_z·√(Σ_j b_j²),
 *   <li>the root of the mean variance is σ_z·√(Σ_j (n − j)·b_j²/n).
 * </ul>
 *
 * <p>σ_z is noise multiplier times sensitivity of C, so that only the product with that sensitivity says which matrix is better. Momentum, and learning
 * rates that change, are other sums of the same releases: privacy is not touched by them, and the figures here are not theirs.
 *
 * <p>Source: arXiv:2202.08312 (factorisations); arXiv:2306.08153 (banded ones).
 *
 * <p>Accuracy: 1e-12 relative against frontier-mm.csv.
 */
public final class PrefixSums {
    private PrefixSums() {}

    /** √(Σ_j (n − j)·b_j²/n): the root of the mean variance over all sums, for z of variance 1. */
    public static double rootMeanSquare(double[] coefficients, int steps) {
        return Math.sqrt(weighted(inverse(coefficients, steps), meanWeights(steps)));
    }

    /** As the other, by buffers: O(steps) whatever the number of coefficients. */
    public static double rootMeanSquare(BufferedLinear matrix, int steps) {
        return Math.sqrt(weighted(matrix.inverse(steps), meanWeights(steps)));
    }

    /** √(Σ_j b_j²): the standard deviation of the last sum, which is the largest, for z of variance 1. */
    public static double largest(double[] coefficients, int steps) {
        return Math.sqrt(weighted(inverse(coefficients, steps), equalWeights(steps)));
    }

    /** The same root of the mean variance for independent noise, √((n + 1)/2). */
    public static double independentRootMeanSquare(long steps) {
        return Math.sqrt((steps + 1) / 2.0);
    }

    /**
     * The same for a binary tree of which a sum takes the fewest nodes: a sum of t steps has as many as t has ones in binary.
     *
     * @param steps at least 1
     */
    public static double treeRootMeanSquare(long steps) {
        double ones = 0;
        for (long t = 1; t <= steps; t++) {
            ones += Long.bitCount(t);
        }
        return Math.sqrt(ones / steps);
    }

    /** The coefficients of A·C^{-1}. */
    static double[] inverse(double[] c, int steps) {
        double[] ones = new double[steps];
        Arrays.fill(ones, 1);
        return divided(ones, c);
    }

    /** The coefficients of the Toeplitz matrix of some coefficients, times C^{-1}. */
    static double[] divided(double[] some, double[] c) {
        double[] quotient = new double[some.length];
        for (int i = 0; i < quotient.length; i++) {
            double sum = some[i];
            int last = Math.min(i, c.length - 1);
            for (int j = 1; j <= last; j++) {
                sum -= c[j] * quotient[i - j];
            }
            quotient[i] = sum / c[0];
        }
        return quotient;
    }

    /** (n − j)/n. */
    static double[] meanWeights(int steps) {
        double[] weights = new double[steps];
        Arrays.setAll(weights, j -> (steps - j) / (double) steps);
        return weights;
    }

    static double[] equalWeights(int steps) {
        double[] weights = new double[steps];
        Arrays.fill(weights, 1);
        return weights;
    }

    static double weighted(double[] b, double[] weights) {
        double sum = 0;
        for (int j = 0; j < b.length; j++) {
            sum += weights[j] * b[j] * b[j];
        }
        return sum;
    }
}
