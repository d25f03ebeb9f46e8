package io.abacusdp.accounting.exact;

import io.abacusdp.accounting.numeric.Enclosure;
import io.abacusdp.accounting.numeric.MillsDifference;
import io.abacusdp.accounting.numeric.Normal;
import io.abacusdp.accounting.numeric.RoundOff;
import io.abacusdp.accounting.numeric.Search;
import java.util.function.DoubleUnaryOperator;

/**
 * The loss of one run of a mechanism, in closed form.
 *
 * <p>Formula: as log R rises with x, the loss is above c on the half-line that begins where log R = c if the base law B is
 * Q, and on the one that ends where log R = −c if it is P. With A that half-line, δ(c) = P[A] − e^c·Q[A] for c ≥ 0 is a sum of
 * positive terms ({@link Ratio#logGapAbove}, {@link Ratio#logGapBelow}), and found as a logarithm, so that neither tails
 * that underflow nor an e^c that overflows matter. For c &lt; 0, δ(c) = 1 − e^c + e^c·δ°(−c) with δ° that of the pair (Q, P).
 *
 * <p>Accuracy, with u = 2^−53 and Z = (|x| + reach)/σ: a double x that is nearly at the end of A stands for the threshold
 * c' = ±log R(x), which differs from c by at most e = u·(the roundings of log R) + (log R)'·ulp(x) + 2u|c|. As δ is convex and
 * falls no faster than Pr_P[L &gt; c], δ(c) is between δ(c') − e·Pr_P[L &gt; c'] and δ(c') + e·Pr_P[L &gt; c' − e]. δ(c') itself
 * errs by at most 180u + 16u(1 + Z)² relative, of which 114u is {@link MillsDifference#ERROR} or 40u that of a tail ({@link Normal}), and the rest for
 * logarithms and sums of up to sixteen parts: z = (x − s)/σ errs by 3uZ, its square hence log φ(z) by 4uZ², and log(R(z) −
 * R(z + μ)) by less than 3 times the error of z, its slope in z. A standard deviation that is itself known to r roundings adds
 * ru(1 + Z)², as d log δ/d log σ is at most that. Tails err by the same, relative, and all by a few subnormal numbers.
 */
final class SingleRun {
    private static final int MAX_STEPS = 2000;
    private static final int MAX_GUESSES = 4;
    private static final int MAX_CHORDS = 40;

    /** No query is about a loss beyond this one. */
    private static final double MAX_LOSS = 1e300;

    /** Wider bounds of epsilon, relative or, near zero, absolute, are not worth returning. */
    private static final double MAX_WIDTH = 1e-6;

    private static final double MAX_NARROW = 1e-12;

    /** Above the relative error of tails and of their differences, for the arguments given. */
    private static final double FUNCTIONS = MillsDifference.ERROR + 66 * RoundOff.UNIT;

    /** Above the error of what is subnormal. */
    private static final double UNDERFLOW = 8 * Double.MIN_VALUE;

    private final Ratio ratio;
    private final int sign;
    private final int roundings;

    /**
     * A run.
     *
     * @param roundings bound on the relative error of the standard deviation, in units of 2^−53
     */
    SingleRun(Ratio ratio, int sign, int roundings) {
        this.ratio = ratio;
        this.sign = sign;
        this.roundings = roundings;
    }

    Enclosure delta(double c) {
        if (c >= 0) {
            return Probability.enclosed(
                    Math.exp(logDelta(c, -1)) * (1 - 4 * RoundOff.UNIT) - UNDERFLOW,
                    Math.exp(logDelta(c, 0)),
                    exceeds(c) ? Math.exp(logDelta(c, 1)) * (1 + 4 * RoundOff.UNIT) + UNDERFLOW : 0);
        }
        Enclosure reversed = new SingleRun(ratio, ratio.isItsOwnMirror() ? sign : -sign, roundings).delta(-c);
        double certain = -Math.expm1(c);
        double factor = Math.exp(c);
        return Probability.enclosed(
                (certain + factor * reversed.lower()) * (1 - 8 * RoundOff.UNIT),
                certain + factor * reversed.estimate(),
                (certain + factor * reversed.upper()) * (1 + 8 * RoundOff.UNIT) + UNDERFLOW);
    }

    Enclosure epsilon(double delta) {
        double target = Math.log(delta);
        double below = target - 4 * RoundOff.UNIT * Math.abs(target);
        double above = target + 4 * RoundOff.UNIT * Math.abs(target);
        if (logDelta(0, 1) <= below) {
            return Enclosure.of(0);
        }
        double high = 1;
        while (logDelta(high, 1) > below) {
            high *= 2;
            if (high > MAX_LOSS) {
                throw new SlowDecayException("its losses leave the range of doubles");
            }
        }
        double near = near(target, high);
        double from = near;
        double to = near;
        double step = 1e-14 * near;
        while (from > 0 && logDelta(from, 1) <= below) {
            from = Math.max(0, from - step);
            step *= 8;
        }
        while (to < high && logDelta(to, 1) > below) {
            to = Math.min(high, to + step);
            step *= 8;
        }
        double upper = Search.least(from, to, 1e-15, c -> logDelta(c, 1) <= below);
        double down = Math.min(near, upper);
        while (down > 0 && !(logDelta(down, -1) > above)) {
            down = Math.max(0, down - step);
            step *= 8;
        }
        double lower = down > 0 ? Search.greatest(down, upper, 1e-15, c -> logDelta(c, -1) > above) : 0;
        double atLeast = lower > 0 ? lower : 0;
        if (!(upper - atLeast <= MAX_WIDTH * upper + MAX_NARROW)) {
            throw new SlowDecayException("its error bounds are too wide");
        }
        return new Enclosure(atLeast, 0.5 * (atLeast + upper), upper);
    }

    /**
     * About where log δ is the target, between 0 and a point at which it is less: where the chord of two points has it, the value of one that stays
     * being halved, or in their middle where that is no help.
     */
    private double near(double target, double most) {
        double low = 0;
        double high = most;
        double atLow = logDelta(low, 0) - target;
        double atHigh = logDelta(high, 0) - target;
        int stays = 0;
        for (int i = 0; i < MAX_CHORDS && high - low > 1e-14 * high; i++) {
            double chord = (low * atHigh - high * atLow) / (atHigh - atLow);
            double next = chord > low && chord < high ? chord : 0.5 * (low + high);
            double value = logDelta(next, 0) - target;
            if (Math.abs(value) <= 4 * RoundOff.UNIT * Math.abs(target)) {
                return next;
            }
            if (value > 0) {
                low = next;
                atLow = value;
                atHigh *= stays > 0 ? 0.5 : 1;
                stays = 1;
            } else {
                high = next;
                atHigh = value;
                atLow *= stays < 0 ? 0.5 : 1;
                stays = -1;
            }
        }
        return high;
    }

    /** Whether any loss is above c. */
    private boolean exceeds(double c) {
        return sign > 0 || c <= -ratio.leastLog() * (1 + 8 * RoundOff.UNIT);
    }

    /**
     * log δ(c).
     *
     * @param c at least 0
     * @param side 1 for an upper bound, −1 for a lower one, 0 for the value as it is computed
     */
    private double logDelta(double c, int side) {
        if (!exceeds(c)) {
            return Double.NEGATIVE_INFINITY;
        }
        double x = point(sign * c);
        if (x == Double.NEGATIVE_INFINITY) {
            // No farther from the largest loss than its rounding, and δ(c) is at most that distance.
            return side > 0
                    ? Math.log(-ratio.leastLog() * (1 + 8 * RoundOff.UNIT) - c + 16 * RoundOff.UNIT * c)
                    : Double.NEGATIVE_INFINITY;
        }
        double log = sign > 0 ? ratio.logGapAbove(x) : ratio.logGapBelow(x);
        if (!(log > Double.NEGATIVE_INFINITY)) {
            throw new SlowDecayException("its terms leave the range of doubles");
        }
        if (side == 0) {
            return log;
        }
        double relative =
                tailError(x) * (sign > 0 ? 1 : ratio.conditioningBelow(x)) + 4 * RoundOff.UNIT * Math.abs(log);
        double e = thresholdError(x, c);
        if (side < 0) {
            return log - relative + Math.log1p(-Math.min(1, 1.01 * e * Math.exp(logMass(x) - log)));
        }
        double farther = x - sign * (1.01 * e / ratio.slope(x) + Math.ulp(x));
        double mass = Double.isFinite(farther) ? logMass(farther) : 0;
        return log + relative + Math.log1p(1.01 * e * Math.exp(mass - log));
    }

    /** log Pr_P of the half-line that ends at x, nearly: its error does not matter where it is multiplied by another. */
    private double logMass(double x) {
        return sign > 0 ? ratio.logOtherAbove(x) : ratio.logBaseBelow(x);
    }

    /** The errors of the test with threshold c. */
    ErrorRates errorsAt(double c) {
        double x = point(sign * c);
        return errors(c, x, slip(x, c) * density(x), 0);
    }

    /**
     * The errors of the test that decides by the half-line that has the rate: exactly those of a most powerful test, whose
     * threshold is the one stated but for its rounding e. A tangent of slope e^c through a point of the curve is above the
     * curve by no more than that e where it is positive, so that the rate of false negatives is lowered by it.
     */
    ErrorRates errorsAtFalsePositiveRate(double rate) {
        // Pr_Q of the half-line falls with x if it is the right one, and rises if it is the left one.
        double x = sign > 0 ? root(at -> rate - ratio.baseAbove(at)) : root(at -> ratio.otherBelow(at) - rate);
        double c = sign * ratio.log(x);
        return errors(c, x, 0, 2 * thresholdError(x, c));
    }

    private ErrorRates errors(double c, double x, double moved, double lowered) {
        Enclosure falsePositive = mass(x, moved, sign > 0 ? ratio.baseAbove(x) : ratio.otherBelow(x));
        Enclosure falseNegative = mass(x, moved, sign > 0 ? ratio.otherBelow(x) : ratio.baseAbove(x));
        return new ErrorRates(
                c,
                falsePositive,
                Probability.enclosed(
                        falseNegative.lower() - lowered, falseNegative.estimate(), falseNegative.upper() + lowered));
    }

    private Enclosure mass(double x, double moved, double value) {
        double error = tailError(x) * value + moved + UNDERFLOW;
        return Probability.enclosed(value - error, value, value + error);
    }

    /** Where log R takes the value; −∞ if it is everywhere larger. */
    private double point(double log) {
        if (log <= ratio.leastLog()) {
            return Double.NEGATIVE_INFINITY;
        }
        double excess = Math.expm1(log);
        return root(
                Math.abs(excess) <= 0.4 ? x -> ratio.excess(x) - excess : x -> ratio.log(x) - log, ratio.guess(log));
    }

    /** The root, which is sought around a guess first. */
    private double root(DoubleUnaryOperator rising, double guess) {
        double step = 4 * Math.ulp(guess);
        for (int i = 0; i < MAX_GUESSES && step < Double.POSITIVE_INFINITY; i++) {
            if (rising.applyAsDouble(guess - step) < 0 && rising.applyAsDouble(guess + step) >= 0) {
                return bisected(rising, guess - step, guess + step);
            }
            step *= 64;
        }
        return root(rising);
    }

    /** The root of a rising function; −∞ if it is positive down to where no law has mass. */
    private double root(DoubleUnaryOperator rising) {
        double step = ratio.sigma();
        double low = -step;
        double high = step;
        while (rising.applyAsDouble(low) > 0) {
            low *= 2;
            if (low < -1e6 * (ratio.sigma() + ratio.reach())) {
                return Double.NEGATIVE_INFINITY;
            }
        }
        while (rising.applyAsDouble(high) < 0) {
            high *= 2;
        }
        return bisected(rising, low, high);
    }

    /** The least double, within the bracket, at which a rising function is not negative. */
    private static double bisected(DoubleUnaryOperator rising, double from, double to) {
        double low = from;
        double high = to;
        for (int i = 0; i < MAX_STEPS; i++) {
            double middle = 0.5 * (low + high);
            if (middle <= low || middle >= high) {
                break;
            }
            if (rising.applyAsDouble(middle) < 0) {
                low = middle;
            } else {
                high = middle;
            }
        }
        return high;
    }

    /** How far the threshold for which x is the end of the half-line can be from c. */
    private double thresholdError(double x, double c) {
        if (x == Double.NEGATIVE_INFINITY) {
            return 0;
        }
        return RoundOff.UNIT * (ratio.logRoundings(x) + roundings * Math.abs(c) + 2 * Math.abs(c))
                + 2 * ratio.slope(x) * Math.ulp(x);
    }

    /** How far x can be from the end of the half-line for the threshold c. */
    private double slip(double x, double c) {
        return x == Double.NEGATIVE_INFINITY ? 0 : Math.ulp(x) + thresholdError(x, c) / ratio.slope(x);
    }

    /** An upper bound for the density of either law near x. */
    private double density(double x) {
        double outside = Math.max(0, Math.max(-ratio.leftReach() - x, x - ratio.reach()));
        return 1.01 * Normal.density(outside / ratio.sigma()) / ratio.sigma();
    }

    private double tailError(double x) {
        double z = x == Double.NEGATIVE_INFINITY ? 0 : (Math.abs(x) + ratio.reach()) / ratio.sigma();
        return FUNCTIONS + (16 + roundings) * RoundOff.UNIT * (1 + z) * (1 + z);
    }
}
