package io.abacusdp.training.noise;

import io.abacusdp.accounting.event.CorrelatedNoise;
import io.abacusdp.accounting.event.DpEvent;
import io.abacusdp.accounting.event.TreeEpochs;
import io.abacusdp.accounting.matrix.BufferedLinear;
import io.abacusdp.accounting.matrix.PrefixSums;
import java.util.Arrays;
import java.util.List;

/**
 * How the noise of a step depends on that of the steps before it: it is w = C^{-1}z, z independent and Gaussian, C lower triangular with ones on its
 * diagonal. What an earlier step got too much a later one gets less, and sums of steps have less noise. Immutable.
 *
 * <p><b>What is released.</b> Step i releases round_h(x_i + w_i) with x_i the sum of its lot, a whole multiple of the grid's step g; h is coarser. With
 * {@link NoiseHistory} w_i is a whole multiple of g as well: w_i = ⌊z_i − v_i⌋_g, where v_i = Σ_{j≥1} C_{i,i−j}·w_{i−j} is worked out <i>exactly</i> from
 * the rounded noise of earlier steps. As x_i is a multiple of g, x_i + w_i = ⌊x_i − v_i + z_i⌋_g.
 *
 * <p><b>Why it is one Gaussian.</b> Let y_i = x_i + w_i; the release is a function of it. Whoever has y_1, …, y_{i−1}, and knows all records but one, can tell what the
 * sums were with and without that record, and so what w was in either case: it differs by −Δ where the sums differ by Δ. Given the past, y_i is a function of a
 * Gaussian at x_i − v_i, and its centre differs by Δ_i + Σ_{j≥1} C_{i,i−j}·Δ_{i−j} = (CΔ)_i: v is linear in w, without an error. So all steps together are
 * Gaussians one after the other whose squared shifts add up to at most max ‖CΔ‖², also if each lot's sum is chosen in view of what was released: one Gaussian of that
 * sensitivity. Nothing else is used of C: z is never seen, and rounding to g and h is done to what the Gaussian gives.
 *
 * <p><b>Sensitivity.</b> Which Δ are possible is for the lots to say ({@link #squaresByEpoch}, {@link Banded#columnSquare}). C times a factor and z times the same factor are
 * the same mechanism; here C has ones on its diagonal.
 *
 * <p><b>Momentum, learning rates, other optimisers</b> are functions of what is released, and cost nothing. Matrices are made for the sums of the first steps, which is
 * what plain gradient descent at a constant rate adds up; with another optimiser privacy is the same, and a matrix that is not made for it has more
 * noise than need be.
 *
 * <p><b>After a crash</b> neither z nor w is kept. A resumed run begins another matrix with noise of its own, and its lots are paid for from the first epoch on: no z
 * meets two different sums.
 */
public sealed interface NoiseMatrix {
    /** Name in commands and reports, such as {@code banded:16}. */
    String id();

    /** A row of C, from 0, up to its diagonal. */
    double[] row(int step);

    /** What has to be kept of past noise for so many coordinates and steps. */
    NoiseHistory history(int coordinates, long steps);

    /**
     * What each epoch adds to the squared sensitivity if a record is in one step of every epoch, always the same one: ‖CΔ‖² over the first e epochs is at most
     * the sum of the first e. Rounded up.
     *
     * @param steps of all epochs, the last of which may be cut short
     * @param lotsAnEpoch at least 1
     */
    double[] squaresByEpoch(long steps, int lotsAnEpoch);

    /** What is released of so many steps, a record in one step of every epoch, as an event. */
    DpEvent event(double noiseMultiplier, long steps, int lotsAnEpoch);

    /** Standard deviation of the noise on the sums of the first 1, …, n steps, root mean square, for z of standard deviation 1. */
    double prefixError(long steps);

    /** By which factor what is computed can exceed the sensitivity, which is at least 1. */
    default double excess(int coordinates, long steps) {
        return 1;
    }

    /** Noise of its own for each step. */
    record Independent() implements NoiseMatrix {
        @Override
        public String id() {
            return "independent";
        }

        @Override
        public double[] row(int step) {
            double[] row = new double[step + 1];
            row[step] = 1;
            return row;
        }

        @Override
        public NoiseHistory history(int coordinates, long steps) {
            return NoiseHistory.NONE;
        }

        @Override
        public double[] squaresByEpoch(long steps, int lotsAnEpoch) {
            double[] ones = new double[epochs(steps, lotsAnEpoch)];
            Arrays.fill(ones, 1);
            return ones;
        }

        @Override
        public DpEvent event(double noiseMultiplier, long steps, int lotsAnEpoch) {
            return new CorrelatedNoise(noiseMultiplier, List.of(1.0), steps, epochs(steps, lotsAnEpoch), lotsAnEpoch);
        }

        @Override
        public double prefixError(long steps) {
            return PrefixSums.independentRootMeanSquare(steps);
        }
    }

    /**
     * A Toeplitz matrix with a few coefficients, which are whole multiples of 2^-20.
     *
     * <p>Noise: w_i = z_i − Σ_{j=1}^{b−1} c_j·w_{i−j}, from the last b − 1 steps.
     */
    final class Banded implements NoiseMatrix {
        static final int FRACTION_BITS = 20;
        private static final double ONE = 1 << FRACTION_BITS;

        private final double[] coefficients;

        private Banded(double[] coefficients) {
            this.coefficients = coefficients;
        }

        /** The first coefficient positive, none negative, none above the one before; only what they are to the first counts. */
        public static Banded of(double[] coefficients) {
            double[] rounded = new double[coefficients.length];
            Arrays.setAll(rounded, j -> Math.rint(coefficients[j] / coefficients[0] * ONE) / ONE);
            for (int j = 0; j < rounded.length; j++) {
                if (!(coefficients[0] > 0 && rounded[j] >= 0 && (j == 0 || rounded[j] <= rounded[j - 1]))) {
                    throw new IllegalArgumentException(
                            "coefficients must not be negative, nor above the one before, and the first above 0, got "
                                    + Arrays.toString(coefficients));
                }
            }
            return new Banded(rounded);
        }

        public int bands() {
            return coefficients.length;
        }

        /** As they are used: the first is 1. */
        public double[] coefficients() {
            return coefficients.clone();
        }

        /** ‖c‖², of a record whose steps are at least {@link #bands()} apart: what each of them adds to the squared sensitivity. Rounded up. */
        public double columnSquare() {
            double sum = 0;
            for (double c : coefficients) {
                sum += c * c;
            }
            return sum * rounding(coefficients.length);
        }

        @Override
        public String id() {
            return "banded:" + bands();
        }

        @Override
        public double[] row(int step) {
            return NoiseMatrix.row(coefficients, step);
        }

        @Override
        public NoiseHistory history(int coordinates, long steps) {
            long[] whole = new long[bands() - 1];
            Arrays.setAll(whole, j -> (long) (coefficients[j + 1] * ONE));
            return new BandedHistory(whole, coordinates);
        }

        @Override
        public double[] squaresByEpoch(long steps, int lotsAnEpoch) {
            return NoiseMatrix.squares(coefficients, steps, lotsAnEpoch);
        }

        @Override
        public DpEvent event(double noiseMultiplier, long steps, int lotsAnEpoch) {
            return NoiseMatrix.toeplitz(noiseMultiplier, coefficients, steps, lotsAnEpoch);
        }

        @Override
        public double prefixError(long steps) {
            return PrefixSums.rootMeanSquare(coefficients, Math.toIntExact(steps));
        }
    }

    /**
     * A buffered linear Toeplitz matrix.
     *
     * <p>Noise: w_i = z_i − Σ_d ω_d·s_d, and s_d ← λ_d·s_d + w_i. Buffers s_d are whole multiples of g, and products are rounded down: s_d is too small by less than
     * 1/(1 − λ_d) steps of the grid, and v_i by less than G = Σ_d ω_d/(1 − λ_d) + D, D the number of buffers. So the centres that are compared above differ from CΔ by
     * less than G·g in each of n·P coordinates, and the shifts by G·√(nP)·g ≤ G·√(nP)·2^-32·C in norm. As the shift of a record's first step alone is bounded by C,
     * a factor of 1 + G·√(nP)·2^-32 on z makes up for that after any number of epochs.
     *
     * @param parameters whole multiples of 2^-30
     */
    record Buffered(BufferedLinear parameters) implements NoiseMatrix {
        @Override
        public String id() {
            return "blt";
        }

        @Override
        public double[] row(int step) {
            return NoiseMatrix.row(parameters.coefficients(step + 1), step);
        }

        @Override
        public NoiseHistory history(int coordinates, long steps) {
            return new BufferedHistory(parameters, coordinates);
        }

        @Override
        public double[] squaresByEpoch(long steps, int lotsAnEpoch) {
            return NoiseMatrix.squares(parameters.coefficients(Math.toIntExact(steps)), steps, lotsAnEpoch);
        }

        @Override
        public DpEvent event(double noiseMultiplier, long steps, int lotsAnEpoch) {
            return NoiseMatrix.toeplitz(
                    noiseMultiplier, parameters.coefficients(Math.toIntExact(steps)), steps, lotsAnEpoch);
        }

        @Override
        public double prefixError(long steps) {
            return PrefixSums.rootMeanSquare(parameters, Math.toIntExact(steps));
        }

        @Override
        public double excess(int coordinates, long steps) {
            double[] omegas = parameters.omegas();
            double[] lambdas = parameters.lambdas();
            double most = omegas.length;
            for (int d = 0; d < omegas.length; d++) {
                most += omegas[d] / (1 - lambdas[d]);
            }
            return 1 + most * Math.sqrt((double) steps * coordinates) * 0x1p-32;
        }
    }

    /**
     * A binary tree. Each node is the sum of its steps with noise of its own, and the sum of the first t steps is that of the fewest nodes: one for each 1 of t
     * in binary. A step releases the difference of two such sums.
     *
     * <p>Noise: the nodes of t steps are those of t − 1 but for the l smallest, l the number of zeros at the end of t, in place of which there is a new one of 2^l steps. All of it
     * is whole multiples of g, and so each noisy node is ⌊sum + z⌉_g. Nodes that no sum takes are never made.
     *
     * <p>Sensitivity: that of {@link TreeEpochs}, which counts all nodes, unfinished ones too, and so is more than is needed.
     *
     * <p>Source: Kairouz et al. 2021, arXiv:2103.00039 (DP-FTRL).
     */
    record Tree() implements NoiseMatrix {
        @Override
        public String id() {
            return "tree";
        }

        /** The steps of the node that this step completes. */
        @Override
        public double[] row(int step) {
            double[] row = new double[step + 1];
            Arrays.fill(row, step + 1 - Integer.lowestOneBit(step + 1), step + 1, 1);
            return row;
        }

        @Override
        public NoiseHistory history(int coordinates, long steps) {
            return new TreeHistory(coordinates, steps);
        }

        @Override
        public double[] squaresByEpoch(long steps, int lotsAnEpoch) {
            double[] squares = new double[epochs(steps, lotsAnEpoch)];
            double before = 0;
            for (int epoch = 0; epoch < squares.length; epoch++) {
                long until = Math.min(steps, (epoch + 1L) * lotsAnEpoch);
                double sum = new TreeEpochs(1, until, epoch + 1L, lotsAnEpoch).squaredSensitivity();
                squares[epoch] = (sum - before) * rounding(1);
                before = sum;
            }
            return squares;
        }

        @Override
        public DpEvent event(double noiseMultiplier, long steps, int lotsAnEpoch) {
            return new TreeEpochs(noiseMultiplier, steps, epochs(steps, lotsAnEpoch), lotsAnEpoch);
        }

        @Override
        public double prefixError(long steps) {
            return PrefixSums.treeRootMeanSquare(steps);
        }
    }

    private static double[] row(double[] coefficients, int step) {
        double[] row = new double[step + 1];
        Arrays.setAll(row, i -> step - i < coefficients.length ? coefficients[step - i] : 0);
        return row;
    }

    /** Epochs that are begun in so many steps. */
    static int epochs(long steps, int lotsAnEpoch) {
        return Math.toIntExact((steps - 1) / lotsAnEpoch + 1);
    }

    /**
     * For coefficients that are not negative and do not rise, the worst steps are the first of every epoch, whatever the number of epochs (as
     * {@link CorrelatedNoise} has it): row i of CΔ is at most r_i = c_i + r_{i−lotsAnEpoch}, and each epoch adds the squares of its rows.
     */
    private static double[] squares(double[] coefficients, long steps, int lotsAnEpoch) {
        double[] rows = Arrays.copyOf(coefficients, Math.toIntExact(steps));
        double[] squares = new double[epochs(steps, lotsAnEpoch)];
        for (int i = 0; i < rows.length; i++) {
            rows[i] += i < lotsAnEpoch ? 0 : rows[i - lotsAnEpoch];
            squares[i / lotsAnEpoch] += rows[i] * rows[i];
        }
        Arrays.setAll(squares, epoch -> squares[epoch] * rounding(rows.length));
        return squares;
    }

    private static DpEvent toeplitz(double noiseMultiplier, double[] coefficients, long steps, int lotsAnEpoch) {
        return new CorrelatedNoise(
                noiseMultiplier,
                Arrays.stream(coefficients).limit(steps).boxed().toList(),
                steps,
                epochs(steps, lotsAnEpoch),
                lotsAnEpoch);
    }

    /** More than what coefficients, and sums of so many squares, are rounded by. */
    private static double rounding(int terms) {
        return 1 + (8.0 * terms + 64) * 0x1p-53;
    }
}
