package io.abacusdp.federated.noise;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.SplittableRandom;
import java.util.random.RandomGenerator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class SkellamNoiseTest {
    /** A test at this many standard deviations rejects a right sampler with probability below 4e-8. */
    private static final double DEVIATIONS = 5.5;

    /** Mean 0; variance v; the fourth moment is 3v² + v, so that the sample variance has variance (2v² + v)/n. */
    @ParameterizedTest
    @ValueSource(doubles = {0.01, 1, 37.5, 1e4, 3e6})
    void next_manyDraws_haveTheMomentsOfTheLaw(double variance) {
        SkellamNoise noise = new SkellamNoise(variance);
        SplittableRandom random = new SplittableRandom(7);
        int draws = 200_000;
        double sum = 0;
        double squares = 0;
        for (int i = 0; i < draws; i++) {
            double x = noise.next(random);
            sum += x;
            squares += x * x;
        }
        assertThat(Math.abs(sum / draws)).isLessThan(DEVIATIONS * Math.sqrt(variance / draws));
        assertThat(Math.abs(squares / draws - variance))
                .isLessThan(DEVIATIONS * Math.sqrt((2 * variance * variance + variance) / draws));
    }

    /** Pr[X = k] = e^{-v}·I_k(v), by the series of the Bessel function; 15 cells, chi-square below 65 but for 3e-8. */
    @Test
    void next_smallVariance_hasTheProbabilitiesOfTheLaw() {
        double variance = 4;
        SkellamNoise noise = new SkellamNoise(variance);
        SplittableRandom random = new SplittableRandom(11);
        int draws = 400_000;
        double[] counts = new double[15];
        for (int i = 0; i < draws; i++) {
            counts[Math.max(-7, Math.min(7, noise.next(random))) + 7]++;
        }
        double chiSquare = 0;
        for (int cell = 0; cell < counts.length; cell++) {
            double probability = probability(cell - 7, variance);
            for (int beyond = 8; Math.abs(cell - 7) == 7 && beyond < 40; beyond++) {
                probability += probability(beyond, variance);
            }
            double expected = draws * probability;
            chiSquare += (counts[cell] - expected) * (counts[cell] - expected) / expected;
        }
        assertThat(chiSquare).isLessThan(65);
    }

    /** Beyond 4 deviations of a variance of 10^4 lies 6.5e-5, by the series; the count of 2·10^6 draws is Poisson. */
    @Test
    void next_largeVariance_hasTheTailOfTheLaw() {
        double variance = 1e4;
        SkellamNoise noise = new SkellamNoise(variance);
        SplittableRandom random = new SplittableRandom(13);
        int draws = 2_000_000;
        int beyond = 0;
        for (int i = 0; i < draws; i++) {
            beyond += Math.abs(noise.next(random)) > 400 ? 1 : 0;
        }
        // I_k(v)/I_{k-1}(v) from far out inwards, normalised to sum 1.
        double[] weights = new double[1200];
        double ratio = 0;
        double[] ratios = new double[weights.length + 1];
        for (int k = weights.length; k >= 1; k--) {
            ratio = 1 / (2 * k / variance + ratio);
            ratios[k] = ratio;
        }
        double weight = 1;
        double total = 1;
        double tail = 0;
        for (int k = 1; k < weights.length; k++) {
            weight *= ratios[k];
            total += 2 * weight;
            tail += k > 400 ? 2 * weight : 0;
        }
        double expected = draws * tail / total;
        assertThat(expected).isBetween(100.0, 160.0);
        assertThat(Math.abs(beyond - expected)).isLessThan(DEVIATIONS * Math.sqrt(expected));
    }

    /** Pr[X ≤ 0] = 1/e and Pr[X ≤ 1] = 2/e for a Poisson variable of mean 1; both to 100 bits. */
    @Test
    void poisson_atTheEdgeOfACell_isExactToHundredBits() {
        PoissonTable table = new PoissonTable(1);
        BigDecimal inverse = new BigDecimal("0.367879441171442321595523770161460867445811131031767834507836801697");
        BigInteger edge =
                inverse.multiply(new BigDecimal(BigInteger.ONE.shiftLeft(128))).toBigInteger();
        BigInteger margin = BigInteger.ONE.shiftLeft(28);
        assertThat(table.next(fixed(edge.subtract(margin)))).isEqualTo(0);
        assertThat(table.next(fixed(edge.add(margin)))).isEqualTo(1);
        assertThat(table.next(fixed(edge.shiftLeft(1).subtract(margin)))).isEqualTo(1);
        assertThat(table.next(fixed(edge.shiftLeft(1).add(margin)))).isEqualTo(2);
    }

    @Test
    void poisson_extremeNumbers_stayWithinTheTable() {
        PoissonTable table = new PoissonTable(1e5);
        assertThat(table.next(fixed(BigInteger.ZERO))).isBetween(95_500, 96_500);
        BigInteger last = BigInteger.ONE.shiftLeft(128).subtract(BigInteger.ONE);
        assertThat(table.next(fixed(last))).isBetween(104_000, 104_800);
    }

    @ParameterizedTest
    @ValueSource(doubles = {0, -1, 1e-13, 3e9, Double.NaN, Double.POSITIVE_INFINITY})
    void create_varianceOutOfRange_isRefused(double variance) {
        assertThatThrownBy(() -> new SkellamNoise(variance))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("variance must be from 2^-39 to 2^31");
    }

    @Test
    void addTo_vector_addsNoiseToEveryNumber() {
        int[] vector = new int[1000];
        java.util.Arrays.fill(vector, Integer.MAX_VALUE);
        new SkellamNoise(1e8).addTo(vector, new SplittableRandom(1));
        assertThat(java.util.Arrays.stream(vector)
                        .filter(x -> x == Integer.MAX_VALUE)
                        .count())
                .isLessThan(3);
        assertThat(java.util.Arrays.stream(vector).filter(x -> x < 0).count()).isBetween(400L, 600L);
    }

    private static double probability(int k, double variance) {
        double term = Math.exp(-variance);
        for (int i = 1; i <= Math.abs(k); i++) {
            term *= variance / 2 / i;
        }
        double sum = 0;
        for (int i = 1; i < 60; i++) {
            sum += term;
            term *= variance * variance / 4 / i / (i + Math.abs(k));
        }
        return sum;
    }

    private static RandomGenerator fixed(BigInteger bits) {
        long[] halves = {bits.shiftRight(64).longValue(), bits.longValue()};
        int[] next = {0};
        return () -> halves[next[0]++];
    }
}
