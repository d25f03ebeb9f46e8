package io.abacusdp.cli.output;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.abacusdp.cli.output.Plot.Point;
import java.util.List;
import org.junit.jupiter.api.Test;

class TerminalPlotTest {
    @Test
    void draw_aDiagonal_goesFromCornerToCorner() {
        List<String> lines = TerminalPlot.draw(plot(new Point(0, 1), new Point(1, 0)));
        assertThat(lines).hasSize(19);
        assertThat(lines.get(1)).startsWith("1 \u2502\u2811");
        assertThat(lines.get(16)).startsWith("0 \u2502").endsWith("\u2884");
        assertThat(lines.get(18)).startsWith("   0 ").endsWith(" 1").hasSize(63);
    }

    @Test
    void draw_aConstant_isOneLine() {
        List<String> lines = TerminalPlot.draw(plot(new Point(0, 2), new Point(1, 2)));
        assertThat(lines.get(16)).isEqualTo("2 \u2502" + "\u28c0".repeat(60));
    }

    @Test
    void plot_ofFewerThanTwoPoints_isRefused() {
        assertThatThrownBy(() -> plot(new Point(0, 1), new Point(1, Double.POSITIVE_INFINITY)))
                .isInstanceOf(UsageException.class)
                .hasMessageContaining("nothing to show");
    }

    private static Plot plot(Point... points) {
        return new Plot("title", Plot.Axis.linear("x"), Plot.Axis.linear("y"), List.of(points));
    }
}
