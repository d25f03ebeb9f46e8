package io.abacusdp.accounting.exact;

import io.abacusdp.accounting.numeric.Normal;
import io.abacusdp.accounting.numeric.Search;
import java.util.function.DoubleUnaryOperator;

/**
 * The loss of one run of a mechanism, in closed form.
 *
 * <p>Formula: as log R rises with x, the loss is above c on the half-line that begins where log R = c if the base law B is
 * Q, and on the one that ends where log R = −c if it is P. With G the mass of the other law above that point minus that of
 * the base, δ(c) = G − (e^c − 1)·B[above] in the first case and e^c·G − (e^c − 1)·B[below] in the second.
 *
 * <p>Accuracy: the point errs by dx = ulp(x) + 8u·(|1 − 1/R| + |log R|)/(log R)'. δ is stationary in it, and errs by at most
 * (log R)'·(density of P)·dx², besides the round-off of its parts; probabilities by the density times dx. A Gaussian tail at z
 * errs by at most 4e-15 + 8uz², relative.
 */
final class SingleRun {
    private static final int MAX_STEPS = 2000;

    private final Ratio ratio;
    private final int sign;

    SingleRun(Run run) {
        ratio = run.ratio();
        sign = run.sign();
    }

    Enclosure delta(double c) {
        double x = point(sign * c);
        double gain = Math.expm1(c);
        double factor = sign > 0 ? 1 : Math.exp(c);
        double excess = factor * ratio.excessAbove(x);
        double base = gain * (sign > 0 ? ratio.baseAbove(x) : ratio.baseBelow(x));
        double value = excess - base;
        double tails = factor * ratio.excessSize(x);
        double slip = slip(x);
        double stationary = slip == 0 ? 0 : ratio.slope(x) * slip * slip * density(x);
        double error = tailError(x) * (tails + Math.abs(base)) + stationary;
        return Enclosure.probability(value - error, value, value + error);
    }

    Enclosure epsilon(double delta) {
        if (delta(0).upper() <= delta) {
            return Enclosure.of(0);
        }
        double high = 1;
        while (delta(high).upper() > delta) {
            high *= 2;
        }
        double upper = Search.least(0, high, 1e-15, c -> delta(c).upper() <= delta);
        double lower = Search.greatest(0, upper, 1e-15, c -> delta(c).lower() > delta);
        double atLeast = lower > 0 ? lower : 0;
        return new Enclosure(atLeast, 0.5 * (atLeast + upper), upper);
    }

    ErrorRates errorsAt(double c) {
        double x = point(sign * c);
        Enclosure base = mass(x, sign > 0 ? ratio.baseAbove(x) : ratio.baseBelow(x));
        Enclosure other = mass(
                x, sign > 0 ? ratio.baseAbove(x) + ratio.excessAbove(x) : ratio.baseBelow(x) - ratio.excessAbove(x));
        return sign > 0 ? new ErrorRates(c, base, other.complement()) : new ErrorRates(c, other, base.complement());
    }

    ErrorRates errorsAtFalsePositiveRate(double rate) {
        // Pr_Q of the half-line falls with x if it is the right one, and rises if it is the left one.
        double x = sign > 0
                ? root(at -> rate - ratio.baseAbove(at))
                : root(at -> ratio.baseBelow(at) - ratio.excessAbove(at) - rate);
        return errorsAt(sign * ratio.log(x));
    }

    private Enclosure mass(double x, double value) {
        double error = tailError(x) * (value + ratio.excessAbove(x)) + slip(x) * density(x);
        return Enclosure.probability(value - error, value, value + error);
    }

    /** Where log R takes the value; −∞ if it is everywhere larger. */
    private double point(double log) {
        if (log <= ratio.leastLog()) {
            return Double.NEGATIVE_INFINITY;
        }
        double excess = Math.expm1(log);
        return root(Math.abs(excess) <= 0.4 ? x -> ratio.excess(x) - excess : x -> ratio.log(x) - log);
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

    private double slip(double x) {
        if (x == Double.NEGATIVE_INFINITY) {
            return 0;
        }
        double log = ratio.log(x);
        return Math.ulp(x) + 8 * Small.UNIT * (Math.abs(Math.expm1(-log)) + Math.abs(log)) / ratio.slope(x);
    }

    /** An upper bound for the density of either law near x. */
    private double density(double x) {
        double outside = Math.max(0, Math.max(-ratio.leftReach() - x, x - ratio.reach()));
        return 1.01 * Normal.density(outside / ratio.sigma()) / ratio.sigma();
    }

    private double tailError(double x) {
        double z = x == Double.NEGATIVE_INFINITY ? 0 : (Math.abs(x) + ratio.reach()) / ratio.sigma();
        return 4e-15 + 8 * Small.UNIT * z * z;
    }
}
