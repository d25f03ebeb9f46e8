package io.abacusdp.accounting.exact;

import io.abacusdp.accounting.numeric.Cumulants;

/**
 * How far apart the samples of an integrand may be: a bound on the aliases of one side, by Chernoff at another tilt.
 *
 * <p>Formula: with the step h along Re z = t, the trapezoidal rule gives Σ_m e^{mWt}·f(c + mW), W = 2π/h, where f is what
 * the integral is for: δ, Pr_P[L &gt; ·], e^c·Pr_Q[L &gt; ·] or a complement of these. Each is at most e^{K(s) − sc} for every
 * tilt s on the same side of the poles as t, poles included, where K = 0. The terms with m ≥ 1 (s &gt; t) and with m ≤ −1
 * (s &lt; t) so add up to at most e^{K(s) − sc}/(e^{W|s−t|} − 1).
 *
 * @param tilt s
 * @param cumulants of the loss there
 * @param log an upper bound for K(s)
 * @param period the least W that makes the sum small enough
 */
record Alias(double tilt, Cumulants cumulants, double log, double period) {
    private static final int MAX_STEPS = 40;

    /**
     * The tilt with about the least period. That is the pole, if the period still falls on the way to it: it has a single
     * minimum, as K is convex. Otherwise it is found by steps of a factor of two in the distance from t.
     *
     * @param unit distance to begin with, negative for the left side
     * @param limit the pole on that side, or an infinity
     * @param logTarget logarithm of what the sum has to stay below
     */
    static Alias best(ComposedLoss loss, double t, double unit, double limit, double c, double logTarget) {
        if (limit == 0 || limit == -1) {
            Alias pole = at(loss, t, limit, c, logTarget);
            if (pole.slope(t, c, logTarget) <= 0) {
                return pole;
            }
        }
        // Far tilts need many nodes and gain little.
        double room = Math.min(Math.abs(limit - t), 4 * (1 + Math.abs(t)));
        double distance = Math.min(2 * Math.abs(unit), room);
        double sign = Math.signum(unit);
        Alias best = at(loss, t, sign * distance, limit, c, logTarget);
        // Where the first step outwards is no better, inwards it is.
        double factor = distance < room ? 2 : 0.5;
        for (int i = 0; i < MAX_STEPS; i++) {
            double next = Math.min(distance * factor, room);
            Alias other = at(loss, t, sign * next, limit, c, logTarget);
            if (other.period < 0.97 * best.period) {
                best = other;
                distance = next;
                if (next == room) {
                    break;
                }
            } else if (i == 0 && factor > 1) {
                factor = 0.5;
            } else {
                break;
            }
        }
        return best;
    }

    private static Alias at(ComposedLoss loss, double t, double distance, double limit, double c, double logTarget) {
        return at(loss, t, Math.abs(distance) == Math.abs(limit - t) ? limit : t + distance, c, logTarget);
    }

    private static Alias at(ComposedLoss loss, double t, double s, double c, double logTarget) {
        Cumulants cumulants = loss.cumulants(s);
        double log = s == 0 || s == -1 ? loss.slack(0, s) : cumulants.value() + loss.slack(cumulants.value(), s);
        return new Alias(s, cumulants, log, 0).seenFrom(t, c, logTarget);
    }

    /** The slope of the period with the distance of the tilt from t, times the square of that distance. */
    private double slope(double t, double c, double logTarget) {
        double distance = Math.abs(tilt - t);
        double rise = Math.signum(tilt - t) * (cumulants.mean() - c);
        return rise * distance - (log - tilt * c - logTarget);
    }

    /**
     * This bound, or that at a tilt nearer to the best one, where (K(s) − sc − logTarget)/|s − t| is stationary: by a step of
     * Newton's method that changes the distance by at most a half, and does not pass the limit.
     */
    Alias improved(ComposedLoss loss, double t, double limit, double c, double logTarget) {
        double distance = Math.abs(tilt - t);
        double next = distance - slope(t, c, logTarget) / (cumulants.variance() * distance);
        if (Double.isNaN(next)) {
            return this;
        }
        double kept = Math.min(Math.max(next, 0.5 * distance), Math.min(1.5 * distance, Math.abs(limit - t)));
        Alias other = at(loss, t, Math.signum(tilt - t) * kept, limit, c, logTarget);
        return other.period < period ? other : this;
    }

    /** The same bound for another line. */
    Alias seenFrom(double t, double c, double logTarget) {
        double least = (log - tilt * c - logTarget) / Math.abs(tilt - t);
        return new Alias(tilt, cumulants, log, least > 0 ? least : Double.POSITIVE_INFINITY);
    }

    /** Logarithm of e^{K(s) − sc}/(e^{W|s−t|} − 1). */
    double logBound(double t, double period, double c) {
        double distance = period * Math.abs(tilt - t);
        return log - tilt * c - distance - Math.log(-Math.expm1(-distance));
    }
}
