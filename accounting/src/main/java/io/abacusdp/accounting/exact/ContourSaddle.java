package io.abacusdp.accounting.exact;

import io.abacusdp.accounting.numeric.Cumulants;
import io.abacusdp.accounting.numeric.SaddlePoint;
import java.util.function.ToDoubleFunction;

/**
 * Where to put a contour: the tilt t at which M(t)·e^{−tc}/|t(t+1)| is least between two poles. There the integrand falls
 * fastest across the real line, and its integral is about that value over √(2π·curvature).
 *
 * @param t the tilt, not a pole
 * @param cumulants of the loss there
 * @param threshold c for which it is the saddle, c = K'(t) − 1/t − 1/(t+1)
 */
record ContourSaddle(double t, Cumulants cumulants, double threshold) {
    private static final int MAX_STEPS = 200;

    /** Good enough for the contour, in units of the width of the saddle and of log δ alike. */
    private static final double TOLERANCE = 0.3;

    private double curvature() {
        return SaddlePoint.curvature(t, cumulants);
    }

    /** Logarithm of the least of the integrals with the three kernels, roughly. */
    double logSize() {
        return cumulants.value()
                - t * threshold
                - Math.log(Math.max(1, Math.abs(t)) * Math.max(1, Math.abs(t + 1)))
                - 0.5 * Math.log(2 * Math.PI * curvature());
    }

    private double logDelta() {
        return SaddlePoint.logDelta(t, cumulants, threshold);
    }

    private static ContourSaddle at(ComposedLoss loss, double t) {
        Cumulants cumulants = loss.cumulants(t);
        return new ContourSaddle(t, cumulants, SaddlePoint.epsilon(t, cumulants));
    }

    /** Logarithm of Pr_Q[L &gt; c], roughly: the kernel 1/(z+1) in place of 1/(z(z+1)), and the factor e^{−c}. */
    private double logFalsePositiveRate() {
        return logDelta() + Math.log(t) - threshold;
    }

    /** The saddle at t &gt; 0 for which δ is about the given one; in the variable log t, log δ falls by t²·curvature. */
    static ContourSaddle forDelta(ComposedLoss loss, double logDelta) {
        return search(loss, logDelta, ContourSaddle::logDelta, saddle -> saddle.t * saddle.t * saddle.curvature());
    }

    /** The saddle at t &gt; 0 for which Pr_Q[L &gt; c] is about the given rate, which is small. */
    static ContourSaddle forFalsePositiveRate(ComposedLoss loss, double logRate) {
        return search(
                loss,
                logRate,
                ContourSaddle::logFalsePositiveRate,
                saddle -> saddle.t * (saddle.t + 1) * saddle.curvature() - 1);
    }

    /**
     * The saddle at t &gt; 0 with about the given size, by Newton's method in the variable log t, kept in a bracket.
     *
     * @param fall what the size falls by for each unit of log t
     */
    private static ContourSaddle search(
            ComposedLoss loss,
            double logSize,
            ToDoubleFunction<ContourSaddle> size,
            ToDoubleFunction<ContourSaddle> fall) {
        LogBracket bracket = new LogBracket();
        double t = Math.min(16, Math.sqrt(2 * (1 - logSize) / loss.cumulants(0).variance()));
        for (int i = 0; i < MAX_STEPS; i++) {
            ContourSaddle saddle = at(loss, t);
            double here = size.applyAsDouble(saddle);
            double miss = here - logSize;
            if (Math.abs(miss) <= TOLERANCE) {
                return saddle;
            }
            bracket.cut(t, miss > 0);
            t = bracket.next(t, distance(here, logSize) / fall.applyAsDouble(saddle));
        }
        throw new SlowDecayException("no saddle point was found");
    }

    /**
     * What the size has to fall by for the target, as seen from where it is. Newton's step for log(−log δ), which is more nearly
     * linear in log t than log δ, wherever δ is small.
     */
    private static double distance(double size, double target) {
        return size < -1 && target < -1 ? -size * Math.log(target / size) : size - target;
    }

    /** The saddle at t &gt; 0 for a threshold. */
    static ContourSaddle rightOfPoles(ComposedLoss loss, double c) {
        return outside(loss, c, 1);
    }

    /**
     * The saddle for a threshold on the side of the poles, or between them, where neither of the two probabilities of a loss
     * beyond the threshold is found as a small difference. Where the loss is small throughout, both are about one half
     * wherever the poles matter, and a line between them would have to be too close to both.
     */
    static ContourSaddle forTails(ComposedLoss loss, double c) {
        Cumulants underP = loss.cumulants(0);
        Cumulants underQ = loss.cumulants(-1);
        boolean small = underP.variance() < 9;
        double middle = 0.5 * (underP.mean() + underQ.mean());
        if (c >= (small ? middle : underP.mean())) {
            return outside(loss, c, 1);
        }
        if (c <= (small ? middle : underQ.mean())) {
            return outside(loss, c, -1);
        }
        double low = -1;
        double high = 0;
        double t = -0.5;
        for (int i = 0; i < MAX_STEPS; i++) {
            ContourSaddle saddle = at(loss, t);
            double miss = saddle.threshold - c;
            if (Math.abs(miss) <= TOLERANCE * Math.sqrt(saddle.curvature())) {
                return new ContourSaddle(t, saddle.cumulants, c);
            }
            if (miss < 0) {
                low = t;
            } else {
                high = t;
            }
            double next = t - miss / saddle.curvature();
            t = next > low && next < high ? next : 0.5 * (low + high);
        }
        throw new SlowDecayException("no saddle point was found");
    }

    /** The saddle right of both poles (side 1, t = d) or left of both (side −1, t = −1 − d), in the variable log d. */
    private static ContourSaddle outside(ComposedLoss loss, double c, int side) {
        LogBracket bracket = new LogBracket();
        double d = Math.min(16, 1 / Math.sqrt(loss.cumulants(0).variance()));
        for (int i = 0; i < MAX_STEPS; i++) {
            double t = side > 0 ? d : -1 - d;
            ContourSaddle saddle = at(loss, t);
            double miss = side * (saddle.threshold - c);
            if (Math.abs(miss) <= TOLERANCE * Math.sqrt(saddle.curvature())) {
                return new ContourSaddle(t, saddle.cumulants, c);
            }
            bracket.cut(d, miss < 0);
            d = bracket.next(d, -miss / (d * saddle.curvature()));
        }
        throw new SlowDecayException("no saddle point was found");
    }
}
