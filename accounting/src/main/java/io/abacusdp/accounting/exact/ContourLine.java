package io.abacusdp.accounting.exact;

import io.abacusdp.accounting.numeric.Cumulants;

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
record ContourLine(double t, double need, Alias left, Alias right, double period) {
    /** The integrand may be e^{2.2} = 9 times larger than on the line through the saddle. */
    private static final double MAX_EXCESS = 2.2;

    /** What one side may ask for more than the other before a move is worth its time. */
    private static final double MAX_IMBALANCE = 1.2;

    /** A move that gains less than this factor is the last. */
    private static final double WORTH_MOVING = 0.97;

    private static final int MAX_MOVES = 6;

    private static ContourLine of(double t, double need, Alias left, Alias right) {
        return new ContourLine(t, need, left, right, Math.max(left.period(), right.period()));
    }

    /** The same line with steps that are shorter by a factor. */
    ContourLine refined(double factor) {
        return new ContourLine(t, need, left, right, factor * period);
    }

    /** A line for the threshold of the saddle, on which errors by method are at most e^{−accuracy} of the integral. */
    static ContourLine through(ComposedLoss loss, ContourSaddle saddle, double accuracy) {
        double t = saddle.t();
        double c = saddle.threshold();
        double logTarget = saddle.logSize() - accuracy;
        double lowest = t > 0 ? 0 : t > -1 ? -1 : Double.NEGATIVE_INFINITY;
        double highest = t > 0 ? Double.POSITIVE_INFINITY : t > -1 ? 0 : -1;
        double unit = 1 / Math.sqrt(saddle.cumulants().variance());
        Alias left = Alias.best(loss, t, -unit, lowest, c, logTarget);
        Alias right = Alias.best(loss, t, unit, highest, c, logTarget);
        ContourLine line = of(t, saddle.cumulants().value() - t * c - logTarget, left, right);
        double height = height(saddle.cumulants(), t, c);
        double most = height + MAX_EXCESS;
        for (int i = 0; i < MAX_MOVES && (i > 0 || right.period() > left.period()) && line.isUnbalanced(); i++) {
            double moved = line.balanced(c, logTarget);
            // Tilts of aliases do not pass poles, and so no line between them does.
            if (!(moved > line.left.tilt() && moved < line.right.tilt())) {
                break;
            }
            Cumulants cumulants = loss.cumulants(moved);
            double movedHeight = height(cumulants, moved, c);
            if (movedHeight > most) {
                // The height is convex, so that its chord is above it.
                moved = line.t + (moved - line.t) * (most - height) / (movedHeight - height);
                cumulants = loss.cumulants(moved);
                movedHeight = height(cumulants, moved, c);
            }
            ContourLine next = of(
                    moved,
                    cumulants.value() - moved * c - logTarget,
                    line.left.seenFrom(moved, c, logTarget),
                    line.right.seenFrom(moved, c, logTarget).improved(loss, moved, highest, c, logTarget));
            if (!(next.period() < WORTH_MOVING * line.period())) {
                break;
            }
            line = next;
            height = movedHeight;
        }
        return line;
    }

    /** Logarithm of the integrand of δ where the line crosses the real axis. */
    private static double height(Cumulants cumulants, double t, double c) {
        return cumulants.value() - t * c - Math.log(Math.abs(t * (t + 1)));
    }

    private boolean isUnbalanced() {
        double imbalance = left.period() / right.period();
        return imbalance > MAX_IMBALANCE || imbalance < 1 / MAX_IMBALANCE;
    }

    /** The t at which the aliases of both sides, as bounded at their tilts, would ask for the same period. */
    private double balanced(double c, double logTarget) {
        double atLeft = left.log() - left.tilt() * c - logTarget;
        double atRight = right.log() - right.tilt() * c - logTarget;
        return (atRight * left.tilt() + atLeft * right.tilt()) / (atRight + atLeft);
    }
}
