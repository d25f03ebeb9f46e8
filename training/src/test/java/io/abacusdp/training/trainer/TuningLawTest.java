package io.abacusdp.training.trainer;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

class TuningLawTest {
    private static final int DRAWS = 200_000;

    /** Share of one run, and mean; by the law's definition with γ solved by hand below. Seeds are fixed. */
    private static void check(double mean, double shape, double one, double variance) {
        TuningLaw law = new TuningLaw(mean, shape);
        SplittableRandom random = new SplittableRandom(11);
        double sum = 0;
        double ones = 0;
        for (int i = 0; i < DRAWS; i++) {
            int runs = law.draw(random);
            sum += runs;
            ones += runs == 1 ? 1 : 0;
        }
        // Five standard deviations, missed once in a million by other seeds.
        assertThat(sum / DRAWS).isCloseTo(mean, within(5 * Math.sqrt(variance / DRAWS)));
        assertThat(ones / DRAWS).isCloseTo(one, within(5 * Math.sqrt(one * (1 - one) / DRAWS)));
    }

    /** Geometric: γ = 1/mean, P(1) = γ, variance (1 − γ)/γ². */
    @Test
    void draw_geometric_hasItsMeanAndItsShareOfOne() {
        check(4, 1, 0.25, 0.75 * 16);
        check(10, 1, 0.1, 0.9 * 100);
    }

    /** Logarithmic with γ = 1/10: mean 9/log 10 = 3.9087, P(1) = 0.9/log 10 = 0.39087; E K² = (1 − γ)/(γ² log(1/γ)) = 39.087. */
    @Test
    void draw_logarithmic_hasItsMeanAndItsShareOfOne() {
        double mean = 9 / Math.log(10);
        check(mean, 0, 0.9 / Math.log(10), 90 / Math.log(10) - mean * mean);
    }

    /** η = 2 with γ = 1/2: mean 2·(1 − γ)/(γ(1 − γ²)) = 8/3, P(1) = 2·½·¼/(3/4) = 1/3; P(k) = (k + 1)/3·2^−k, E K² = 32/3. */
    @Test
    void draw_truncatedNegativeBinomial_hasItsMeanAndItsShareOfOne() {
        check(8 / 3.0, 2, 1 / 3.0, 32 / 3.0 - 64 / 9.0);
    }

    @Test
    void draw_ofOneExpectedRun_isOne() {
        assertThat(new TuningLaw(1, 1).draw(new SplittableRandom(1))).isEqualTo(1);
        assertThatThrownBy(() -> new TuningLaw(0.5, 1)).hasMessageContaining("from 1 to 1000, got 0.5");
        assertThatThrownBy(() -> new TuningLaw(5, Double.POSITIVE_INFINITY)).hasMessageContaining("from 0 to 100");
    }
}
