package io.abacusdp.accounting.numeric;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import io.abacusdp.accounting.ReferenceCsv;
import java.util.function.DoubleUnaryOperator;
import org.apache.commons.numbers.gamma.Erfc;
import org.apache.commons.statistics.distribution.NormalDistribution;
import org.junit.jupiter.api.Test;

class NormalTest {
    private static final double ACCURACY = 2e-15;

    private static DoubleUnaryOperator function(String name) {
        return switch (name) {
            case "cdf" -> Normal::cdf;
            case "survival" -> Normal::survival;
            case "density" -> Normal::density;
            case "logCdf" -> Normal::logCdf;
            case "erfcx" -> Normal::erfcx;
            case "quantile" -> Normal::quantile;
            default -> throw new IllegalArgumentException(name);
        };
    }

    @Test
    void functions_referenceTable_agreeToTheStatedAccuracy() {
        for (String[] row : ReferenceCsv.rows("normal.csv")) {
            double expected = Double.parseDouble(row[2]);
            assertThat(function(row[0]).applyAsDouble(Double.parseDouble(row[1])) / expected - 1)
                    .as("relative error of %s(%s)", row[0], row[1])
                    .isCloseTo(0, within(ACCURACY));
        }
    }

    @Test
    void cdf_alongTheLine_agreesWithCommons() {
        for (double x = -37; x < 9; x += 0.013) {
            assertThat(Normal.cdf(x) / (0.5 * Erfc.value(-x / Math.sqrt(2))) - 1)
                    .as("relative error at %s", x)
                    // The argument that Commons is given is rounded, which costs x² units in the last place.
                    .isCloseTo(0, within(4e-15 + x * x * 2.3e-16));
        }
    }

    @Test
    void quantile_centreAndTails_agreesWithCommons() {
        NormalDistribution standard = NormalDistribution.of(0, 1);
        for (double p = 0.0005; p < 1; p += 0.001) {
            assertThat(Normal.quantile(p))
                    .as("at %s", p)
                    .isCloseTo(standard.inverseCumulativeProbability(p), within(1e-13));
        }
    }

    @Test
    void quantile_ofCdf_returnsTheArgument() {
        for (double x = -37.4; x <= 0; x += 0.037) {
            assertThat(Normal.quantile(Normal.cdf(x))).isCloseTo(x, within(1e-14 * Math.max(1, -x)));
        }
    }

    @Test
    void cdf_neighbouringArguments_neverFalls() {
        for (double x = -38; x < 9; x += 0.0117) {
            assertThat(Normal.cdf(x + 1e-12)).isGreaterThanOrEqualTo(Normal.cdf(x) * (1 - ACCURACY));
        }
    }

    @Test
    void functions_atTheEdges_giveLimits() {
        assertThat(Normal.cdf(Double.NEGATIVE_INFINITY)).isZero();
        assertThat(Normal.cdf(Double.POSITIVE_INFINITY)).isEqualTo(1);
        assertThat(Normal.cdf(-1e200)).isZero();
        assertThat(Normal.cdf(Double.NaN)).isNaN();
        assertThat(Normal.survival(40)).isEqualTo(Normal.cdf(-40));
        assertThat(Normal.logCdf(Double.NEGATIVE_INFINITY)).isEqualTo(Double.NEGATIVE_INFINITY);
        assertThat(Normal.logCdf(Double.POSITIVE_INFINITY)).isZero();
        assertThat(Normal.erfcx(-30)).isEqualTo(Double.POSITIVE_INFINITY);
        assertThat(Normal.millsRatio(-40)).isEqualTo(Double.POSITIVE_INFINITY);
        assertThat(Normal.erfcx(Double.POSITIVE_INFINITY)).isZero();
        assertThat(Normal.erfcx(Double.NaN)).isNaN();
        assertThat(Normal.quantile(0)).isEqualTo(Double.NEGATIVE_INFINITY);
        assertThat(Normal.quantile(1)).isEqualTo(Double.POSITIVE_INFINITY);
        assertThat(Normal.quantile(0.5)).isZero();
    }

    @Test
    void quantile_outsideTheUnitInterval_isRefused() {
        for (double p : new double[] {-1e-300, 1.1, Double.NaN}) {
            assertThatThrownBy(() -> Normal.quantile(p))
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessage("p must be in [0, 1], got " + p);
        }
    }
}
