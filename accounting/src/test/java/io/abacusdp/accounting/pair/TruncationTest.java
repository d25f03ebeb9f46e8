package io.abacusdp.accounting.pair;

import static org.assertj.core.api.Assertions.assertThat;

import java.math.BigDecimal;
import java.math.MathContext;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class TruncationTest {
    private static final MathContext DIGITS = new MathContext(50);

    @ParameterizedTest
    @CsvSource({"0.1,5,20", "0.25,20,30", "0.01,40,1000", "0.5,600,1000", "0.3,9,10"})
    void probability_smallCases_isTightlyAboveTheBinomialTail(double rate, int max, int records) {
        BigDecimal q = new BigDecimal(rate);
        BigDecimal tail = BigDecimal.ZERO;
        BigDecimal mass = BigDecimal.ONE.subtract(q).pow(records, DIGITS);
        for (int k = 0; k <= records; k++) {
            if (k > max) {
                tail = tail.add(mass, DIGITS);
            }
            mass = mass.multiply(BigDecimal.valueOf(records - k), DIGITS)
                    .multiply(q, DIGITS)
                    .divide(BigDecimal.valueOf(k + 1).multiply(BigDecimal.ONE.subtract(q), DIGITS), DIGITS);
        }
        double exact = tail.doubleValue();
        assertThat(Truncation.probability(rate, max, records))
                .isBetween(exact, exact * Truncation.slack(max + 1, records));
    }

    @Test
    void probability_batchBelowTheMean_isOne() {
        assertThat(Truncation.probability(0.5, 10, 100)).isEqualTo(1);
        assertThat(Truncation.probability(1, 10, 100)).isEqualTo(1);
    }

    @Test
    void probability_batchOfAllRecords_isZero() {
        assertThat(Truncation.probability(0.5, 100, 100)).isZero();
        assertThat(Truncation.probability(0, 1, 100)).isZero();
    }
}
