package io.abacusdp.accounting.classic;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import org.junit.jupiter.api.Test;

class ClassicalGaussianTest {
    @Test
    void sigma_insideItsRange_isTheFormula() {
        // √(2 ln 125000)/0.5 with mpmath at 30 digits.
        assertThat(ClassicalGaussian.sigma(0.5, 1e-5)).isCloseTo(9.68961052521078, within(2e-15 * 9.7));
        assertThat(ClassicalGaussian.sigma(0.5, 1e-5, 3)).isCloseTo(29.06883157563234, within(2e-15 * 29));
    }

    @Test
    void sigma_insideItsRange_isMoreThanIsNeeded() {
        for (double epsilon = 0.01; epsilon < 1; epsilon += 0.09) {
            for (double delta = 1e-100; delta < 0.5; delta = Math.sqrt(delta)) {
                assertThat(ClassicalGaussian.sigma(epsilon, delta))
                        .isGreaterThan(AnalyticGaussian.sigma(epsilon, delta));
            }
        }
    }

    @Test
    void sigma_outsideItsRange_isRefusedWithTheRemedy() {
        for (double epsilon : new double[] {0, 1, 10, Double.NaN}) {
            assertThatThrownBy(() -> ClassicalGaussian.sigma(epsilon, 1e-5))
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessage("epsilon must be in (0, 1), got " + epsilon
                            + "; beyond, the classical bound is not proven: use the analytic Gaussian");
        }
        assertThatThrownBy(() -> ClassicalGaussian.sigma(0.5, 0)).hasMessage("delta must be in (0, 1), got 0.0");
    }
}
