package io.abacusdp.cli.output;

import java.util.List;

/**
 * A curve to draw, point by point from left to right.
 *
 * @param title above it
 * @param x axis from left to right
 * @param y axis from bottom to top
 * @param points of which those are kept that the axes can show, at two places along x or more
 */
public record Plot(String title, Axis x, Axis y, List<Point> points) {
    private static final int FEWEST = 2;

    public Plot {
        points = points.stream()
                .filter(point -> x.shows(point.x) && y.shows(point.y))
                .toList();
        if (points.stream().mapToDouble(Point::x).distinct().count() < FEWEST) {
            throw new UsageException("--plot has nothing to show: fewer than %d points are finite%s"
                    .formatted(FEWEST, x.logarithmic || y.logarithmic ? " and above 0" : ""));
        }
    }

    double[] xs() {
        return points.stream().mapToDouble(Point::x).toArray();
    }

    double[] ys() {
        return points.stream().mapToDouble(Point::y).toArray();
    }

    /** What is drawn along a side. */
    public record Axis(String title, boolean logarithmic) {
        public static Axis linear(String title) {
            return new Axis(title, false);
        }

        public static Axis logarithmic(String title) {
            return new Axis(title, true);
        }

        /** Where along the axis a value is, up to a linear map. */
        double position(double value) {
            return logarithmic ? Math.log10(value) : value;
        }

        private boolean shows(double value) {
            return Double.isFinite(position(value));
        }
    }

    public record Point(double x, double y) {}
}
