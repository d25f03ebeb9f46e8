package io.abacusdp.training.report;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

class ChartAxisTest {
    @Test
    void ticks_areRoundAndExact() {
        assertThat(ChartAxis.covering(0, 3).labels()).containsExactly("0.0", "0.5", "1.0", "1.5", "2.0", "2.5", "3.0");
        assertThat(ChartAxis.covering(0, 113).labels()).containsExactly("0", "20", "40", "60", "80", "100", "120");
        assertThat(ChartAxis.covering(1, 20).labels()).containsExactly("0", "5", "10", "15", "20");
        assertThat(ChartAxis.covering(0.91, 0.934).labels())
                .containsExactly("0.910", "0.915", "0.920", "0.925", "0.930", "0.935");
        assertThat(ChartAxis.covering(0.95, 0.99).labels()).containsExactly("0.95", "0.96", "0.97", "0.98", "0.99");
        assertThat(ChartAxis.covering(-3, 5).labels()).containsExactly("-4", "-2", "0", "2", "4", "6");
    }

    @Test
    void ticks_hugeOrTiny_arePowersOfTen() {
        assertThat(ChartAxis.covering(0, 4e6).labels()).containsExactly("0", "1e6", "2e6", "3e6", "4e6");
        assertThat(ChartAxis.covering(0, 3e-6).labels()).contains("0", "5e-7", "3e-6");
    }

    @Test
    void covering_oneValue_hasARange() {
        assertThat(ChartAxis.covering(7).ticks()).startsWith(0.0).last().isEqualTo(8.0);
        assertThat(ChartAxis.covering(0).labels()).startsWith("0.0").endsWith("1.0");
        assertThat(ChartAxis.covering(-2, -2).ticks()).startsWith(-2.0).endsWith(0.0);
    }

    @Test
    void covering_anyValues_areWithinAndTicksAreFew() {
        SplittableRandom random = new SplittableRandom(11);
        for (int i = 0; i < 5000; i++) {
            double scale = Math.pow(10, random.nextDouble(-12, 12));
            double a = random.nextDouble(-1, 1) * scale;
            double b = i % 2 == 0 ? random.nextDouble(-1, 1) * scale : a * (1 + 1e-6 * random.nextDouble());
            ChartAxis axis = ChartAxis.covering(a, b);
            assertThat(axis.share(a)).isBetween(-1e-6, 1 + 1e-6);
            assertThat(axis.share(b)).isBetween(-1e-6, 1 + 1e-6);
            List<Double> ticks = axis.ticks();
            assertThat(ticks).hasSizeBetween(2, 9).isSorted().hasSameSizeAs(axis.labels());
            for (int tick = 0; tick < ticks.size(); tick++) {
                assertThat(Double.parseDouble(axis.labels().get(tick)))
                        .isCloseTo(ticks.get(tick), within(1e-12 * scale));
            }
        }
    }
}
