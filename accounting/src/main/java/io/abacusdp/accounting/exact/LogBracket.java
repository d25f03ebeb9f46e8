package io.abacusdp.accounting.exact;

/**
 * What is known of where a positive root lies, in the variable log t: Newton's steps as long as they stay inside and get on, and
 * the middle otherwise.
 *
 * <p>A curve may be nearly straight on both sides of a sharp bend, as cumulants are where a rare outcome takes over. Newton's steps
 * then fall now on this side and now on that, always inside and always close to the ends.
 */
final class LogBracket {
    private static final double MAX_FACTOR = 2;

    /** Newton's method needs about as many steps where it works. */
    private static final int PATIENCE = 4;

    private double low;
    private double high = Double.POSITIVE_INFINITY;
    private double lastWidth = Double.POSITIVE_INFINITY;
    private int steps;

    /** Notes that the root is above t, or not. */
    void cut(double t, boolean rootIsAbove) {
        if (rootIsAbove) {
            low = t;
        } else {
            high = t;
        }
    }

    /** Where to look next: the point at the given logarithmic distance, if it is inside and not too far. */
    double next(double from, double logStep) {
        double limit = Math.log(MAX_FACTOR);
        double next = from * Math.exp(Math.min(Math.max(logStep, -limit), limit));
        if (next > low && next < high && isGettingOn()) {
            return next;
        }
        return low == 0 ? from / MAX_FACTOR : Math.sqrt(low * high);
    }

    /** Whether the bracket was halved within the last steps. */
    private boolean isGettingOn() {
        double width = Math.log(high / low);
        if (width <= 0.5 * lastWidth) {
            lastWidth = width;
            steps = 0;
        }
        steps++;
        return steps <= PATIENCE;
    }
}
