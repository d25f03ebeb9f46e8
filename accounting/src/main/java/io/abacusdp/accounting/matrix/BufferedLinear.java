package io.abacusdp.accounting.matrix;

import io.abacusdp.accounting.event.CorrelatedNoise;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.function.ToDoubleFunction;

/**
 * A buffered linear Toeplitz matrix ('BLT'): c_0 = 1 and c_i = Σ_d ω_d·λ_d^{i−1}. Noise C^{-1}z is made with one buffer for each d, however many steps
 * there are.
 *
 * <p>Source: McMahan, Pillutla, Steinke, Thakurta 2024, arXiv:2404.16706; for several participations arXiv:2408.08868.
 *
 * <p>Fit: least (mean variance of prefix sums) · (squared sensitivity) over ω and λ, by the method of Nelder and Mead from several buffers that are spread evenly
 * in log(1 − λ). What is found is a matrix like any other, whose error and sensitivity are those of its own coefficients: privacy never rests on the
 * search.
 *
 * <p>Limits: ω not negative with Σω ≤ 1, and λ in [0, 1), so that coefficients are not negative and do not rise. Immutable.
 */
public final class BufferedLinear {
    /** Parameters are whole multiples of 2^-30, so that buffers of whole numbers have the very same ones. */
    public static final int FRACTION_BITS = 30;

    /** 1 − λ is at least this, so that buffers stay small. */
    private static final double LEAST_GAP = 0x1p-14;

    private static final double ONE = 1L << FRACTION_BITS;
    private static final int BUFFERS = 3;
    private static final int MOST_ROUNDS = 3000;

    private final double[] omegas;
    private final double[] lambdas;

    private BufferedLinear(double[] omegas, double[] lambdas) {
        this.omegas = omegas;
        this.lambdas = lambdas;
    }

    /**
     * Given parameters, rounded down to multiples of 2^-30.
     *
     * @param omegas not negative, with a sum of at most 1
     * @param lambdas as many, from 0 to 1 − 2^-14
     */
    public static BufferedLinear of(double[] omegas, double[] lambdas) {
        if (omegas.length != lambdas.length || omegas.length == 0) {
            throw new IllegalArgumentException(
                    "there must be as many omegas as lambdas, and at least one, got %d and %d"
                            .formatted(omegas.length, lambdas.length));
        }
        for (int d = 0; d < omegas.length; d++) {
            if (!(omegas[d] >= 0 && lambdas[d] >= 0 && lambdas[d] <= 1 - LEAST_GAP)) {
                throw new IllegalArgumentException(
                        "omega must not be negative and lambda be from 0 to 1 - 2^-14, got %s and %s"
                                .formatted(omegas[d], lambdas[d]));
            }
        }
        if (!(Arrays.stream(omegas).sum() <= 1)) {
            throw new IllegalArgumentException("omegas must add up to at most 1, got " + Arrays.toString(omegas));
        }
        return new BufferedLinear(cut(omegas), cut(lambdas));
    }

    private static double[] cut(double[] values) {
        return Arrays.stream(values).map(value -> Math.floor(value * ONE) / ONE).toArray();
    }

    /**
     * Parameters with little noise on prefix sums.
     *
     * @param steps at least 1
     * @param separation how many steps a record's are apart, which it takes part in as often as they allow
     */
    public static BufferedLinear fitted(int steps, int separation) {
        double span = Math.min(1 - LEAST_GAP, 1 - 0.5 / steps);
        double[] start = new double[2 * BUFFERS];
        for (int d = 0; d < BUFFERS; d++) {
            // 1 − λ from about 1/3 down to about 1/n.
            double gap = Math.pow(3.0 / (steps + 3.0), (d + 0.5) / BUFFERS);
            start[d] = Math.log(0.35 * Math.sqrt(gap));
            start[BUFFERS + d] = Math.log(gap / (1 - Math.min(gap, 0.9)));
        }
        double[] best = leastOf(start, point -> objective(decoded(point, span), steps, separation));
        return decoded(best, span);
    }

    private static double objective(BufferedLinear blt, int steps, int separation) {
        double[] c = blt.coefficients(steps);
        double error = PrefixSums.rootMeanSquare(blt, steps);
        return Math.log(error) + Math.log(epochSquares(c, separation)) / 2;
    }

    private static double epochSquares(double[] c, int separation) {
        double[] rows = c.clone();
        double sum = 0;
        for (int i = 0; i < rows.length; i++) {
            rows[i] += i < separation ? 0 : rows[i - separation];
            sum += rows[i] * rows[i];
        }
        return sum;
    }

    /** Any point as parameters that are allowed: ω = e^p, made smaller together if they are above 1, and λ = 1/(1 + e^p), at most a span. */
    private static BufferedLinear decoded(double[] point, double span) {
        double[] omegas = new double[BUFFERS];
        double[] lambdas = new double[BUFFERS];
        Arrays.setAll(omegas, d -> Math.exp(Math.min(0, point[d])));
        Arrays.setAll(lambdas, d -> Math.min(span, 1 / (1 + Math.exp(point[BUFFERS + d]))));
        double sum = Arrays.stream(omegas).sum();
        if (sum > 1) {
            Arrays.setAll(omegas, d -> omegas[d] / sum * (1 - 1e-12));
        }
        return of(omegas, lambdas);
    }

    public double[] omegas() {
        return omegas.clone();
    }

    public double[] lambdas() {
        return lambdas.clone();
    }

    /** The first so many coefficients. */
    public double[] coefficients(int steps) {
        return CorrelatedNoise.bufferedLinear(boxed(omegas), boxed(lambdas), steps).stream()
                .mapToDouble(Double::doubleValue)
                .toArray();
    }

    private static List<Double> boxed(double[] values) {
        return Arrays.stream(values).boxed().toList();
    }

    /** The coefficients of A·C^{-1} as in {@link PrefixSums}, by buffers. */
    double[] inverse(int steps) {
        double[] buffers = new double[omegas.length];
        double[] b = new double[steps];
        for (int i = 0; i < steps; i++) {
            double sum = 1;
            for (int d = 0; d < buffers.length; d++) {
                sum -= omegas[d] * buffers[d];
            }
            b[i] = sum;
            for (int d = 0; d < buffers.length; d++) {
                buffers[d] = lambdas[d] * buffers[d] + sum;
            }
        }
        return b;
    }

    /** Nelder and Mead's search with their own factors. */
    private static double[] leastOf(double[] start, ToDoubleFunction<double[]> value) {
        int n = start.length;
        Corner[] corners = new Corner[n + 1];
        for (int i = 0; i <= n; i++) {
            double[] point = start.clone();
            if (i > 0) {
                point[i - 1] += 0.4;
            }
            corners[i] = new Corner(point, value.applyAsDouble(point));
        }
        for (int round = 0; round < MOST_ROUNDS; round++) {
            Arrays.sort(corners, Comparator.comparingDouble(Corner::value));
            if (corners[n].value - corners[0].value < 1e-10) {
                break;
            }
            double[] centre = new double[n];
            for (int i = 0; i < n; i++) {
                for (int k = 0; k < n; k++) {
                    centre[k] += corners[i].point[k] / n;
                }
            }
            Corner worst = corners[n];
            Corner mirrored = Corner.between(centre, worst, -1, value);
            if (mirrored.value < corners[0].value) {
                Corner further = Corner.between(centre, worst, -2, value);
                corners[n] = further.value < mirrored.value ? further : mirrored;
            } else if (mirrored.value < corners[n - 1].value) {
                corners[n] = mirrored;
            } else {
                Corner inside = Corner.between(centre, worst, mirrored.value < worst.value ? -0.5 : 0.5, value);
                if (inside.value < Math.min(mirrored.value, worst.value)) {
                    corners[n] = inside;
                } else {
                    for (int i = 1; i <= n; i++) {
                        corners[i] = Corner.between(corners[0].point, corners[i], 0.5, value);
                    }
                }
            }
        }
        Arrays.sort(corners, Comparator.comparingDouble(Corner::value));
        return corners[0].point;
    }

    /** A place where the value is known. */
    private static final class Corner {
        private final double[] point;
        private final double value;

        Corner(double[] point, double value) {
            this.point = point;
            this.value = value;
        }

        double value() {
            return value;
        }

        /** From a centre so many times the way to a corner. */
        static Corner between(double[] centre, Corner corner, double times, ToDoubleFunction<double[]> value) {
            double[] point = new double[centre.length];
            Arrays.setAll(point, k -> centre[k] + times * (corner.point[k] - centre[k]));
            return new Corner(point, value.applyAsDouble(point));
        }
    }
}
