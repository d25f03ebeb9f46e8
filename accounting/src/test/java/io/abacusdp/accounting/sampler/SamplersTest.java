package io.abacusdp.accounting.sampler;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.math.BigInteger;
import java.util.Random;
import java.util.function.IntToDoubleFunction;
import java.util.function.LongSupplier;
import org.junit.jupiter.api.Test;

/** Frequencies of the samplers against their laws, written down apart from them. */
class SamplersTest {
    private static final int DRAWS = 40_000;
    private static final int FAR = 40;

    /** Each frequency is within 5.5 standard deviations: falsely rejects with probability below 1e-5 for all together. */
    private static void assertLaw(String name, LongSupplier sampler, IntToDoubleFunction weight) {
        double total = 0;
        for (int k = -FAR; k <= FAR; k++) {
            total += weight.applyAsDouble(k);
        }
        int[] seen = new int[2 * FAR + 1];
        for (int i = 0; i < DRAWS; i++) {
            long drawn = sampler.getAsLong();
            assertThat(Math.abs(drawn)).as(name).isLessThanOrEqualTo(FAR);
            seen[(int) drawn + FAR]++;
        }
        for (int k = -FAR; k <= FAR; k++) {
            double expected = DRAWS * weight.applyAsDouble(k) / total;
            double most = 5.5 * Math.sqrt(expected) + 6;
            assertThat((double) seen[k + FAR]).as("%s at %d", name, k).isBetween(expected - most, expected + most);
        }
    }

    @Test
    void discreteLaplace_hasItsLaw() {
        for (double a : new double[] {0.5, 1.75, 1.0 / 3}) {
            Random random = new Random(41);
            DiscreteLaplaceSampler sampler = new DiscreteLaplaceSampler(a);
            assertLaw("laplace " + a, () -> sampler.next(random).longValueExact(), k -> Math.exp(-a * Math.abs(k)));
        }
    }

    @Test
    void discreteGaussian_hasItsLaw() {
        for (double sigma : new double[] {0.4, 1, 2.7}) {
            Random random = new Random(43);
            DiscreteGaussianSampler sampler = new DiscreteGaussianSampler(sigma);
            assertLaw(
                    "gaussian " + sigma,
                    () -> sampler.next(random).longValueExact(),
                    k -> Math.exp(-k * k / (2 * sigma * sigma)));
        }
    }

    @Test
    void skellam_hasItsLaw() {
        for (double variance : new double[] {0.3, 2, 5.5}) {
            Random random = new Random(47);
            SkellamSampler sampler = new SkellamSampler(variance);
            assertLaw("skellam " + variance, () -> sampler.next(random), k -> skellam(k, variance / 2));
        }
    }

    /** Σ_j λ^{k+j}/(k+j)!·λ^j/j!, without its constant. */
    private static double skellam(int k, double mean) {
        int shift = Math.abs(k);
        double term = 1;
        for (int i = 1; i <= shift; i++) {
            term *= mean / i;
        }
        double sum = 0;
        for (int j = 0; j < 80; j++) {
            sum += term;
            term *= mean * mean / ((j + 1.0) * (shift + j + 1));
        }
        return sum;
    }

    @Test
    void discreteGaussian_ofALargeSigma_hasItsVariance() {
        Random random = new Random(53);
        DiscreteGaussianSampler sampler = new DiscreteGaussianSampler(1e9);
        double sum = 0;
        int draws = 2000;
        for (int i = 0; i < draws; i++) {
            double drawn = sampler.next(random).doubleValue() / 1e9;
            sum += drawn * drawn;
        }
        // A χ² of 2000 degrees: five standard deviations.
        assertThat(sum / draws).isBetween(1 - 5 * Math.sqrt(2.0 / draws), 1 + 5 * Math.sqrt(2.0 / draws));
    }

    @Test
    void coins_areExactAtTheirEnds() {
        Coins coins = new Coins(new Random(59));
        for (int i = 0; i < 200; i++) {
            assertThat(coins.rational(BigInteger.ZERO, BigInteger.TEN)).isFalse();
            assertThat(coins.rational(BigInteger.TEN, BigInteger.TEN)).isTrue();
            assertThat(coins.exponential(BigInteger.ZERO, BigInteger.ONE)).isTrue();
            assertThat(coins.below(BigInteger.ONE)).isZero();
        }
        assertThat(Coins.fraction(0.375)).containsExactly(BigInteger.valueOf(3), BigInteger.valueOf(8));
        assertThat(Coins.fraction(1e300)[1]).isOne();
    }

    @Test
    void samplers_ofParametersOutOfRange_areRefused() {
        assertThatThrownBy(() -> new DiscreteLaplaceSampler(0)).hasMessageContaining("got 0.0");
        assertThatThrownBy(() -> new DiscreteGaussianSampler(Double.NaN)).hasMessageContaining("NaN");
        assertThatThrownBy(() -> new SkellamSampler(1e9)).hasMessageContaining("2^21");
    }
}
