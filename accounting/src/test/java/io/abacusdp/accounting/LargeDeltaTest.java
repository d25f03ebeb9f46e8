package io.abacusdp.accounting;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import org.junit.jupiter.api.Test;

class LargeDeltaTest {
    @Test
    void delta_isTooLargeFromOneOverTheRecordsOn() {
        assertThat(LargeDelta.warning(0.01, 100)).isPresent();
        assertThat(LargeDelta.warning(Math.nextDown(0.01), 100)).isEmpty();
        assertThat(LargeDelta.warning(0.01, 99)).isEmpty();
        assertThat(LargeDelta.warning(0.01, 101)).isPresent();
        assertThat(LargeDelta.warning(0, 1)).isEmpty();
        assertThat(LargeDelta.warning(1, 1)).isPresent();
    }

    /** The double of 1e-6 is below 10^-6, and that of 1/3 below 1/3: written or computed, both are 1/n. */
    @Test
    void delta_thatIsOneOverTheRecordsButForItsRounding_isTooLarge() {
        assertThat(LargeDelta.warning(1e-6, 1_000_000)).isPresent();
        assertThat(LargeDelta.warning(1e-6, 999_999)).isEmpty();
        assertThat(LargeDelta.warning(1.0 / 3, 3)).isPresent();
        for (int exponent = 1; exponent <= 15; exponent++) {
            assertThat(LargeDelta.warning(Double.parseDouble("1e-" + exponent), (long) Math.pow(10, exponent)))
                    .isPresent();
        }
    }

    @Test
    void warning_hasTheFiguresAndARemedy() {
        assertThat(LargeDelta.warning(0.01, 150))
                .hasValue(
                        "delta 0.01 is not below 1/150: a mechanism that publishes one of the 150 records outright can"
                                + " satisfy such a guarantee; choose a delta far below");
        assertThat(LargeDelta.warning(0.5, 8, "clients").orElse("")).contains("one of the 8 clients outright");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> LargeDelta.warning(0.1, 0))
                .withMessage("records must be at least 1, got 0");
    }
}
