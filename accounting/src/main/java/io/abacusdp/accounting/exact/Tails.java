package io.abacusdp.accounting.exact;

import io.abacusdp.accounting.numeric.Cumulants;
import io.abacusdp.accounting.numeric.Normal;

/**
 * A threshold, and a contour on which the probabilities of losses beyond it are found.
 *
 * @param start the threshold that the contour is made for
 * @param room how far from it the contour is good
 */
record Tails(Contour contour, double start, double room, double threshold) {
    private static final int MAX_NEWTON = 40;

    /** Below this rate the loss is no longer near enough to a normal one for a first guess. */
    private static final double FAR_OUT = 1e-4;

    /**
     * The threshold for a rate of false positives, by Newton's method on the normal quantile of Pr_Q[L &gt; c], which is nearly
     * linear in c; back towards the mean where the probability is lost in its error.
     */
    static Tails at(ComposedLoss loss, double rate) {
        double quantile = Normal.quantile(rate);
        Cumulants underQ = loss.cumulants(-1);
        double c = rate < FAR_OUT
                ? ContourSaddle.forFalsePositiveRate(loss, Math.log(rate)).threshold()
                : underQ.mean() - quantile * Math.sqrt(underQ.variance());
        for (int i = 0; i < MAX_NEWTON; i++) {
            ContourSaddle saddle = ContourSaddle.forTails(loss, c);
            Contour contour = Contour.forTails(loss, saddle);
            double scale = Math.sqrt(saddle.cumulants().variance());
            double room = Inversion.MAX_DRIFT / Math.max(Math.abs(saddle.t()), 1 / scale);
            double found = newton(contour, c, room, scale, quantile);
            if (Math.abs(found - c) < room) {
                return new Tails(contour, c, room, found);
            }
            c = Double.isNaN(found) ? 0.5 * (c + underQ.mean()) : found;
        }
        throw new SlowDecayException("no contour was found for the false positive rate " + rate);
    }

    private static double newton(Contour contour, double start, double room, double scale, double quantile) {
        double c = start;
        for (int i = 0; i < MAX_NEWTON; i++) {
            double reached = contour.quantileUnderQ(c);
            double move = (reached - quantile) * Normal.density(reached) / contour.densityUnderQ(c);
            if (!(Math.abs(move) < Double.POSITIVE_INFINITY)) {
                return Double.NaN;
            }
            c += move;
            if (!(Math.abs(c - start) < room)) {
                return Math.min(Math.max(c, start - 4 * room), start + 4 * room);
            }
            if (Math.abs(move) <= 1e-14 * (Math.abs(c) + scale)) {
                return c;
            }
        }
        return c;
    }

    /**
     * The threshold for another rate nearby, on the same contour, roughly.
     *
     * @param here the errors at this threshold
     */
    Tails moved(ErrorRates here, double rate) {
        double quantile = Normal.quantile(here.falsePositive().estimate());
        double slope = -Normal.density(quantile) / contour.densityUnderQ(threshold);
        return new Tails(contour, start, room, threshold + slope * (Normal.quantile(rate) - quantile));
    }

    /** Whether the contour is good for the threshold. */
    boolean isGood() {
        return Math.abs(threshold - start) < room;
    }

    ErrorRates errors() {
        return contour.errorsAt(threshold);
    }
}
