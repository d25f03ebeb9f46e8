package io.abacusdp.training.audit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class BinomialTailTest {
    /** By scipy 1.17.1: beta.ppf(level, k, n - k + 1) and beta.ppf(1 - level, k + 1, n - k). */
    @ParameterizedTest
    @CsvSource({
        "0, 10, 0.025, 0, 0.3084971078187607",
        "3, 10, 0.025, 0.06673951117773447, 0.6524528500599973",
        "1, 1, 0.05, 0.05, 1",
        "156, 160, 0.004, 0.92155112719895, 0.9960293448067602",
        "20, 20000, 0.001, 0.00044802315628900537, 0.001901236185186478",
        "24169, 40000, 0.03, 0.5996068943269507, 0.6088290295570484",
        "40000, 40000, 0.03, 0.9999123398949386, 1"
    })
    void bounds_areThoseOfClopperAndPearson_onTheSafeSide(int k, int n, double level, double lower, double upper) {
        assertThat(BinomialTail.lower(k, n, level))
                .isCloseTo(lower, within(2e-9))
                .isLessThanOrEqualTo(lower + 1e-15);
        assertThat(BinomialTail.upper(k, n, level))
                .isCloseTo(upper, within(2e-9))
                .isGreaterThanOrEqualTo(upper - 1e-15);
    }

    /** By scipy 1.17.1: binom.sf(24168, 40000, 0.6). */
    @Test
    void atLeast_isTheTail() {
        assertThat(BinomialTail.atLeast(40_000, 24_169, 1.5)).isCloseTo(0.04267804351671371, within(1e-10));
    }

    /**
     * If the bound were exceeded with probability 0.05, more than 149 of 2,000 would be with probability 1e-6 or less (scipy
     * 1.10.1, {@code binom.isf(1e-6, 2000, 0.05)}).
     */
    @Test
    void lower_isAboveTheTruthInFivePercentAtMost() {
        SplittableRandom random = new SplittableRandom(3);
        int above = 0;
        for (int i = 0; i < 2000; i++) {
            int successes = 0;
            for (int k = 0; k < 300; k++) {
                successes += random.nextDouble() < 0.6 ? 1 : 0;
            }
            above += BinomialTail.lower(successes, 300, 0.05) > 0.6 ? 1 : 0;
        }
        assertThat(above).isBetween(40, 149);
    }

    @Test
    void bounds_ofWhatCannotBe_areRefused() {
        assertThatThrownBy(() -> BinomialTail.lower(11, 10, 0.05))
                .hasMessage("successes must be from 0 to the number of trials 10, got 11");
        assertThatThrownBy(() -> BinomialTail.lower(1, 10, Double.NaN)).hasMessage("level must be in (0, 1), got NaN");
    }
}
