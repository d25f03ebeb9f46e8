package io.abacusdp.accounting.numeric;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.util.SplittableRandom;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class SearchTest {
    private static final double INFINITY = Double.POSITIVE_INFINITY;

    @ParameterizedTest
    @ValueSource(doubles = {0, Double.MIN_VALUE, 1e-300, 0.1, 1, 12345.678, 1e300})
    void leastAndGreatest_zeroTolerance_findThePointItself(double point) {
        for (double high : new double[] {1e301, INFINITY}) {
            assertThat(Search.least(0, high, 0, x -> x >= point)).isEqualTo(point);
            assertThat(Search.greatest(0, high, 0, x -> x <= point)).isEqualTo(point);
        }
    }

    @Test
    void leastAndGreatest_anyTolerance_endOnTheSafeSideWithinIt() {
        SplittableRandom random = new SplittableRandom(5);
        for (int i = 0; i < 2000; i++) {
            double point = Math.pow(10, random.nextDouble(-12, 12));
            double tolerance = Math.pow(10, random.nextDouble(-15, -1));
            double high = i % 2 == 0 ? 1e13 : INFINITY;
            double least = Search.least(0, high, tolerance, x -> x >= point);
            double greatest = Search.greatest(0, high, tolerance, x -> x <= point);
            assertThat(least).isBetween(point, point * (1 + 1.2 * tolerance) + Math.ulp(point));
            assertThat(greatest).isBetween(point * (1 - tolerance) - Math.ulp(point), point);
        }
    }

    @Test
    void leastAndGreatest_conditionAtTheEnds_answeredWithoutSearch() {
        assertThat(Search.least(2, 3, 0.1, x -> true)).isEqualTo(2);
        assertThat(Search.least(2, 3, 0.1, x -> false)).isNaN();
        assertThat(Search.greatest(2, 3, 0.1, x -> true)).isEqualTo(3);
        assertThat(Search.greatest(2, 3, 0.1, x -> false)).isNaN();
        assertThat(Search.least(INFINITY, INFINITY, 0.1, x -> true)).isInfinite();
    }

    @Test
    void leastAndGreatest_negativeZeroAsLowEnd_isZero() {
        assertThat(Search.least(-0.0, 10, 1e-9, x -> x >= 3)).isEqualTo(3, within(1e-8));
        assertThat(Search.greatest(-0.0, 10, 1e-9, x -> x <= 3)).isEqualTo(3, within(1e-8));
    }

    @Test
    void leastAndGreatest_widestInterval_atMost65Evaluations() {
        AtomicInteger calls = new AtomicInteger();
        Search.least(0, INFINITY, 0, x -> {
            calls.incrementAndGet();
            return x >= 0.3;
        });
        assertThat(calls.get()).isLessThanOrEqualTo(65);
        calls.set(0);
        Search.greatest(0, INFINITY, 0, x -> {
            calls.incrementAndGet();
            return x <= 0.3;
        });
        assertThat(calls.get()).isLessThanOrEqualTo(65);
    }

    @ParameterizedTest
    @CsvSource({"-1, 2", "3, 2", "NaN, 2", "1, NaN"})
    void leastAndGreatest_badInterval_refused(double low, double high) {
        String message = "a search needs 0 <= low <= high, got low " + low + " and high " + high;
        assertThatThrownBy(() -> Search.least(low, high, 0.1, x -> true))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage(message);
        assertThatThrownBy(() -> Search.greatest(low, high, 0.1, x -> true))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage(message);
    }

    @Test
    void greatestInteger_everyPointOfSmallIntervals_found() {
        for (long low = 0; low < 5; low++) {
            for (long high = low; high < 40; high++) {
                for (long point = low - 1; point <= high + 1; point++) {
                    long p = point;
                    assertThat(Search.greatest(low, high, n -> n <= p)).isEqualTo(Math.min(point, high));
                }
            }
        }
    }

    @Test
    void greatestInteger_largeInterval_onlyAsksWithinItAndSeldom() {
        for (long high : new long[] {1L << 53, Long.MAX_VALUE}) {
            for (long point : new long[] {1, 999_999_937L, (1L << 53) - 1, high - 1, high}) {
                AtomicInteger calls = new AtomicInteger();
                long found = Search.greatest(1, high, n -> {
                    assertThat(n).isBetween(1L, high);
                    calls.incrementAndGet();
                    return n <= point;
                });
                assertThat(found).isEqualTo(point);
                assertThat(calls.get()).isLessThanOrEqualTo(130);
            }
        }
    }

    @Test
    void greatestInteger_badInterval_refused() {
        assertThatThrownBy(() -> Search.greatest(3, 2, n -> true))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("a search needs 0 <= low <= high, got low 3 and high 2");
        assertThatThrownBy(() -> Search.greatest(-1, 2, n -> true)).isInstanceOf(IllegalArgumentException.class);
    }
}
