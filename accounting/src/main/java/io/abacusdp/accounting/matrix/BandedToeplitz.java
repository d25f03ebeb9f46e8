package io.abacusdp.accounting.matrix;

import io.abacusdp.accounting.event.CorrelatedNoise;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Iterator;

/**
 * The banded lower-triangular Toeplitz matrix with the least noise on prefix sums.
 *
 * <p>Formula: least F(c) = log Σ_j w_j·b_j² + log Σ_j c_j² over c_1, …, c_{b−1}, with c_0 = 1 and b as in {@link PrefixSums}: the square of the error times
 * that of a column's norm, which is the sensitivity of a record whose steps are at least b apart, but for a factor that does not depend on c. With g the
 * coefficients of C^{-1} and h those of C^{-1}·A·C^{-1}: ∂b_j/∂c_m = −h_{j−m}. Minimised by limited-memory BFGS from the square root's coefficients, with exact
 * gradients, O(steps·bands) each.
 *
 * <p>Source: Choquette-Choo et al. 2023, arXiv:2306.08153, for banded matrices; Nocedal and Wright, Numerical Optimization, chapter 7, for the search.
 *
 * <p>Accuracy: errors to 1e-9 relative against frontier-mm.csv; the optimum is flat, and single coefficients are good to about 1e-5. A result that is not
 * the best is one with more noise, and its error and sensitivity are those of the coefficients themselves: privacy never rests on the search.
 *
 * <p>Limits: one band is the identity. Toeplitz matrices are not the best of all matrices.
 */
public final class BandedToeplitz {
    private static final int MOST_ITERATIONS = 500;
    private static final int MEMORY = 12;
    private static final double GRADIENT = 1e-8;

    private final double[] weights;

    private BandedToeplitz(double[] weights) {
        this.weights = weights;
    }

    /**
     * The coefficients with the least mean variance of all sums, the first 1, not negative, none above the one before.
     *
     * @param bands from 1 to steps
     */
    public static double[] leastMean(int bands, int steps) {
        return new BandedToeplitz(PrefixSums.meanWeights(steps)).search(bands);
    }

    /** The coefficients with the least variance of the last sum, as {@link #leastMean}. */
    public static double[] leastLargest(int bands, int steps) {
        return new BandedToeplitz(PrefixSums.equalWeights(steps)).search(bands);
    }

    private double[] search(int bands) {
        if (bands < 1 || bands > weights.length) {
            throw new IllegalArgumentException(
                    "bands must be from 1 to the number of steps, %d, got %d".formatted(weights.length, bands));
        }
        double[] c = CorrelatedNoise.squareRoot(bands).stream()
                .mapToDouble(Double::doubleValue)
                .toArray();
        double[] gradient = new double[bands];
        double value = value(c, gradient);
        Deque<double[][]> pairs = new ArrayDeque<>();
        for (int i = 0; i < MOST_ITERATIONS && norm(gradient) > GRADIENT; i++) {
            double[] direction = direction(gradient, pairs);
            double slope = dot(direction, gradient);
            double[] next = c.clone();
            double[] nextGradient = new double[bands];
            double length = 1;
            double nextValue = Double.POSITIVE_INFINITY;
            for (int halvings = 0; halvings < 40; halvings++, length /= 2) {
                for (int m = 0; m < bands; m++) {
                    next[m] = c[m] + length * direction[m];
                }
                nextValue = value(next, nextGradient);
                if (nextValue <= value + 1e-4 * length * slope) {
                    break;
                }
            }
            if (!(nextValue < value)) {
                break;
            }
            double[] moved = minus(next, c);
            double[] bent = minus(nextGradient, gradient);
            if (dot(moved, bent) > 1e-300) {
                pairs.addFirst(new double[][] {moved, bent});
                if (pairs.size() > MEMORY) {
                    pairs.removeLast();
                }
            }
            c = next;
            gradient = nextGradient;
            value = nextValue;
        }
        return falling(c);
    }

    /** F, and its gradient, whose first entry is 0. */
    private double value(double[] c, double[] gradient) {
        double[] b = PrefixSums.inverse(c, weights.length);
        double[] h = PrefixSums.divided(b, c);
        double error = PrefixSums.weighted(b, weights);
        double square = dot(c, c);
        for (int m = 1; m < c.length; m++) {
            double sum = 0;
            for (int j = m; j < b.length; j++) {
                sum += weights[j] * b[j] * h[j - m];
            }
            gradient[m] = -2 * sum / error + 2 * c[m] / square;
        }
        return Math.log(error) + Math.log(square);
    }

    /** Two loops over what the last steps said of the curvature. */
    private static double[] direction(double[] gradient, Deque<double[][]> pairs) {
        double[] q = gradient.clone();
        double[] alphas = new double[pairs.size()];
        int i = 0;
        for (double[][] pair : pairs) {
            alphas[i] = dot(pair[0], q) / dot(pair[0], pair[1]);
            add(q, -alphas[i], pair[1]);
            i++;
        }
        double scale = pairs.isEmpty()
                ? 0.1
                : dot(pairs.getFirst()[0], pairs.getFirst()[1]) / dot(pairs.getFirst()[1], pairs.getFirst()[1]);
        for (int m = 0; m < q.length; m++) {
            q[m] *= -scale;
        }
        Iterator<double[][]> oldest = pairs.descendingIterator();
        while (oldest.hasNext()) {
            double[][] pair = oldest.next();
            i--;
            double beta = dot(pair[1], q) / dot(pair[0], pair[1]);
            add(q, -alphas[i] - beta, pair[0]);
        }
        return q;
    }

    /** As the sensitivity's formula has it; the optimum is so by itself but for rounding. */
    private static double[] falling(double[] c) {
        double[] falling = c.clone();
        for (int m = 1; m < c.length; m++) {
            falling[m] = Math.max(0, Math.min(falling[m - 1], c[m]));
        }
        return falling;
    }

    private static double[] minus(double[] one, double[] other) {
        double[] difference = one.clone();
        add(difference, -1, other);
        return difference;
    }

    private static void add(double[] to, double factor, double[] some) {
        for (int i = 0; i < to.length; i++) {
            to[i] += factor * some[i];
        }
    }

    private static double norm(double[] some) {
        return Math.sqrt(dot(some, some));
    }

    static double dot(double[] one, double[] other) {
        double sum = 0;
        for (int i = 0; i < one.length; i++) {
            sum += one[i] * other[i];
        }
        return sum;
    }
}
