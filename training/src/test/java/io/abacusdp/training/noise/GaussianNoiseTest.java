package io.abacusdp.training.noise;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.within;

import io.abacusdp.training.parallel.Workers;
import io.abacusdp.training.sum.GridSum;
import java.util.Arrays;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/**
 * Statistical tests run on fresh keys. Each of their ten comparisons rejects correct noise with probability at most 1e-9,
 * by bounds that hold for every sample size.
 */
class GaussianNoiseTest {
    private static final int SAMPLES = 1_000_000;
    private static final double SD = 3;

    /** Natural logarithm of 2e9: a two-sided comparison has 5e-10 for each side. */
    private static final double LOG_TWO_SIDED = Math.log(2e9);

    /** Noise in units of its standard deviation, without the sum that it was added to. */
    private static final double[] noise = new double[SAMPLES];

    @BeforeAll
    static void draw() {
        float[] released = new GaussianNoise(NoiseSource.secure()).release(GridSum.of(SAMPLES, 1), SD, 1);
        for (int i = 0; i < SAMPLES; i++) {
            noise[i] = released[i] / SD;
        }
    }

    /** The mean of n Gaussians is a Gaussian of standard deviation 1/√n, beyond 6.1095 times that with probability 1e-9. */
    @Test
    void mean_isZero() {
        double mean = Arrays.stream(noise).sum() / SAMPLES;

        assertThat(mean).isBetween(-6.1095 / Math.sqrt(SAMPLES), 6.1095 / Math.sqrt(SAMPLES));
    }

    /** A chi-square leaves [n − 2√(nx), n + 2√(nx) + 2x] with probability at most e^-x on each side (Laurent, Massart 2000). */
    @Test
    void variance_isOne() {
        double squares = Arrays.stream(noise).map(x -> x * x).sum();

        double reach = 2 * Math.sqrt(SAMPLES * LOG_TWO_SIDED);
        // Rounding to the grid adds less than 1e-8 to the variance of each.
        assertThat(squares).isBetween(SAMPLES - reach, SAMPLES * (1 + 1e-8) + reach + 2 * LOG_TWO_SIDED);
    }

    /** Neighbours' products have mean 0; as (x+y)²/4 − (x−y)²/4 of disjoint pairs they are two chi-squares. */
    @Test
    void neighbours_areUncorrelated() {
        double sums = 0;
        double differences = 0;
        for (int i = 0; i < SAMPLES; i += 2) {
            sums += Math.pow(noise[i] + noise[i + 1], 2) / 2;
            differences += Math.pow(noise[i] - noise[i + 1], 2) / 2;
        }

        int pairs = SAMPLES / 2;
        // Two chi-squares, so that each side of each gets a quarter of 1e-9.
        double x = Math.log(4e9);
        double reach = 2 * Math.sqrt(pairs * x);
        assertThat(sums).isBetween(pairs - reach, pairs * (1 + 1e-8) + reach + 2 * x);
        assertThat(differences).isBetween(pairs - reach, pairs * (1 + 1e-8) + reach + 2 * x);
    }

    /**
     * A share p' of n draws with true probability p has n·KL(p', p) above x with probability at most e^-x on each side
     * (Chernoff). Probabilities: erfc(k/√2), computed with SciPy; between the bounds of rounding by half a step of the grid.
     */
    @Test
    void tails_haveTheirProbabilities() {
        assertTail(1, 0.317310507862914);
        assertTail(2, 0.0455002638963584);
        assertTail(3, 0.00269979606326019);
        assertTail(4, 6.33424836662398e-05);
        assertTail(4.5, 6.79534624946012e-06);
        assertTail(6, 1.97317529007540e-09);
    }

    private static void assertTail(double edge, double probability) {
        double share = Arrays.stream(noise).filter(x -> Math.abs(x) > edge).count() / (double) SAMPLES;
        double step = 0x1p-12;
        // Rounding moves a value over the edge by at most half a step; the density falls, so that this bounds the
        // change.
        double slack = 2 * step / 2 * Math.exp(-Math.pow(edge - step, 2) / 2) / Math.sqrt(2 * Math.PI);
        double nearest = Math.max(probability - slack, Math.min(probability + slack, share));

        assertThat(SAMPLES * divergence(share, nearest))
                .as("share beyond %s is %s", edge, share)
                .isLessThan(LOG_TWO_SIDED);
    }

    /** KL divergence of two coins. */
    private static double divergence(double p, double q) {
        return (p == 0 ? 0 : p * Math.log(p / q)) + (p == 1 ? 0 : (1 - p) * Math.log((1 - p) / (1 - q)));
    }

    /** The greatest distance of distribution functions is above e with probability at most 2·exp(−2ne²) (Massart 1990). */
    @Test
    void distribution_isNormal() {
        double[] sorted = noise.clone();
        Arrays.sort(sorted);
        double distance = 0;
        for (int i = 0; i < SAMPLES; i++) {
            double expected = normalCdf(sorted[i]);
            distance = Math.max(
                    distance, Math.max(expected - i / (double) SAMPLES, (i + 1) / (double) SAMPLES - expected));
        }

        // A step of the grid holds at most 0.4 times its width of probability, all on one value.
        assertThat(distance).isLessThan(Math.sqrt(LOG_TWO_SIDED / (2 * SAMPLES)) + 0.4 * 0x1p-12);
    }

    /** 1/2 + φ(x)·(x + x³/3 + x⁵/15 + …), all terms of one sign. */
    private static double normalCdf(double x) {
        double sum = x;
        double term = x;
        for (int k = 3; k < 400; k += 2) {
            term *= x * x / k;
            sum += term;
        }
        return 0.5 + sum * Math.exp(-x * x / 2) / Math.sqrt(2 * Math.PI);
    }

    @Test
    void normalCdf_agreesWithTables() {
        assertThat(normalCdf(1.959963984540054)).isCloseTo(0.975, within(1e-14));
        assertThat(normalCdf(-5.5)).isCloseTo(1.8989562465887e-08, within(1e-14));
    }

    @Test
    void noise_isAddedToTheSum() {
        GridSum sum = sum(100, 10, 20, 30);
        double[] exact = new GaussianNoise(NoiseSource.insecureForTests(5)).release(sum, 2);
        float[] halves = new GaussianNoise(NoiseSource.insecureForTests(5)).release(sum, 2, 0.5);
        NoiseSource again = NoiseSource.insecureForTests(5);

        for (int i = 0; i < 3; i++) {
            assertThat(exact[i]).isCloseTo(10 * (i + 1) + 2 * again.nextGaussian(), within(2 * 0x1p-13 + 1e-6));
            assertThat(halves[i]).isEqualTo((float) (exact[i] / 2));
        }
        assertThat(sum.toArray()).containsExactly(10, 20, 30);
    }

    private static GridSum sum(double bound, double... values) {
        GridSum sum = GridSum.of(values.length, bound);
        sum.add(values);
        return sum;
    }

    @Test
    void sharedNoise_doesNotDependOnThreads_andHasAStreamForEachRange() {
        int range = GaussianNoise.RANGE;
        GridSum zeros = GridSum.of(3 * range + 100, 1);
        float[] alone = new GaussianNoise(NoiseSource::insecureForTests, new Workers(1)).release(zeros, 1, 1);
        float[] next;
        try (Workers workers = new Workers(3)) {
            GaussianNoise shared = new GaussianNoise(NoiseSource::insecureForTests, workers);
            assertThat(shared.release(zeros, 1, 1)).isEqualTo(alone);
            next = shared.release(zeros, 1, 1);
        }
        NoiseSource third = NoiseSource.insecureForTests(2);
        for (int i = 2 * range; i < 2 * range + 50; i++) {
            assertThat((double) alone[i]).isCloseTo(third.nextGaussian(), within(0x1p-13));
            assertThat(next[i]).isNotEqualTo(alone[i]);
        }
    }

    /** What is released is on a grid that depends on the public standard deviation alone. */
    @Test
    void outputs_areOnAGridThatTheSumDoesNotChange() {
        double[] values = new double[20_000];
        Arrays.setAll(values, i -> Math.sin(i) / 3);
        double[] released = new GaussianNoise(NoiseSource.secure()).release(sum(50, values), 1.7);

        assertThat(Arrays.stream(released).map(x -> x * 4096)).allMatch(x -> x == Math.rint(x));
        assertThat(Arrays.stream(released).map(x -> x * 2048)).anyMatch(x -> x != Math.rint(x));
    }

    /**
     * With the same random numbers, the releases of two sums differ by their difference, to the coarse grid's step: the noise
     * is an integer that does not know the sum. A sum 2^40 steps away takes the same noise, to the last step.
     */
    @Test
    void noise_doesNotDependOnTheSum() {
        GridSum near = GridSum.of(1000, 1);
        GridSum far = GridSum.of(1000, 1);
        far.reserve(1 << 17);
        double shift = 0x1p17 - 1.0 / 3;
        double onGrid = (shift + far.rounder()) - far.rounder();
        Arrays.fill(far.values(), onGrid);
        double[] one = new GaussianNoise(NoiseSource.insecureForTests(9)).release(near, 0x1p-15);
        double[] other = new GaussianNoise(NoiseSource.insecureForTests(9)).release(far, 0x1p-15);

        for (int i = 0; i < one.length; i++) {
            assertThat(other[i] - onGrid).isCloseTo(one[i], within(0x1p-27));
        }
    }

    @Test
    void standardDeviationZero_changesNothing() {
        GridSum unbounded = GridSum.of(2, Double.POSITIVE_INFINITY);
        unbounded.add(new double[] {0.1, 1e-30});

        assertThat(new GaussianNoise(NoiseSource.secure()).release(unbounded, 0))
                .containsExactly(0.1, 1e-30);
        assertThat(new GaussianNoise(NoiseSource.secure()).release(unbounded, 0, 1))
                .containsExactly(0.1f, 1e-30f);
    }

    @Test
    void badArguments_areRefused() {
        GaussianNoise gaussian = new GaussianNoise(NoiseSource.secure());

        for (double bad : new double[] {-1, Double.NaN, Double.POSITIVE_INFINITY, 1e-31, 1e31}) {
            assertThatIllegalArgumentException()
                    .isThrownBy(() -> gaussian.release(GridSum.of(1, 1), bad))
                    .withMessage("standard deviation must be 0 or from 2^-100 to 2^100, got " + bad);
        }
        assertThatIllegalArgumentException()
                .isThrownBy(() -> gaussian.release(GridSum.of(1, 1), 0x1p18))
                .withMessageContaining("at most 2^49 steps of the sum's grid, which are 131072.0, got 262144.0");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> gaussian.release(GridSum.of(1, Double.POSITIVE_INFINITY), 1))
                .withMessageContaining("bounded contributions");
    }
}
