package io.abacusdp.accounting.exact;

/**
 * The line Re z = t of a contour and its step.
 *
 * <p>The best line is not always that through the saddle: where K soon grows steeply to the right, as it does when there are
 * few participations, the aliases from there ask for a tiny step. A line further left costs a little accuracy, as the
 * integrand on it is larger than its integral, and allows a larger step.
 *
 * @param t not a pole
 * @param need logarithm of the ratio of the integrand at t to the error that is allowed
 * @param left bound for the aliases of one side
 * @param right bound for those of the other
 * @param period 2π over the step
 */
record Line(double t, double need, Alias left, Alias right, double period) {
    /** The integrand may be e^{1.5} = 4.5 times larger than on the line through the saddle. */
    private static final double MAX_EXCESS = 1.5;

    private static final int MAX_MOVES = 12;

    private static Line of(double t, double need, Alias left, Alias right) {
        return new Line(t, need, left, right, Math.max(left.period(), right.period()));
    }

    /** The same line with steps that are shorter by a factor. */
    Line refined(double factor) {
        return new Line(t, need, left, right, factor * period);
    }

    /** A line for the threshold of the saddle, on which errors by method are at most e^{−accuracy} of the integral. */
    static Line through(Loss loss, Saddle saddle, double accuracy) {
        double t = saddle.t();
        double c = saddle.threshold();
        double logTarget = saddle.logSize() - accuracy;
        double lowest = t > 0 ? 0 : t > -1 ? -1 : Double.NEGATIVE_INFINITY;
        double highest = t > 0 ? Double.POSITIVE_INFINITY : t > -1 ? 0 : -1;
        double unit = 1 / Math.sqrt(saddle.moments().variance());
        Alias left = Alias.best(loss, t, -unit, lowest, c, logTarget);
        Alias right = Alias.best(loss, t, unit, highest, c, logTarget);
        double integrand = saddle.moments().log() - t * c;
        Line line = of(t, integrand - logTarget, left, right);
        for (int i = 0; i < MAX_MOVES && line.right.period() > 2 * line.left.period(); i++) {
            double moved = line.t - 0.5 * Math.min(line.right.tilt() - line.t, line.t - line.left.tilt());
            double value = loss.moments(moved).log() - moved * c;
            Line next = of(
                    moved,
                    value - logTarget,
                    line.left.seenFrom(moved, c, logTarget),
                    line.right.seenFrom(moved, c, logTarget));
            if (value > integrand + MAX_EXCESS || next.period() > line.period()) {
                break;
            }
            line = next;
        }
        return line;
    }
}
