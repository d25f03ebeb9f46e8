package io.abacusdp.accounting;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.math.BigDecimal;
import org.junit.jupiter.api.Test;

class HighRealTest {
    /** Values of Abramowitz and Stegun 1964, tables 4.2, 4.4, 26.1 and 26.2, and of normal.csv. */
    @Test
    void functions_publishedValues_agree() {
        assertThat(HighReal.exp(BigDecimal.ONE))
                .isBetween(new BigDecimal("2.718281828459045235360287"), new BigDecimal("2.718281828459045235360288"));
        assertThat(HighReal.log(BigDecimal.TEN))
                .isBetween(new BigDecimal("2.302585092994045684017991"), new BigDecimal("2.302585092994045684017992"));
        assertThat(HighReal.survival(BigDecimal.ONE))
                .isBetween(new BigDecimal("0.158655253931457"), new BigDecimal("0.158655253931458"));
        assertThat(HighReal.log10(HighReal.survival(BigDecimal.TEN))).isCloseTo(-23.11805, within(1e-5));
        assertThat(HighReal.log10(HighReal.survival(BigDecimal.valueOf(100)))).isCloseTo(-2173.87154, within(1e-5));
    }

    @Test
    void survival_seriesAndFraction_meet() {
        BigDecimal series =
                HighReal.survival(new BigDecimal("8.9999999999999999999999999999999999999999999999999999999999"));
        BigDecimal fraction = HighReal.survival(new BigDecimal("9"));
        assertThat(series.subtract(fraction).doubleValue() / fraction.doubleValue())
                .isBetween(0.0, 1e-55);
    }

    @Test
    void exp_ofALogarithm_isTheNumber() {
        for (double x : new double[] {1e-300, 0.3, 7, 1e200}) {
            BigDecimal back = HighReal.exp(HighReal.log(HighReal.real(x)));
            assertThat(HighReal.divide(back, HighReal.real(x))
                            .subtract(BigDecimal.ONE)
                            .abs())
                    .isLessThan(new BigDecimal("1e-60"));
        }
    }
}
