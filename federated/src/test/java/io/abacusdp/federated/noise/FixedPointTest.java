package io.abacusdp.federated.noise;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.util.Arrays;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class FixedPointTest {
    /** d = 4, sC = 100: min(102², 100² + 1 + 101) = 10102, and one more for round-off. */
    @Test
    void sensitivity_ofFewNumbers_isThatOfConditionalRounding() {
        FixedPoint encoding = new FixedPoint(4, 1, 100);
        assertThat(encoding.l2Sensitivity()).isEqualTo(Math.sqrt(10103), within(1e-12));
        assertThat(encoding.l1Sensitivity()).isEqualTo(2 * Math.sqrt(10103), within(1e-11));
    }

    /** With a coarse grid the L1 norm of integers is below their squared L2 norm: d = 10000, sC = 1. */
    @Test
    void sensitivity_ofManyNumbers_isTheLesserBound() {
        FixedPoint encoding = new FixedPoint(10_000, 1, 1);
        assertThat(encoding.l2Sensitivity()).isEqualTo(Math.sqrt(1 + 2500 + 51 + 1), within(1e-12));
        assertThat(encoding.l1Sensitivity()).isEqualTo(2553, within(1e-9));
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 7, 1000})
    void encode_anyVector_isWithinTheBoundAndOnAverageTheClippedOne(int length) {
        FixedPoint encoding = new FixedPoint(length, 2, 10);
        SplittableRandom random = new SplittableRandom(3);
        double[] vector = random.doubles(length, -3, 3).toArray();
        double norm = Math.sqrt(Arrays.stream(vector).map(x -> x * x).sum());
        double factor = Math.min(1, 2 / norm);
        double[] mean = new double[length];
        int trials = 2000;
        for (int trial = 0; trial < trials; trial++) {
            int[] encoded = encoding.encode(vector, random);
            double squared =
                    IntStream.of(encoded).mapToDouble(x -> (double) x * x).sum();
            assertThat(Math.sqrt(squared)).isLessThanOrEqualTo(encoding.l2Sensitivity());
            assertThat((double) IntStream.of(encoded).map(Math::abs).sum())
                    .isLessThanOrEqualTo(encoding.l1Sensitivity());
            double[] decoded = encoding.decode(encoded);
            for (int i = 0; i < length; i++) {
                mean[i] += decoded[i] / trials;
            }
        }
        // A rounding has a deviation of at most half a step; 7 deviations of the mean, and conditioning moves it a
        // little.
        for (int i = 0; i < length; i++) {
            assertThat(mean[i]).isEqualTo(vector[i] * factor, within(7 * 0.05 / Math.sqrt(trials) + 0.005));
        }
    }

    @Test
    void encode_numbersOfTheGrid_keepsThem() {
        FixedPoint encoding = new FixedPoint(3, 100, 4);
        int[] encoded = encoding.encode(new double[] {-1.25, 0, 7.75}, new SplittableRandom(1));
        assertThat(encoded).containsExactly(-5, 0, 31);
        assertThat(encoding.decode(encoded)).containsExactly(-1.25, 0, 7.75);
    }

    @Test
    void encode_unfinishedNumbers_areRefused() {
        FixedPoint encoding = new FixedPoint(2, 1, 1);
        assertThatThrownBy(() -> encoding.encode(new double[] {0, Double.NaN}, new SplittableRandom(1)))
                .hasMessageContaining("number 1 must be finite");
        assertThatThrownBy(() -> encoding.encode(new double[3], new SplittableRandom(1)))
                .hasMessageContaining("must have 2 numbers, got 3");
        assertThatThrownBy(() -> encoding.decode(new int[1])).hasMessageContaining("must have 2 numbers, got 1");
    }

    /** One number of at most √(2^20² + 1/4 + 2^20 + 1/2) ≈ 2^20 + 1/2: 2047 of them fit into 31 bits, 2048 do not. */
    @Test
    void requireFits_sumThatCouldWrap_isRefused() {
        FixedPoint encoding = new FixedPoint(1, 1, 1 << 20);
        encoding.requireFits(2047, 0);
        assertThatThrownBy(() -> encoding.requireFits(2048, 0))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("does not fit into 32 bits; lower the scale");
    }

    /** log(2·2^40) = 28.4; √(2·28.4·10^10) ≈ 7.5e5 is more than what 2047 vectors leave, and 10^6 less than 2046 do. */
    @Test
    void requireFits_noise_takesItsPlace() {
        FixedPoint encoding = new FixedPoint(1, 1, 1 << 20);
        encoding.requireFits(2046, 1e10);
        assertThatThrownBy(() -> encoding.requireFits(2047, 1e13)).hasMessageContaining("2047 vectors");
        assertThatThrownBy(() -> encoding.requireFits(1, Double.NaN)).hasMessageContaining("variance finite");
        assertThatThrownBy(() -> encoding.requireFits(0, 0)).hasMessageContaining("clients must be positive");
    }

    @ParameterizedTest
    @ValueSource(doubles = {0, -1, Double.NaN, Double.POSITIVE_INFINITY, 0x1p31})
    void create_badScale_isRefused(double scale) {
        assertThatThrownBy(() -> new FixedPoint(1, 1, scale)).isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> new FixedPoint(1, scale, 1)).isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> new FixedPoint(0, 1, 1)).hasMessageContaining("length must be at least 1");
    }
}
