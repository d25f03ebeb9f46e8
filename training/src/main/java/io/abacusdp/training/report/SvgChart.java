package io.abacusdp.training.report;

import io.abacusdp.training.report.LineChart.Point;
import io.abacusdp.training.report.LineChart.Role;
import io.abacusdp.training.report.LineChart.Series;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.function.ToDoubleFunction;

/**
 * A line chart as SVG to be put into a page, whose style sheet gives the colours. Lines differ in their dashes and marks too,
 * so that nobody needs the colours to tell them apart.
 *
 * <p>Our own and not XChart's, whose SVG has fixed colours, has no title or description for those who cannot see it, and needs
 * java.awt, which servers may lack.
 */
final class SvgChart {
    private static final int WIDTH = 640;
    private static final int HEIGHT = 320;
    private static final int TOP = 14;
    private static final int RIGHT = 18;
    private static final int BOTTOM = 46;
    private static final int LEGEND_ROW = 22;
    private static final double LETTER = 7.2;
    /** Marks on more points than these would be a band. */
    private static final int MAX_MARKS = 25;
    /** Number of styles in the style sheet. */
    private static final int STYLES = 6;

    private final LineChart chart;
    private final ChartAxis xAxis;
    private final ChartAxis yAxis;
    private final int left;
    private final int top;
    private final StringBuilder out = new StringBuilder();

    private SvgChart(LineChart chart) {
        this.chart = chart;
        this.xAxis = axis(Point::x);
        this.yAxis = axis(Point::y);
        int letters = yAxis.labels().stream().mapToInt(String::length).max().orElse(1);
        this.left = 34 + (int) (letters * LETTER);
        this.top = TOP + LEGEND_ROW * legendRows().size();
    }

    private ChartAxis axis(ToDoubleFunction<Point> place) {
        return ChartAxis.covering(chart.series().stream()
                .flatMap(series -> series.points().stream())
                .filter(Point::isFinite)
                .mapToDouble(place)
                .toArray());
    }

    /**
     * The chart.
     *
     * @param id of the element, unlike any other of the page
     */
    static String of(LineChart chart, String id) {
        return new SvgChart(chart).draw(id);
    }

    private String draw(String id) {
        out.append("<svg role=\"img\" viewBox=\"0 0 %d %d\" aria-labelledby=\"%s-title %s-desc\">\n"
                .formatted(WIDTH, top + HEIGHT - TOP, id, id));
        out.append("<title id=\"%s-title\">%s</title>\n".formatted(id, Escape.html(chart.title())));
        out.append("<desc id=\"%s-desc\">%s</desc>\n".formatted(id, Escape.html(chart.description())));
        legend();
        horizontalLines();
        verticalTicks();
        names();
        for (int i = 0; i < chart.series().size(); i++) {
            series(chart.series().get(i), style(i));
        }
        return out.append("</svg>\n").toString();
    }

    private String style(int index) {
        Role role = chart.series().get(index).role();
        long sameBefore = chart.series().subList(0, index).stream()
                .filter(series -> series.role() == role)
                .count();
        return role == Role.REFERENCE ? "reference" : "line-" + (sameBefore % STYLES + 1);
    }

    /** Which series are in which row of the legend, so that no row is too wide. */
    private List<List<Integer>> legendRows() {
        List<List<Integer>> rows = new ArrayList<>();
        if (chart.series().size() == 1) {
            // The axis says what it is.
            return rows;
        }
        double used = WIDTH;
        for (int i = 0; i < chart.series().size(); i++) {
            double width = legendWidth(i);
            if (used + width > WIDTH - RIGHT) {
                rows.add(new ArrayList<>());
                used = left;
            }
            rows.get(rows.size() - 1).add(i);
            used += width;
        }
        return rows;
    }

    private double legendWidth(int index) {
        return 52 + LETTER * chart.series().get(index).name().length();
    }

    private void legend() {
        double y = TOP;
        for (List<Integer> row : legendRows()) {
            double x = left;
            for (int i : row) {
                out.append("<path class=\"%s\" d=\"M%s %sh28\"/>".formatted(style(i), number(x), number(y)));
                text(x + 34, y + 4, "start", chart.series().get(i).name());
                x += legendWidth(i);
            }
            y += LEGEND_ROW;
        }
    }

    private void horizontalLines() {
        for (int i = 0; i < yAxis.ticks().size(); i++) {
            double y = y(yAxis.ticks().get(i));
            out.append("<path class=\"%s\" d=\"M%d %sH%d\"/>"
                    .formatted(i == 0 ? "axis" : "grid", left, number(y), WIDTH - RIGHT));
            text(left - 8, y + 4, "end", yAxis.labels().get(i));
        }
    }

    private void verticalTicks() {
        double bottom = y(yAxis.ticks().get(0));
        for (int i = 0; i < xAxis.ticks().size(); i++) {
            double x = x(xAxis.ticks().get(i));
            out.append("<path class=\"axis\" d=\"M%s %sv5\"/>".formatted(number(x), number(bottom)));
            text(x, bottom + 19, "middle", xAxis.labels().get(i));
        }
    }

    private void names() {
        int bottom = top + HEIGHT - TOP;
        text((left + WIDTH - RIGHT) / 2.0, bottom - 6, "middle", chart.xAxis());
        double middle = (top + bottom - BOTTOM) / 2.0;
        out.append("<text transform=\"translate(13 %s) rotate(-90)\" text-anchor=\"middle\">%s</text>\n"
                .formatted(number(middle), Escape.html(chart.yAxis())));
    }

    private void series(Series series, String style) {
        StringBuilder path = new StringBuilder();
        boolean isGap = true;
        for (Point point : series.points()) {
            if (point.isFinite()) {
                path.append(isGap ? 'M' : 'L')
                        .append(number(x(point.x())))
                        .append(' ')
                        .append(number(y(point.y())));
            }
            isGap = !point.isFinite();
        }
        if (path.isEmpty()) {
            return;
        }
        // A round cap makes a dot of a line that is a single point.
        out.append("<path class=\"%s\" d=\"%s\"/>\n".formatted(style, path));
        if (series.role() == Role.DATA && series.points().size() <= MAX_MARKS) {
            for (Point point : series.points()) {
                if (point.isFinite()) {
                    out.append("<circle class=\"%s\" cx=\"%s\" cy=\"%s\" r=\"3\"/>"
                            .formatted(style, number(x(point.x())), number(y(point.y()))));
                }
            }
            out.append('\n');
        }
    }

    private void text(double x, double y, String anchor, String text) {
        out.append("<text x=\"%s\" y=\"%s\" text-anchor=\"%s\">%s</text>\n"
                .formatted(number(x), number(y), anchor, Escape.html(text)));
    }

    private double x(double value) {
        return left + xAxis.share(value) * (WIDTH - RIGHT - left);
    }

    private double y(double value) {
        return top + HEIGHT - TOP - BOTTOM - yAxis.share(value) * (HEIGHT - TOP - BOTTOM);
    }

    private static String number(double value) {
        return String.format(Locale.ROOT, "%.1f", value);
    }
}
