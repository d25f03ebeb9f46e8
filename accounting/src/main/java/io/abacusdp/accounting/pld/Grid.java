package io.abacusdp.accounting.pld;

import java.util.List;

/**
 * The lattice and the window on which a composition is computed.
 *
 * @param theta tilt
 * @param step of the lattice
 * @param first lattice index at which the window begins
 * @param points of the window, a power of two
 * @param above tilt, relative to theta, at which what lies above the window is bounded
 * @param below the same for what lies below it
 * @param tail mass that each law may leave out
 * @param finest whether no more points are allowed
 */
record Grid(
        double theta, double step, long first, int points, double above, double below, double tail, boolean finest) {
    /** Fewer points than this save no time. */
    private static final int MIN_POINTS = 1 << 10;

    /**
     * The coarsest lattice from which a width of log δ as asked is expected.
     *
     * @param width of log δ between the two bounds
     */
    static Grid plan(Saddle saddle, List<Part> parts, double theta, double width, int maxPoints, double tail) {
        Sketch.Cumulants k = saddle.cumulants(theta);
        double step = step(saddle, theta, width, parts);
        double deviation = Math.sqrt(k.variance());
        double logMass = Math.log(1e-8 * Math.min(1, step / deviation));
        Saddle.Edge top = saddle.edge(theta, k, logMass, 1);
        Saddle.Edge bottom = saddle.edge(theta, k, logMass, -1);
        double span = top.loss() - bottom.loss();
        double wanted = Math.max(MIN_POINTS, span / step + 8);
        boolean finest = wanted >= maxPoints;
        int points = finest ? maxPoints : Integer.highestOneBit((int) wanted - 1) * 2;
        // All points are used: the step shrinks to what they allow.
        step = span / (points - 8);
        long first = (long) Math.floor(bottom.loss() / step) - 2;
        return new Grid(theta, step, first, points, top.tilt(), bottom.tilt(), tail, finest);
    }

    private static double step(Saddle saddle, double theta, double width, List<Part> parts) {
        double steps = parts.stream().mapToDouble(Part::count).sum();
        double step = Math.sqrt(8 * width / (theta * (theta + 1) * steps));
        for (int i = 0; i < 40 && saddle.width(theta, step * 1.25) <= width; i++) {
            step *= 1.25;
        }
        for (int i = 0; i < 40 && saddle.width(theta, step) > width; i++) {
            step /= 1.2;
        }
        return step;
    }
}
