package io.abacusdp.accounting.pld;

import io.abacusdp.accounting.numeric.Cumulants;
import java.util.List;

/**
 * The lattice and the window on which a composition is computed.
 *
 * @param theta tilt
 * @param step of the lattice
 * @param bottom loss at which the window begins
 * @param points of the window, a power of two
 * @param above tilt, relative to theta, at which what lies above the window is bounded
 * @param below the same for what lies below it
 * @param tail mass that each law may leave out
 * @param finest whether no more points are allowed
 */
record Grid(
        double theta, double step, double bottom, int points, double above, double below, double tail, boolean finest) {
    /** Fewer points than this save no time. */
    private static final int MIN_POINTS = 1 << 10;

    /**
     * The window for a step, which is made smaller if that costs nothing, and larger if there are not enough points.
     *
     * @param saddlePoint the tilt that is wanted
     * @param least step of which no law has too many cells
     */
    static Grid of(
            SaddleEstimates saddle,
            List<RepeatedPair> parts,
            double saddlePoint,
            double step,
            double least,
            int maxPoints,
            double tail) {
        // A tilt that varies much from point to point would lose more to rounding than it gains.
        double theta = Math.min(saddlePoint, 4 / step);
        Cumulants k = saddle.cumulants(theta);
        double logMass = Math.log(1e-8 * Math.min(1, step / Math.sqrt(k.variance())));
        SaddleEstimates.Edge top = saddle.edge(theta, k, logMass, 1, 4 / step);
        SaddleEstimates.Edge bottom = saddle.edge(theta, k, logMass, -1, 4 / step);
        double span = Math.max(top.loss() - bottom.loss(), step);
        double wanted = Math.max(MIN_POINTS, span / step + 8);
        if (!(wanted < Double.POSITIVE_INFINITY)) {
            throw new ArithmeticException("no window for a law without finite losses");
        }
        boolean finest = wanted >= maxPoints;
        int points = finest ? maxPoints : Integer.highestOneBit((int) wanted - 1) * 2;
        double used = finest || spacing(parts) == 0 ? Math.max(least, span / (points - 8)) : step;
        return new Grid(theta, used, bottom.loss() - 2 * used, points, top.tilt(), bottom.tilt(), tail, finest);
    }

    /**
     * The largest step from which a width of log δ as asked is expected, by the saddle-point estimate.
     *
     * @param width of log δ between the two bounds
     */
    static double step(SaddleEstimates saddle, List<RepeatedPair> parts, double theta, double width) {
        double spacing = spacing(parts);
        if (spacing > 0 && saddle.width(theta, spacing) <= width) {
            return spacing;
        }
        double steps = parts.stream().mapToDouble(RepeatedPair::count).sum();
        double step = Math.sqrt(8 * width / (theta * (theta + 1) * steps));
        for (int i = 0; i < 40 && saddle.width(theta, step * 1.25) <= width; i++) {
            step *= 1.25;
        }
        for (int i = 0; i < 40 && saddle.width(theta, step) > width; i++) {
            step /= 1.2;
        }
        return fitted(step, parts);
    }

    /** The step, or the next smaller one of which the losses of the discrete laws are multiples. */
    static double fitted(double step, List<RepeatedPair> parts) {
        double spacing = spacing(parts);
        return spacing > 0 ? spacing / Math.ceil(spacing / step) : step;
    }

    /** What all losses of those laws that are discrete are multiples of, if there is one such number for all of them. */
    private static double spacing(List<RepeatedPair> parts) {
        double common = 0;
        for (RepeatedPair part : parts) {
            double spacing = part.above() == part.below() ? part.above().spacing() : 0;
            if (spacing > 0 && common > 0 && Math.abs(spacing - common) > 1e-14 * common) {
                return 0;
            }
            common = Math.max(common, spacing);
        }
        return common;
    }
}
