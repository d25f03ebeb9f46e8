package io.abacusdp.cli.output;

import io.abacusdp.accounting.SafeFigures;
import java.math.BigDecimal;
import java.math.MathContext;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** Draws a plot in lines of text, with the dots of Braille: each character has two columns and four rows of them. */
public final class TerminalPlot {
    private static final int WIDTH = 60;
    private static final int HEIGHT = 16;
    private static final int DOTS_ACROSS = 2;
    private static final int DOTS_DOWN = 4;
    private static final int DIGITS = 3;
    private static final char BLANK = '\u2800';

    /** The bit of each dot in its character, by row and column. */
    private static final int[][] BITS = {{0x01, 0x08}, {0x02, 0x10}, {0x04, 0x20}, {0x40, 0x80}};

    private final Plot plot;
    private final char[][] cells = new char[HEIGHT][WIDTH];

    private TerminalPlot(Plot plot) {
        this.plot = plot;
        for (char[] row : cells) {
            Arrays.fill(row, BLANK);
        }
    }

    public static List<String> draw(Plot plot) {
        TerminalPlot drawing = new TerminalPlot(plot);
        drawing.drawCurve();
        return drawing.framed();
    }

    private void drawCurve() {
        double[] across = scaled(plot.xs(), plot.x(), WIDTH * DOTS_ACROSS - 1);
        double[] up = scaled(plot.ys(), plot.y(), HEIGHT * DOTS_DOWN - 1);
        for (int i = 1; i < across.length; i++) {
            double length = Math.max(Math.abs(across[i] - across[i - 1]), Math.abs(up[i] - up[i - 1]));
            int steps = Math.max(1, (int) Math.ceil(length));
            for (int j = 0; j <= steps; j++) {
                double part = (double) j / steps;
                dot(across[i - 1] + part * (across[i] - across[i - 1]), up[i - 1] + part * (up[i] - up[i - 1]));
            }
        }
    }

    private void dot(double across, double up) {
        int column = (int) Math.round(across);
        int row = HEIGHT * DOTS_DOWN - 1 - (int) Math.round(up);
        cells[row / DOTS_DOWN][column / DOTS_ACROSS] |= (char) BITS[row % DOTS_DOWN][column % DOTS_ACROSS];
    }

    private List<String> framed() {
        String top = label(Arrays.stream(plot.ys()).max().orElseThrow());
        String bottom = label(Arrays.stream(plot.ys()).min().orElseThrow());
        int margin = Math.max(top.length(), bottom.length());
        List<String> lines = new ArrayList<>();
        lines.add(plot.y().title() + (plot.y().logarithmic() ? " (logarithmic)" : ""));
        for (int i = 0; i < HEIGHT; i++) {
            String label = i == 0 ? top : i == HEIGHT - 1 ? bottom : "";
            lines.add(" ".repeat(margin - label.length()) + label + " \u2502" + new String(cells[i]));
        }
        lines.add(" ".repeat(margin + 1) + "\u2514" + "\u2500".repeat(WIDTH));
        lines.add(" ".repeat(margin + 2) + below());
        return lines;
    }

    /** The ends of the axis from left to right, and its title between them. */
    private String below() {
        String left = label(Arrays.stream(plot.xs()).min().orElseThrow());
        String right = label(Arrays.stream(plot.xs()).max().orElseThrow());
        String title = plot.x().title() + (plot.x().logarithmic() ? " (logarithmic)" : "");
        int free = Math.max(2, WIDTH - left.length() - right.length() - title.length());
        return left + " ".repeat(free / 2) + title + " ".repeat(free - free / 2) + right;
    }

    private static String label(double value) {
        // The end of an axis, not a guarantee: the nearest figure.
        return SafeFigures.exact(
                new BigDecimal(value).round(new MathContext(DIGITS)).doubleValue());
    }

    /** Where along the axis the values are, so that the least is 0 and the greatest is the last dot. */
    private static double[] scaled(double[] values, Plot.Axis axis, int last) {
        double[] positions = Arrays.stream(values).map(axis::position).toArray();
        double least = Arrays.stream(positions).min().orElseThrow();
        double span = Arrays.stream(positions).max().orElseThrow() - least;
        return Arrays.stream(positions)
                .map(position -> span == 0 ? 0 : (position - least) / span * last)
                .toArray();
    }
}
