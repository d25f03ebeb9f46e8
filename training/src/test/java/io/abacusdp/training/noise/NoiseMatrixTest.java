package io.abacusdp.training.noise;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import io.abacusdp.accounting.event.CorrelatedNoise;
import io.abacusdp.accounting.matrix.BandedToeplitz;
import io.abacusdp.accounting.matrix.BufferedLinear;
import io.abacusdp.training.sum.GridSum;
import java.math.BigDecimal;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

class NoiseMatrixTest {
    private static final BufferedLinear GIVEN =
            BufferedLinear.of(new double[] {.30, .15, .05}, new double[] {.70, .95, .998});

    static Stream<NoiseMatrix> all() {
        return Stream.concat(exact(), Stream.of(new NoiseMatrix.Buffered(GIVEN)));
    }

    /** Those of which no product is rounded. */
    static Stream<NoiseMatrix> exact() {
        return Stream.of(
                new NoiseMatrix.Independent(),
                NoiseMatrix.Banded.of(new double[] {1}),
                NoiseMatrix.Banded.of(new double[] {1, 0.7}),
                NoiseMatrix.Banded.of(BandedToeplitz.leastMean(5, 60)),
                NoiseMatrix.Banded.of(squareRoot(40)),
                new NoiseMatrix.Tree());
    }

    /** C·w is z but for what is cut off below a step of the grid. */
    @ParameterizedTest
    @MethodSource("all")
    void noise_timesTheMatrix_isWhatItWasMadeOf(NoiseMatrix matrix) {
        Random random = new Random(3);
        NoiseHistory history = matrix.history(2, 60);
        double[] fresh = new double[60];
        double[] noise = new double[60];
        for (int i = 0; i < fresh.length; i++) {
            fresh[i] = 1e9 * random.nextGaussian();
            noise[i] = history.next(1, fresh[i]);
            assertThat(history.next(0, 0))
                    .as("the other coordinate has a history of its own")
                    .isZero();
            history.stepDone();
            double sum = 0;
            double[] row = matrix.row(i);
            for (int j = 0; j <= i; j++) {
                sum += row[j] * noise[j];
            }
            double allowed = matrix instanceof NoiseMatrix.Buffered ? 60 : 1.001;
            assertThat(sum).as("step %d", i).isCloseTo(fresh[i], within(allowed));
        }
    }

    /**
     * The proof, as far as a test can be one: the release x + w is a function of Cx + z. Other sums x + Δ with noise z − CΔ, which is worked out exactly, give
     * the very same releases. Noise whose past is rounded in any other way does not.
     */
    @ParameterizedTest
    @MethodSource("exact")
    void releases_areAFunctionOfTheNoisyProduct(NoiseMatrix matrix) {
        Random random = new Random(4);
        for (int trial = 0; trial < 50; trial++) {
            NoiseHistory one = matrix.history(1, 60);
            NoiseHistory other = matrix.history(1, 60);
            long[] moved = new long[60];
            for (int i = 0; i < moved.length; i++) {
                moved[i] = random.nextInt(3) == 0 ? random.nextInt(1 << 20) - (1 << 19) : 0;
                // Multiples of 2^-20 below 2^32, as products of moves and coefficients are, so that a double holds
                // them.
                double fresh = Math.scalb((double) (random.nextLong() >> 12), -20);
                BigDecimal product = BigDecimal.ZERO;
                double[] row = matrix.row(i);
                for (int j = 0; j <= i; j++) {
                    product = product.add(new BigDecimal(row[j]).multiply(BigDecimal.valueOf(moved[j])));
                }
                BigDecimal less = new BigDecimal(fresh).subtract(product);
                double freshOfOther = less.doubleValue();
                assertThat(new BigDecimal(freshOfOther)).isEqualByComparingTo(less);
                assertThat(moved[i] + other.next(0, freshOfOther)).isEqualTo(one.next(0, fresh));
                one.stepDone();
                other.stepDone();
            }
        }
    }

    /** Buffers are rounded, and the same releases differ by what the matrix allows for, at every step. */
    @Test
    void releases_ofBuffers_differByLessThanTheExcess() {
        NoiseMatrix matrix = new NoiseMatrix.Buffered(GIVEN);
        double most = (matrix.excess(1, 1) - 1) * 0x1p32;
        Random random = new Random(5);
        NoiseHistory one = matrix.history(1, 300);
        NoiseHistory other = matrix.history(1, 300);
        double[] moved = new double[300];
        double farthest = 0;
        for (int i = 0; i < moved.length; i++) {
            moved[i] = random.nextInt(1 << 20);
            double fresh = 1e10 * random.nextGaussian();
            double product = 0;
            double[] row = matrix.row(i);
            for (int j = 0; j <= i; j++) {
                product += row[j] * moved[j];
            }
            double apart = moved[i] + other.next(0, fresh - product) - one.next(0, fresh);
            farthest = Math.max(farthest, Math.abs(apart));
        }
        assertThat(farthest).isPositive().isLessThan(2 * most);
        assertThat(most).isCloseTo(.3 / .3 + .15 / .05 + .05 / .002 + 3, within(1e-3));
    }

    /** Falsely rejects with probability below 1e-6: the mean of 262,144 squares has a relative deviation of 0.0028. */
    @ParameterizedTest
    @MethodSource("all")
    void release_ofManySteps_hasNoiseOfTheSensitivityOnceItIsIndependentAgain(NoiseMatrix matrix) {
        int steps = 32;
        int length = 8192;
        GaussianNoise noise = new GaussianNoise(NoiseSource.insecureForTests(7)).correlatedBy(matrix, 3, steps);
        float[][] released = new float[steps][];
        Arrays.setAll(released, i -> noise.release(GridSum.of(length, 1), 2, 1));
        double squares = 0;
        for (int i = 0; i < steps; i++) {
            double[] row = matrix.row(i);
            for (int k = 0; k < length; k++) {
                double sum = 0;
                for (int j = 0; j <= i; j++) {
                    sum += row[j] * released[j][k];
                }
                squares += sum * sum;
            }
        }
        assertThat(squares / (steps * length)).isCloseTo(36, within(36 * 5 * 0.0028));
    }

    @Test
    void release_ofAnotherLawOrOfMoreSteps_isRefused() {
        GaussianNoise noise = new GaussianNoise(NoiseSource.secure())
                .correlatedBy(NoiseMatrix.Banded.of(new double[] {1, 0.5}), 2, 2);
        noise.release(GridSum.of(3, 1), 1, 1);
        assertThatThrownBy(() -> noise.release(GridSum.of(3, 1), 1.5, 1)).hasMessageContaining("the same law");
        assertThatThrownBy(() -> noise.release(GridSum.of(4, 1), 1, 1)).hasMessageContaining("the same law");
        assertThatThrownBy(() -> noise.release(GridSum.of(3, 4), 1, 1)).hasMessageContaining("the same law");
        noise.release(GridSum.of(3, 1), 1, 1);
        assertThatThrownBy(() -> noise.release(GridSum.of(3, 1), 1, 1)).hasMessageContaining("made for 2 steps");
    }

    /** frontier-mm.csv; coefficients of ours are whole multiples of 2^-20 or 2^-30. */
    @ParameterizedTest
    @CsvSource({
        "64, 250, 3.0911797801457",
        "16, 100, 4.4089441447548",
        "64, 50, 7.7372877184438",
        "1000, 250, 4.3843804899560",
        "1000, 100, 9.1540430002334",
        "1000, 50, 17.0603944107194"
    })
    void sensitivity_ofSquareRootsOverEpochs_isTheReference(int bands, int lots, double expected) {
        double[] squares = NoiseMatrix.Banded.of(squareRoot(bands)).squaresByEpoch(1000, lots);
        assertThat(squares).hasSize(1000 / lots);
        assertThat(Math.sqrt(Arrays.stream(squares).sum())).isCloseTo(expected, within(1e-4 * expected));
    }

    @ParameterizedTest
    @CsvSource({"250, 3.8049506511823", "100, 7.6471442423001", "50, 13.9201678940826"})
    void sensitivity_ofBuffersOverEpochs_isTheReference(int lots, double expected) {
        double[] squares = new NoiseMatrix.Buffered(GIVEN).squaresByEpoch(1000, lots);
        assertThat(Math.sqrt(Arrays.stream(squares).sum())).isCloseTo(expected, within(1e-5 * expected));
    }

    @ParameterizedTest
    @CsvSource({"250, 66", "100, 270", "50, 932"})
    void squaredSensitivity_ofATreeOverEpochs_isTheReference(int lots, double expected) {
        assertThat(Arrays.stream(new NoiseMatrix.Tree().squaresByEpoch(1000, lots))
                        .sum())
                .isCloseTo(expected, within(1e-9));
    }

    /** After any number of epochs, whichever lot of an epoch it is in, and if the last epoch is cut short. */
    @ParameterizedTest
    @MethodSource("all")
    void squaresByEpoch_coverEveryRecordAfterEveryEpoch(NoiseMatrix matrix) {
        for (int lots : new int[] {1, 2, 3, 7, 16, 45, 60}) {
            double[] squares = matrix.squaresByEpoch(45, Math.min(lots, 45));
            for (int turn = 0; turn < Math.min(lots, 45); turn++) {
                double norm = 0;
                double covered = 0;
                for (int i = 0; i < 45; i++) {
                    covered += i % Math.min(lots, 45) == 0 ? squares[i / Math.min(lots, 45)] : 0;
                    double[] row = matrix.row(i);
                    double sum = 0;
                    for (int t = turn; t <= i; t += Math.min(lots, 45)) {
                        sum += row[t];
                    }
                    norm += sum * sum;
                    assertThat(norm).isLessThanOrEqualTo(covered);
                }
            }
        }
    }

    @Test
    void matrix_timesAFactor_isTheSame() {
        double[] c = BandedToeplitz.leastMean(8, 100);
        double[] threefold = Arrays.stream(c).map(x -> 3 * x).toArray();
        assertThat(NoiseMatrix.Banded.of(threefold).coefficients())
                .containsExactly(NoiseMatrix.Banded.of(c).coefficients());
        assertThatThrownBy(() -> NoiseMatrix.Banded.of(new double[] {1, 0.5, 0.6}))
                .hasMessageContaining("nor above the one before");
        assertThatThrownBy(() -> NoiseMatrix.Banded.of(new double[] {0, 0})).hasMessageContaining("the first above 0");
    }

    private static double[] squareRoot(int bands) {
        List<Double> coefficients = CorrelatedNoise.squareRoot(bands);
        return coefficients.stream().mapToDouble(Double::doubleValue).toArray();
    }
}
