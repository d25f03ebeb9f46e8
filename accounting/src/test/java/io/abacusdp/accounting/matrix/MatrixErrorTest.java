package io.abacusdp.accounting.matrix;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import io.abacusdp.accounting.ReferenceCsv;
import io.abacusdp.accounting.event.CorrelatedNoise;
import java.util.Arrays;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Errors of matrices against frontier-mm.csv, and figures of an independent search with exact gradients. */
class MatrixErrorTest {
    private static final int STEPS = 1000;

    @Test
    void errors_ofSquareRootsAndOptima_areTheReference() {
        int checked = 0;
        for (String[] cell : ReferenceCsv.rows("frontier-mm.csv")) {
            if (!cell[0].equals("error")) {
                continue;
            }
            int steps = Integer.parseInt(cell[2]);
            int bands = Integer.parseInt(cell[3]);
            double[] c = switch (cell[1]) {
                case "banded_sqrt" -> squareRoot(bands);
                case "opt_toeplitz_rmse" -> BandedToeplitz.leastMean(bands, steps);
                case "opt_toeplitz_max" -> BandedToeplitz.leastLargest(bands, steps);
                default -> throw new AssertionError(cell[1]);
            };
            double norm = norm(c);
            double largest = Double.parseDouble(cell[5]);
            double rms = Double.parseDouble(cell[6]);
            boolean isOptimal = cell[1].startsWith("opt");
            // Where the other figure was minimised, this one depends on single coefficients, which are known to 1e-4
            // only.
            double ofLargest = !isOptimal ? 1e-11 : cell[1].endsWith("max") ? 1e-9 : 1e-4;
            double ofRms = !isOptimal ? 1e-11 : cell[1].endsWith("rmse") ? 1e-9 : 1e-4;
            assertThat(PrefixSums.largest(c, steps) * norm).as(cell[1]).isCloseTo(largest, within(ofLargest * largest));
            assertThat(PrefixSums.rootMeanSquare(c, steps) * norm).as(cell[1]).isCloseTo(rms, within(ofRms * rms));
            checked++;
        }
        assertThat(checked).isEqualTo(8);
    }

    /** To the digits of the table. */
    @ParameterizedTest
    @CsvSource({
        "1, 31.6228, 22.3719",
        "2, 22.4497, 15.9203",
        "4, 16.0288, 11.4310",
        "16, 8.53355, 6.27816",
        "64, 5.12614, 4.03487",
        "128, 4.25516, 3.50175"
    })
    void optima_areThoseOfAnotherSearch(int bands, double largest, double rms) {
        double[] forLargest = BandedToeplitz.leastLargest(bands, STEPS);
        double[] forMean = BandedToeplitz.leastMean(bands, STEPS);
        assertThat(PrefixSums.largest(forLargest, STEPS) * norm(forLargest)).isCloseTo(largest, within(5.1e-5));
        assertThat(PrefixSums.rootMeanSquare(forMean, STEPS) * norm(forMean)).isCloseTo(rms, within(5.1e-5));
        assertThat(forMean[0]).isEqualTo(1);
        for (int m = 1; m < bands; m++) {
            assertThat(forMean[m]).isBetween(0.0, forMean[m - 1]);
        }
    }

    @Test
    void errors_ofAGivenBuffered_areTheReference() {
        BufferedLinear blt = BufferedLinear.of(new double[] {.30, .15, .05}, new double[] {.70, .95, .998});
        double[] c = blt.coefficients(STEPS);
        // Parameters are rounded to 2^-30.
        assertThat(PrefixSums.rootMeanSquare(blt, STEPS) * norm(c)).isCloseTo(3.107300805389, within(1e-6));
        assertThat(PrefixSums.rootMeanSquare(c, STEPS)).isCloseTo(PrefixSums.rootMeanSquare(blt, STEPS), within(1e-12));
    }

    /** One participation, where the given parameters have 3.1073 and the square root, which needs as many buffers as steps, 3.1022. */
    @Test
    void fittedBuffers_haveLessErrorThanGivenOnesAndNotFarFromTheSquareRoot() {
        BufferedLinear once = BufferedLinear.fitted(STEPS, STEPS);
        double[] c = once.coefficients(STEPS);
        assertThat(PrefixSums.rootMeanSquare(once, STEPS) * norm(c)).isLessThan(3.1073);

        BufferedLinear often = BufferedLinear.fitted(STEPS, 100);
        double[] d = often.coefficients(STEPS);
        CorrelatedNoise event = new CorrelatedNoise(1, Arrays.stream(d).boxed().toList(), STEPS, 10, 100);
        // The given ones have a sensitivity of 7.6471 there.
        double given = 7.6471442423001
                * 3.107300805389
                / norm(BufferedLinear.of(new double[] {.30, .15, .05}, new double[] {.70, .95, .998})
                        .coefficients(STEPS));
        assertThat(PrefixSums.rootMeanSquare(often, STEPS) * event.sensitivity())
                .isLessThan(given);
    }

    @Test
    void treeAndIndependent_onFewSteps_areThoseByHand() {
        // 1, 10, 11, 100 in binary.
        assertThat(PrefixSums.treeRootMeanSquare(4)).isCloseTo(Math.sqrt(5.0 / 4), within(1e-15));
        assertThat(PrefixSums.independentRootMeanSquare(4)).isCloseTo(Math.sqrt(10.0 / 4), within(1e-15));
        assertThat(PrefixSums.rootMeanSquare(new double[] {1}, 4)).isCloseTo(Math.sqrt(10.0 / 4), within(1e-15));
    }

    @Test
    void parametersThatWouldRise_areRefused() {
        assertThatThrownBy(() -> BufferedLinear.of(new double[] {.7, .5}, new double[] {.1, .2}))
                .hasMessageContaining("at most 1");
        assertThatThrownBy(() -> BufferedLinear.of(new double[] {.7}, new double[] {1}))
                .hasMessageContaining("lambda");
        assertThatThrownBy(() -> BandedToeplitz.leastMean(11, 10))
                .hasMessageContaining("from 1 to the number of steps");
    }

    private static double[] squareRoot(int bands) {
        return CorrelatedNoise.squareRoot(bands).stream()
                .mapToDouble(Double::doubleValue)
                .toArray();
    }

    private static double norm(double[] c) {
        return Math.sqrt(BandedToeplitz.dot(c, c));
    }
}
