package io.abacusdp.training.audit;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Random;
import org.junit.jupiter.api.Test;

class NoiseSeenTest {
    /** The bound is 2√(ln(1/0.004)/n)/2 = 0.74 % above what was seen with 100,000 values. */
    @Test
    void factor_isAboveTheTruthAndNotFarAbove() {
        assertThat(seen(1)).isBetween(1.0, 1.015);
        assertThat(seen(0.97)).isBetween(0.97, 0.985);
    }

    @Test
    void factor_ofFewValues_isInfinite() {
        assertThat(new NoiseSeen(3, 3).factorUpper(0.004)).isInfinite();
        assertThat(new NoiseSeen(0, 0).factorUpper(0.004)).isInfinite();
    }

    private static double seen(double factor) {
        Random random = new Random(5);
        double squares = 0;
        for (int i = 0; i < 100_000; i++) {
            double value = factor * random.nextGaussian();
            squares += value * value;
        }
        return new NoiseSeen(100_000, squares).factorUpper(0.004);
    }
}
