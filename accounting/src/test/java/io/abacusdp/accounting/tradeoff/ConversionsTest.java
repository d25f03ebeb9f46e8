package io.abacusdp.accounting.tradeoff;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import io.abacusdp.accounting.numeric.Normal;
import org.junit.jupiter.api.Test;

class ConversionsTest {
    @Test
    void epsilonDelta_publishedRows_agree() {
        assertThat(EpsilonDelta.falseNegativeRate(1, .001, .8)).isCloseTo(.073, within(5e-4));
        assertThat(EpsilonDelta.falseNegativeRate(1, .001, .8)).isCloseTo(.199 / Math.E, within(1e-14));
        assertThat(EpsilonDelta.epsilon(.001, .001, .8)).isCloseTo(5.293, within(5e-4));
        assertThat(EpsilonDelta.falseNegativeRate(1, .001, 1)).isZero();
        assertThat(EpsilonDelta.falseNegativeRate(1, .001, 0)).isCloseTo(.999, within(1e-15));
    }

    @Test
    void epsilonDelta_epsilonOfAPoint_keepsThePoint() {
        for (double alpha : new double[] {1e-9, .01, .3, .9}) {
            for (double beta : new double[] {1e-9, .05, .4, .8}) {
                double epsilon = EpsilonDelta.epsilon(1e-6, alpha, beta);
                if (epsilon > 0) {
                    assertThat(EpsilonDelta.falseNegativeRate(epsilon, 1e-6, alpha))
                            .isCloseTo(beta, within(1e-12 + 1e-7 * beta));
                } else {
                    assertThat(alpha + beta).isGreaterThanOrEqualTo(1 - 1e-6);
                }
            }
        }
    }

    @Test
    void gaussianDp_rates_areThoseOfTheNormalLaw() {
        assertThat(GaussianDp.falseNegativeRate(1, .01))
                .isCloseTo(.90763775192631, within(2e-14))
                .isLessThanOrEqualTo(.907637751926315);
        for (double mu : new double[] {0, .01, 1, 5, 30}) {
            for (double alpha : new double[] {0, 1e-12, .001, .3, .9, .999, 1}) {
                double truth = Normal.cdf(-Normal.quantile(alpha) - mu);
                assertThat(GaussianDp.falseNegativeRate(mu, alpha)).isBetween(truth - 1e-13, truth * (1 + 1e-12));
            }
        }
    }

    @Test
    void gaussianDp_guarantees_convertBothWays() {
        assertThat(GaussianDp.epsilon(1, 1e-5)).isCloseTo(4.37717809568122, within(1e-12));
        assertThat(GaussianDp.mu(1, 1e-5)).isCloseTo(1 / 3.73063163481594, within(1e-13));
        assertThat(GaussianDp.delta(GaussianDp.mu(2, 1e-6), 2)).isLessThanOrEqualTo(1e-6);
        assertThat(GaussianDp.delta(1, 0)).isCloseTo(.38292492254803, within(1e-13));
    }

    @Test
    void conversions_outOfRange_areRefused() {
        assertThatThrownBy(() -> EpsilonDelta.falseNegativeRate(1, 0, Double.NaN))
                .hasMessage("false positive rate must be in [0, 1], got NaN");
        assertThatThrownBy(() -> EpsilonDelta.epsilon(0, 0, .5))
                .hasMessage("false positive rate must be in (0, 1), got 0.0");
        assertThatThrownBy(() -> EpsilonDelta.epsilon(0, .5, 1))
                .hasMessage("false negative rate must be in (0, 1), got 1.0");
        assertThatThrownBy(() -> GaussianDp.falseNegativeRate(-1, .5))
                .hasMessage("mu must be finite and at least 0, got -1.0");
    }
}
