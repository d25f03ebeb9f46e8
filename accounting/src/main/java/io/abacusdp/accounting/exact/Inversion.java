package io.abacusdp.accounting.exact;

import io.abacusdp.accounting.numeric.Cumulants;
import io.abacusdp.accounting.numeric.Enclosure;
import java.util.ArrayList;
import java.util.List;

/** Inverts functions of the threshold on contours: Newton's method for the estimate, then steps outwards for the bounds. */
final class Inversion {
    private static final int MAX_CONTOURS = 6;
    private static final int MAX_NEWTON = 40;
    private static final int MAX_WIDENINGS = 60;
    private static final int MAX_CHERNOFF = 8;

    /** A table is good for thresholds that change the integrand's size by less than this factor, in logarithm. */
    static final double MAX_DRIFT = 3;

    /** Wider bounds, relative or, near zero, absolute, are not worth returning. */
    private static final double MAX_WIDTH = 1e-6;

    private static final double MAX_NARROW = 1e-14;

    private Inversion() {}

    /**
     * The least ε ≥ 0 with δ(ε) ≤ delta.
     *
     * <p>As the total variation distance is at most half the root of the χ² divergence M(1) − 1, no contour is needed where
     * that is at most delta. Otherwise each bound is a point at which the enclosure of δ lies on the proper side of delta.
     */
    static Enclosure epsilon(ComposedLoss loss, double delta) {
        double chi = loss.cumulants(1).value();
        double divergence = Math.expm1(chi + loss.slack(chi, 1) - 0.01);
        if (0.5 * Math.sqrt(divergence) <= delta) {
            return Enclosure.of(0);
        }
        ContourSaddle saddle = ContourSaddle.forDelta(loss, Math.log(delta));
        if (saddle.threshold() <= 0) {
            saddle = ContourSaddle.rightOfPoles(loss, 0);
        }
        double low = 0;
        double high = Double.POSITIVE_INFINITY;
        for (int i = 0; i < MAX_CONTOURS; i++) {
            Contour contour = Contour.forDelta(loss, saddle);
            double start = saddle.threshold();
            double room = MAX_DRIFT / saddle.t();
            double found = newton(contour, start, room, delta);
            if (found <= 0 && contour.delta(0).upper() <= delta) {
                return Enclosure.of(0);
            }
            if (found >= 0 && Math.abs(found - start) < room) {
                return certify(contour, found, delta);
            }
            // The saddle-point estimate was poor: on with a contour for the threshold that this one points to.
            Enclosure here = contour.delta(start);
            if (here.upper() <= delta) {
                high = Math.min(high, start);
            } else if (here.lower() > delta) {
                low = Math.max(low, start);
            } else if (here.upper() - here.lower() > 0.1 * delta) {
                throw new SlowDecayException("its error bounds are too wide");
            }
            double next = Math.max(0, Double.isNaN(found) ? start - room : found);
            if (!(next >= low && next <= high)) {
                next = high == Double.POSITIVE_INFINITY ? 2 * low : 0.5 * (low + high);
            }
            saddle = ContourSaddle.rightOfPoles(loss, next);
        }
        throw new SlowDecayException("no contour was found for delta " + delta);
    }

    /** Looks for a tilt at which Chernoff's bound shows δ(epsilon) ≤ delta, from a guess outwards by factors. */
    static boolean isCertainlyAtMost(ComposedLoss loss, double epsilon, double delta) {
        double s = Math.min(16, 1.5 * (1 - Math.log(delta)) / epsilon);
        double previous = Double.POSITIVE_INFINITY;
        for (int i = 0; i < MAX_CHERNOFF && s > 0; i++) {
            Cumulants cumulants = loss.cumulants(s);
            double log = cumulants.value();
            double bound = log + loss.slack(log, s) - s * epsilon + s * Math.log(s) - (s + 1) * Math.log1p(s);
            if (bound <= Math.log(delta)) {
                return true;
            }
            if (bound > previous) {
                return false;
            }
            previous = bound;
            // Downhill: K'(s) is what the bound rises by, less epsilon and the slope of the last terms.
            s *= cumulants.mean() - epsilon + Math.log(s / (s + 1)) > 0 ? 0.6 : 1.6;
        }
        return false;
    }

    /** Newton's method on log δ(ε), no further than room from the start; NaN where δ is lost in its error. */
    private static double newton(Contour contour, double start, double room, double delta) {
        double logDelta = Math.log(delta);
        double epsilon = start;
        for (int i = 0; i < MAX_NEWTON; i++) {
            double[] values = contour.deltaAndSlope(epsilon);
            if (!(values[0] > 0 && values[1] < 0)) {
                return Double.NaN;
            }
            double move = (logDelta - Math.log(values[0])) * values[0] / values[1];
            epsilon += move;
            if (!(Math.abs(epsilon - start) < room)) {
                return Math.min(Math.max(epsilon, start - 2 * room), start + 2 * room);
            }
            if (Math.abs(move) <= 1e-13 * Math.abs(epsilon)) {
                return epsilon;
            }
        }
        return epsilon;
    }

    private static Enclosure certify(Contour contour, double epsilon, double delta) {
        Enclosure at = contour.delta(epsilon);
        double slope = -contour.deltaAndSlope(epsilon)[1];
        double above = (Math.max(0, at.upper() - delta) + 1e-15 * delta) / slope + Math.ulp(epsilon);
        double below = (Math.max(0, delta - at.lower()) + 1e-15 * delta) / slope + Math.ulp(epsilon);
        double upper = Double.POSITIVE_INFINITY;
        for (int i = 0; i < MAX_WIDENINGS; i++) {
            above *= i == 0 ? 1.01 : 2;
            if (contour.delta(epsilon + above).upper() <= delta) {
                upper = epsilon + above;
                break;
            }
        }
        double lower = 0;
        for (int i = 0; i < MAX_WIDENINGS && epsilon > below; i++) {
            below *= i == 0 ? 1.01 : 2;
            if (contour.delta(epsilon - below).lower() > delta) {
                lower = Math.max(0, epsilon - below);
                break;
            }
        }
        if (!(upper - lower <= MAX_WIDTH * epsilon + MAX_NARROW)) {
            throw new SlowDecayException("its error bounds are too wide");
        }
        return new Enclosure(lower, epsilon, upper);
    }

    /** The errors of the test whose rate of false positives is the given one. */
    static ErrorRates errorsAtFalsePositiveRate(ComposedLoss loss, double rate) {
        return Tails.at(loss, rate).errors();
    }

    /**
     * The errors of tests whose rates of false positives are near the given ones: as every test is a point of the curve, none
     * needs to be exactly where it was asked for. From one to the next the normal quantile is taken to be linear in the
     * threshold, and a contour serves as long as it is good.
     *
     * @param rates rising
     */
    static List<ErrorRates> errorsNear(ComposedLoss loss, double[] rates) {
        List<ErrorRates> errors = new ArrayList<>();
        Tails tails = Tails.at(loss, rates[0]);
        ErrorRates here = tails.errors();
        errors.add(here);
        for (int i = 1; i < rates.length; i++) {
            Tails next = tails.moved(here, rates[i]);
            tails = next.isGood() ? next : Tails.at(loss, rates[i]);
            here = tails.errors();
            errors.add(here);
        }
        return errors;
    }
}
