package io.abacusdp.accounting.classic;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import io.abacusdp.accounting.ReferenceCsv;
import java.math.BigDecimal;
import java.math.MathContext;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class AnalyticGaussianTest {
    @Test
    void everything_referenceTable_isWithinTheStatedErrorAndNeverBelow() {
        for (String[] row : ReferenceCsv.rows("analytic_gaussian.csv")) {
            double a = Double.parseDouble(row[1]);
            double b = Double.parseDouble(row[2]);
            double value = switch (row[0]) {
                case "delta" -> AnalyticGaussian.delta(a, b);
                case "epsilon" -> AnalyticGaussian.epsilon(a, b);
                default -> AnalyticGaussian.sigma(a, b);
            };
            BigDecimal truth = new BigDecimal(row[3]);
            assertThat(new BigDecimal(value).compareTo(truth))
                    .as("%s is not below", (Object) row)
                    .isNotNegative();
            double relative =
                    new BigDecimal(value).divide(truth, MathContext.DECIMAL128).doubleValue() - 1;
            assertThat(relative)
                    .as("error of %s", String.join(",", row))
                    .isLessThan(row[0].equals("delta") ? 2e-14 : 1e-13);
        }
    }

    @ParameterizedTest
    @CsvSource({
        "1, 1e-5, 4.37717809568122", "1, 1e-6, 4.886554117462", "0.5, 1e-5, 1.99309140441512",
        "2, 1e-5, 9.9972561464343", "0.1, 1e-5, 0.340669364684326", "1, 1e-30, 11.7438830252317",
        "10, 1e-10, 112.840326704232"
    })
    void epsilon_knownValue_agrees(double mu, double delta, double epsilon) {
        assertThat(AnalyticGaussian.epsilon(mu, delta)).isCloseTo(epsilon, within(1e-12 * epsilon));
    }

    @ParameterizedTest
    @CsvSource({
        "1, 1e-5, 3.73063163481594, 1e-12", "0.1, 1e-6, 36.3046904261958, 1e-12",
        "10, 1e-5, 0.499888619709009, 1e-12", "100, 1e-6, 0.0978372239744411, 1e-12",
        "200, 1e-6, 0.0631068, 1e-6"
    })
    void sigma_knownValue_agrees(double epsilon, double delta, double sigma, double accuracy) {
        assertThat(AnalyticGaussian.sigma(epsilon, delta)).isCloseTo(sigma, within(accuracy * sigma));
    }

    @Test
    void sigma_hugeEpsilon_isFiniteAndFalls() {
        double before = AnalyticGaussian.sigma(200, 1e-6);
        for (double epsilon : new double[] {1000, 1e4, 1e6, 1e9, 1e15}) {
            double sigma = AnalyticGaussian.sigma(epsilon, 1e-6);
            // No mechanism with more than σ = 1/√(2ε) of noise can fail: half of its mass has less loss than 1/2σ².
            assertThat(sigma).isPositive().isLessThan(before).isGreaterThan(0.99 / Math.sqrt(2 * epsilon));
            before = sigma;
        }
    }

    @Test
    void sigma_anyTarget_holdsWhenAskedForItsDelta() {
        for (double epsilon = 0; epsilon < 20; epsilon = epsilon * 1.7 + 0.01) {
            for (double delta = 1e-300; delta < 0.9; delta = Math.pow(delta, 0.7)) {
                for (double sensitivity : new double[] {1, 0.3, 1e7}) {
                    double sigma = AnalyticGaussian.sigma(epsilon, delta, sensitivity);
                    assertThat(AnalyticGaussian.delta(sensitivity / sigma, epsilon))
                            .isLessThanOrEqualTo(delta);
                    assertThat(sigma)
                            .isCloseTo(
                                    sensitivity * AnalyticGaussian.sigma(epsilon, delta),
                                    within(1e-13 * sensitivity * sigma));
                }
            }
        }
    }

    @Test
    void epsilon_anyDelta_holdsWhenAskedForItsDelta() {
        for (double mu = 1e-8; mu < 1e4; mu *= 3.3) {
            for (double delta = 1e-300; delta < 0.9; delta = Math.pow(delta, 0.7)) {
                double epsilon = AnalyticGaussian.epsilon(mu, delta);
                assertThat(AnalyticGaussian.delta(mu, epsilon)).isLessThanOrEqualTo(delta);
            }
        }
    }

    @Test
    void delta_moreEpsilonOrMoreNoise_neverRises() {
        for (double mu = 1e-3; mu < 100; mu *= 1.9) {
            double before = 1;
            for (double epsilon = 0; epsilon < 100; epsilon += 0.7) {
                double delta = AnalyticGaussian.delta(mu, epsilon);
                assertThat(delta).isLessThanOrEqualTo(before * (1 + 2e-14));
                assertThat(AnalyticGaussian.delta(mu * 1.01, epsilon)).isGreaterThanOrEqualTo(delta * (1 - 2e-14));
                before = delta;
            }
        }
    }

    @Test
    void epsilon_deltaAboveThatOfZero_isZero() {
        // Φ(1/2) − Φ(−1/2), from known-values.md.
        assertThat(AnalyticGaussian.delta(1, 0)).isCloseTo(0.38292492254803, within(1e-14));
        assertThat(AnalyticGaussian.epsilon(1, 0.3829249226)).isZero();
        assertThat(AnalyticGaussian.epsilon(1, 0.38)).isPositive();
        assertThat(AnalyticGaussian.epsilon(0, 0)).isZero();
        assertThat(AnalyticGaussian.epsilon(1e-8, 0.5)).isZero();
    }

    @Test
    void extremes_underOrOverflow_areOnTheSafeSide() {
        assertThat(AnalyticGaussian.delta(0, 0)).isZero();
        assertThat(AnalyticGaussian.delta(1, 1e308)).isEqualTo(2e-323);
        assertThat(AnalyticGaussian.delta(1e-300, 1e300)).isEqualTo(2e-323);
        assertThat(AnalyticGaussian.delta(Double.MAX_VALUE, 1)).isEqualTo(1);
        assertThat(AnalyticGaussian.delta(1e200, 1e308)).isEqualTo(1);
        assertThat(AnalyticGaussian.epsilon(1, 0)).isEqualTo(Double.POSITIVE_INFINITY);
        assertThat(AnalyticGaussian.epsilon(1, 1e-323)).isEqualTo(Double.POSITIVE_INFINITY);
        assertThat(AnalyticGaussian.sigma(1, 1e-323)).isEqualTo(Double.POSITIVE_INFINITY);
    }

    @Test
    void arguments_outOfRange_areRefused() {
        assertThatThrownBy(() -> AnalyticGaussian.delta(Double.NaN, 1))
                .hasMessage("mu must be finite and at least 0, got NaN");
        assertThatThrownBy(() -> AnalyticGaussian.delta(1, -1))
                .hasMessage("epsilon must be finite and at least 0, got -1.0");
        assertThatThrownBy(() -> AnalyticGaussian.epsilon(1, 1)).hasMessage("delta must be in [0, 1), got 1.0");
        assertThatThrownBy(() -> AnalyticGaussian.sigma(1, 0)).hasMessage("delta must be in (0, 1), got 0.0");
        assertThatThrownBy(() -> AnalyticGaussian.sigma(1, 0.1, 0))
                .hasMessage("sensitivity must be finite and above 0, got 0.0");
    }
}
