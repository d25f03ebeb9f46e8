package io.abacusdp.training.report;

import java.util.List;

/**
 * Lines over a common pair of axes. Each series has its own places on the horizontal axis.
 *
 * @param description what a reader sees who cannot see the chart
 */
public record LineChart(String title, String description, String xAxis, String yAxis, List<Series> series)
        implements ReportBlock {
    public LineChart {
        series = List.copyOf(series);
    }

    /** How a line is meant. */
    public enum Role {
        /** What was measured or computed. */
        DATA,
        /** What it is to be compared with. */
        REFERENCE
    }

    /** A line. Points that are not finite are gaps in it. */
    public record Series(String name, Role role, List<Point> points) {
        public Series {
            points = List.copyOf(points);
        }

        public static Series of(String name, List<Point> points) {
            return new Series(name, Role.DATA, points);
        }

        public static Series reference(String name, List<Point> points) {
            return new Series(name, Role.REFERENCE, points);
        }
    }

    /** A place on both axes. */
    public record Point(double x, double y) {
        boolean isFinite() {
            return Double.isFinite(x) && Double.isFinite(y);
        }
    }

    /** Whether there is anything to draw. */
    boolean isEmpty() {
        return series.stream().flatMap(line -> line.points().stream()).noneMatch(Point::isFinite);
    }
}
