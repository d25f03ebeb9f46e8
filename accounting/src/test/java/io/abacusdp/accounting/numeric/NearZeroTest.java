package io.abacusdp.accounting.numeric;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.math.BigDecimal;
import java.math.MathContext;
import org.junit.jupiter.api.Test;

class NearZeroTest {
    private static final MathContext DIGITS = new MathContext(60);

    /** e^y − 1 − y by its series, in 60 digits. */
    private static double expm1mx(double y) {
        BigDecimal term = BigDecimal.ONE;
        BigDecimal sum = BigDecimal.ZERO;
        for (int k = 1; k < 120; k++) {
            term = term.multiply(new BigDecimal(y), DIGITS).divide(BigDecimal.valueOf(k), DIGITS);
            sum = k == 1 ? sum : sum.add(term, DIGITS);
        }
        return sum.doubleValue();
    }

    /** s − log(1 + s) by its series, in 60 digits. */
    private static double xmlog1p(double s) {
        BigDecimal power = new BigDecimal(s);
        BigDecimal sum = BigDecimal.ZERO;
        for (int k = 2; k < 400; k++) {
            power = power.multiply(new BigDecimal(-s), DIGITS);
            sum = sum.subtract(power.divide(BigDecimal.valueOf(k), DIGITS), DIGITS);
        }
        return sum.doubleValue();
    }

    @Test
    void expm1mx_allMagnitudes_isPrecise() {
        for (double y = 1e-12; y < 6; y *= 1.7) {
            assertThat(NearZero.expm1mx(y) / expm1mx(y) - 1).isCloseTo(0, within(2e-15));
            assertThat(NearZero.expm1mx(-y) / expm1mx(-y) - 1).isCloseTo(0, within(2e-15));
            assertThat(NearZero.expm1(y) / Math.expm1(y) - 1).isCloseTo(0, within(1e-15));
            assertThat(NearZero.expm1(-y) / Math.expm1(-y) - 1).isCloseTo(0, within(1e-15));
        }
    }

    @Test
    void xmlog1p_itsWholeRange_isPrecise() {
        for (double s = 1e-12; s <= .4; s *= 1.3) {
            assertThat(NearZero.xmlog1p(s) / xmlog1p(s) - 1).isCloseTo(0, within(2e-15));
            assertThat(NearZero.xmlog1p(-s) / xmlog1p(-s) - 1).isCloseTo(0, within(2e-15));
            assertThat(NearZero.log1p(-s) / Math.log1p(-s) - 1).isCloseTo(0, within(1e-15));
        }
        assertThat(NearZero.log1p(3)).isEqualTo(Math.log(4));
    }

    @Test
    void shortExpm1_itsWholeRange_isPrecise() {
        for (double x = 1e-12; x <= .02; x *= 1.3) {
            assertThat(NearZero.shortExpm1(x) / Math.expm1(x) - 1).isCloseTo(0, within(1e-15));
            assertThat(NearZero.shortExpm1(-x) / Math.expm1(-x) - 1).isCloseTo(0, within(1e-15));
        }
    }
}
