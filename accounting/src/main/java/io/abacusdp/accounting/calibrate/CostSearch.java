package io.abacusdp.accounting.calibrate;

import java.util.function.DoubleUnaryOperator;

/**
 * Closes in on the point at which a cost that rises or falls with a positive parameter reaches a limit, between a point known
 * to cost too much and one known not to. What it ends with was seen to be within the limit, always.
 *
 * <p>Costs are nearly powers of the parameters, so that a secant through the logarithms of the last two points lands close.
 * The next point is taken a little further, towards the end of the bracket that is still far, so as to close it. Where there
 * is no secant (costs of zero or infinity), and whenever three points have not shrunk the bracket to a half, it is halved: a
 * cost that jumps, because one accountant hands over to another, costs time and nothing else.
 *
 * <p>Not safe for use by several threads.
 */
final class CostSearch {
    private static final int PATIENCE = 3;

    private final DoubleUnaryOperator cost;
    private final double limit;
    private Point within;
    private Point beyond;
    private Point last;
    private Point previous;

    /** A parameter and the logarithm of its cost over the limit. */
    private record Point(double at, double miss) {
        /** Where the line through two points meets the limit. */
        static double meeting(Point one, Point other) {
            double slope = (other.miss - one.miss) / Math.log(other.at / one.at);
            return other.at * Math.exp(-other.miss / slope);
        }
    }

    /**
     * A search between two points.
     *
     * @param within a point whose cost is at most the limit
     * @param beyond a point whose cost is above it, on either side of the other
     */
    CostSearch(DoubleUnaryOperator cost, double limit, double within, double beyond) {
        this.cost = cost;
        this.limit = limit;
        this.within = point(within, cost.applyAsDouble(within));
        this.beyond = point(beyond, cost.applyAsDouble(beyond));
        previous = this.beyond;
        last = this.within;
    }

    private Point point(double at, double value) {
        return new Point(at, Math.log(value / limit));
    }

    /** A point within the limit that is at most the tolerance, relative, from one beyond. */
    double to(double tolerance) {
        double width = ratio();
        int tries = 0;
        while (Math.abs(within.at - beyond.at) > tolerance * Math.max(within.at, beyond.at)) {
            double next = tries < PATIENCE ? secant(0.4 * tolerance) : middle();
            if (!inside(next)) {
                // Neighbouring doubles.
                break;
            }
            take(next);
            tries++;
            if (ratio() <= 0.5 * width) {
                width = ratio();
                tries = 0;
            }
        }
        return within.at;
    }

    /** The integer within the limit next to one that is not, if both ends are integers. */
    long toInteger() {
        double width = distance();
        int tries = 0;
        while (distance() > 1) {
            double next = Math.rint(tries < PATIENCE ? secant(0) : 0.5 * (within.at + beyond.at));
            double low = Math.min(within.at, beyond.at) + 1;
            take(Math.min(Math.max(next, low), low + distance() - 2));
            tries++;
            if (distance() <= 0.5 * width) {
                width = distance();
                tries = 0;
            }
        }
        return (long) within.at;
    }

    private double ratio() {
        return Math.abs(Math.log(within.at / beyond.at));
    }

    private double distance() {
        return Math.abs(within.at - beyond.at);
    }

    /** The geometric mean, or between neighbours, where that may round to one of them, the arithmetic one. */
    private double middle() {
        double mean = Math.sqrt(within.at) * Math.sqrt(beyond.at);
        return inside(mean) ? mean : 0.5 * (within.at + beyond.at);
    }

    private boolean inside(double at) {
        return at > Math.min(within.at, beyond.at) && at < Math.max(within.at, beyond.at);
    }

    private void take(double at) {
        double value = cost.applyAsDouble(at);
        previous = last;
        last = point(at, value);
        if (value <= limit) {
            within = last;
        } else {
            beyond = last;
        }
    }

    private double secant(double further) {
        double meeting = Point.meeting(previous, last);
        if (!inside(meeting)) {
            meeting = Point.meeting(within, beyond);
        }
        if (!inside(meeting)) {
            return middle();
        }
        boolean withinIsNearer = Math.abs(meeting - within.at) < Math.abs(meeting - beyond.at);
        double far = withinIsNearer ? beyond.at : within.at;
        double moved = meeting + Math.signum(far - meeting) * further * meeting;
        return inside(moved) ? moved : meeting;
    }
}
