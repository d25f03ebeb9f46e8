package io.abacusdp.accounting.event;

import java.util.List;

/**
 * A matrix mechanism with a lower-triangular Toeplitz matrix C: all rows of Cx + z are released one after the other, x_i the clipped sum of step
 * i, z Gaussian. Banded matrices and buffered linear Toeplitz ('BLT') matrices are of this kind.
 *
 * <p>Formula: a record is in at most k steps, any two of them at least b apart. With coefficients that are not negative and do not rise, the worst such
 * steps are 0, b, …, (k − 1)b, and ‖C(x − x')‖² ≤ Σ_i (Σ_{j&lt;k} c_{i−jb})² over the steps i; attained. The release is one Gaussian of noise
 * multiplier noiseMultiplier over the root of that, also if x is chosen in view of earlier rows.
 *
 * <p>Source: arXiv:2405.13763, theorem 2 (worst steps); Denisov et al. 2022, arXiv:2202.08312 (adaptivity).
 *
 * @param noiseMultiplier standard deviation of each coordinate of z in units of the clipping norm, positive: C and z scaled alike are the same
 * @param coefficients of the first column of C: the first positive, none negative, none above the one before; what is not listed is 0
 * @param steps rows of C, from 1 to 2^24
 * @param participations k, at least 1
 * @param separation b, at least 1
 */
public record CorrelatedNoise(
        double noiseMultiplier, List<Double> coefficients, long steps, long participations, long separation)
        implements DpEvent {
    private static final long MAX_STEPS = 1 << 24;
    private static final double MAX_WORK = 1 << 26;

    public CorrelatedNoise {
        Require.positive("noise_multiplier", noiseMultiplier, "use non_private for a release without noise");
        coefficients = Require.list("coefficients", coefficients);
        Require.count("steps", steps, 1);
        Require.that(steps <= MAX_STEPS, "steps", "must be at most 2^24, got " + steps);
        Require.count("participations", participations, 1);
        Require.count("separation", separation, 1);
        Require.that(!coefficients.isEmpty(), "coefficients", "must hold at least one coefficient, got none");
        Require.that(
                coefficients.size() <= steps,
                "coefficients",
                "must be at most as many as steps, %d, got %d".formatted(steps, coefficients.size()));
        Require.that(coefficients.get(0) > 0, "coefficients[0]", "must be above 0, got " + coefficients.get(0));
        double work = steps * overlaps(participations, separation, coefficients.size());
        Require.that(
                work <= MAX_WORK, "separation", "must leave at most 2^26 products of coefficients to add, got " + work);
        for (int i = 0; i < coefficients.size(); i++) {
            double c = coefficients.get(i);
            Require.nonNegative("coefficients[" + i + "]", c);
            Require.that(
                    i == 0 || c <= coefficients.get(i - 1),
                    "coefficients[" + i + "]",
                    "must not be above the one before it, got " + c);
        }
    }

    /**
     * The coefficients 1 and Σ_d ω_d·λ_d^{i−1} of a buffered linear Toeplitz matrix.
     *
     * <p>Source: arXiv:2404.16706.
     *
     * @param omegas not negative, with a sum of at most 1
     * @param lambdas one for each of them, in (0, 1)
     */
    public static List<Double> bufferedLinear(List<Double> omegas, List<Double> lambdas, int steps) {
        double[] buffers = omegas.stream().mapToDouble(Double::doubleValue).toArray();
        Double[] coefficients = new Double[steps];
        coefficients[0] = 1.0;
        for (int i = 1; i < steps; i++) {
            double sum = 0;
            for (int d = 0; d < buffers.length; d++) {
                sum += buffers[d];
                buffers[d] *= lambdas.get(d);
            }
            // Sums of falling terms: what rises does so by rounding only.
            coefficients[i] = Math.min(sum, coefficients[i - 1]);
        }
        return List.of(coefficients);
    }

    /** The coefficients of the square root of the matrix of all prefix sums, the first so many of them: C(2i, i)/4^i. */
    public static List<Double> squareRoot(int bands) {
        Double[] coefficients = new Double[bands];
        coefficients[0] = 1.0;
        for (int i = 1; i < bands; i++) {
            coefficients[i] = coefficients[i - 1] * (2.0 * i - 1) / (2.0 * i);
        }
        return List.of(coefficients);
    }

    /** How many of a record's columns a row can have a part of. */
    private static double overlaps(long participations, long separation, int bands) {
        return Math.min(participations, (double) bands / separation + 1);
    }

    /** The root of the formula above, rounded up. Coefficients count relative to the first, whose square may leave the range of a double. */
    public double sensitivity() {
        int bands = coefficients.size();
        double first = coefficients.get(0);
        double squares = 0;
        for (long i = 0; i < steps; i++) {
            double sum = 0;
            // The j for which i − jb is in [0, bands).
            long from = i < bands ? 0 : (i - bands) / separation + 1;
            for (long j = from; j < participations && j * separation <= i; j++) {
                sum += coefficients.get((int) (i - j * separation)) / first;
            }
            squares += sum * sum;
        }
        double terms = overlaps(participations, separation, bands) + steps + 8;
        return first * Math.sqrt(squares) * (1 + terms * Math.ulp(1.0)) + Double.MIN_NORMAL;
    }
}
