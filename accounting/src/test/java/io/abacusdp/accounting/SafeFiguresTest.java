package io.abacusdp.accounting;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class SafeFiguresTest {
    @ParameterizedTest
    @CsvSource({
        "2.10084, 4, 2.101, 2.1",
        "2.1, 6, 2.1, 2.1",
        "0.1, 6, 0.1, 0.1",
        "0.30000000000000004, 6, 0.300001, 0.3",
        "0.30000000000000004, 17, 0.30000000000000004, 0.30000000000000004",
        "9.9999999, 3, 10, 9.99",
        "0, 3, 0, 0",
        "2250, 6, 2250, 2250",
        "1234567, 3, 1240000, 1230000",
        "12345678901234, 3, 1.24e13, 1.23e13",
        "0.00012345, 2, 0.00013, 0.00012",
        "0.000012345, 2, 1.3e-5, 1.2e-5",
        "1e-5, 6, 1e-5, 1e-5",
        "5e-324, 3, 4.9e-324, 4.9e-324",
        "-1.23456, 3, -1.23, -1.24",
        "Infinity, 3, Infinity, Infinity",
    })
    void figures_givenDigits_roundedToTheirSide(double value, int digits, String up, String down) {
        assertThat(SafeFigures.up(value, digits)).isEqualTo(up);
        assertThat(SafeFigures.down(value, digits)).isEqualTo(down);
    }

    @Test
    void figures_randomDoubles_readBackOnTheSafeSideAndClose() {
        SplittableRandom random = new SplittableRandom(20260101);
        for (int i = 0; i < 20_000; i++) {
            double value = Math.exp(random.nextDouble(-600, 600));
            int digits = random.nextInt(1, SafeFigures.ALL_DIGITS + 1);
            double up = Double.parseDouble(SafeFigures.up(value, digits));
            double down = Double.parseDouble(SafeFigures.down(value, digits));
            // One unit in the last of n digits is at most 10^(1−n) of the value; a double adds its own rounding.
            double unit = value * (Math.pow(10, 1 - digits) + 4 * Math.ulp(1.0));
            assertThat(up).isBetween(value, value + unit);
            assertThat(down).isBetween(value - unit, value);
        }
    }

    @Test
    void exact_anyDouble_readsBackAsTheSame() {
        SplittableRandom random = new SplittableRandom(20260102);
        for (int i = 0; i < 20_000; i++) {
            double value = Math.exp(random.nextDouble(-700, 700));
            assertThat(Double.parseDouble(SafeFigures.exact(value))).isEqualTo(value);
        }
    }

    @Test
    void figures_notANumberOrNoDigits_refused() {
        assertThatThrownBy(() -> SafeFigures.up(Double.NaN, 6))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("a figure must be a number, got NaN");
        assertThatThrownBy(() -> SafeFigures.down(1, 0))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("digits must be from 1 to 17, got 0");
        assertThatThrownBy(() -> SafeFigures.down(1, 18)).isInstanceOf(IllegalArgumentException.class);
    }
}
