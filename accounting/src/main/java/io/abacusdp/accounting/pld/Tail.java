package io.abacusdp.accounting.pld;

import io.abacusdp.accounting.numeric.RoundOff;

/**
 * δ(ε) of a composition and its inverse, rounded to one side.
 *
 * <p>Formula: with F_j the mass at x_j = jh, A_j = Σ_{i≥j} F_i and D_j = δ(x_j), D_{j−1} = e^{−h}·D_j + (1 − e^{−h})·A_j, and
 * between x_{j−1} and x_j δ(ε) = e^{ε−x_j}·D_j + (1 − e^{ε−x_j})·A_j: sums of positive terms only, from the far end of the tail
 * downwards, in which every step adds at most 4u to the relative error.
 */
final class Tail {
    private final TiltedWindow law;
    private final double origin;
    private final double step;
    private final double shift;
    private final double constant;
    private final double factor;
    private final double lossError;

    /** What is said if anything was not a number: the bound that needs no computation. */
    private final double unknown;

    /** Whether the window has all finite losses that there are. */
    private final boolean whole;

    private Tail(
            TiltedWindow law,
            double origin,
            double step,
            double shift,
            double constant,
            double factor,
            double lossError,
            double unknown,
            boolean whole) {
        this.whole = whole;
        this.law = law;
        this.origin = origin;
        this.step = step;
        this.shift = shift;
        this.constant = constant;
        this.factor = factor;
        this.lossError = lossError;
        this.unknown = unknown;
    }

    /**
     * From above: values are raised by their error; wrapped mass has only raised them.
     *
     * @param origin loss of lattice index 0
     * @param beyond bound on the mass at losses above the window, finite or not
     * @param lossError bound on the error of the sum of the losses
     * @param whole whether no mass lies below the window
     */
    static Tail above(TiltedWindow law, double origin, double step, double beyond, double lossError, boolean whole) {
        return new Tail(
                law,
                origin,
                step,
                law.error(),
                beyond + underflow(law),
                1 + slack(law, step),
                lossError,
                Double.POSITIVE_INFINITY,
                whole);
    }

    /**
     * From below: values are lowered by their error and by all the mass that may be wrapped.
     *
     * @param origin loss of lattice index 0
     * @param infinity mass that is known to have an infinite loss
     * @param wrapped bound on the tilted mass outside of the window
     * @param lossError bound on the error of the sum of the losses
     */
    static Tail below(TiltedWindow law, double origin, double step, double infinity, double wrapped, double lossError) {
        return new Tail(
                law,
                origin,
                step,
                -law.error() - wrapped,
                infinity - underflow(law),
                1 - slack(law, step),
                -lossError,
                0,
                false);
    }

    /** What underflows on the way errs by more than its relative error. */
    private static double underflow(TiltedWindow law) {
        return 8.0 * (law.size() + 2) * Double.MIN_VALUE;
    }

    private static double slack(TiltedWindow law, double step) {
        double reach = Math.max(Math.abs((double) law.first()), Math.abs((double) law.first() + law.size())) * step;
        return Math.min(0.5, RoundOff.UNIT * (8.0 * law.size() + 8 * (law.exponents() + law.theta() * reach) + 64));
    }

    /** Greatest ε that this tail allows at δ; 0 if it allows none above 0, +∞ if the infinite losses alone weigh more. */
    double epsilon(double delta) {
        double left = delta / factor - constant;
        if (left < 0) {
            return Double.POSITIVE_INFINITY;
        }
        if (broken()) {
            return unknown;
        }
        double near = Math.exp(-step);
        double far = -Math.expm1(-step);
        Exponentials weights = weights();
        double d = 0;
        double a = 0;
        for (int i = law.size() - 1; i >= 0; i--) {
            a += Math.max(0, law.at(i) + shift) * weights.at(i);
            double next = near * d + far * a;
            if (next > left) {
                double at = loss(i) + Math.log1p(-(left - d) / (a - d));
                return Math.max(0, at + lossError);
            }
            if (loss(i) <= 0) {
                return 0;
            }
            d = next;
        }
        // Below the window nothing is known: from above, its end still is a bound; from below, there is none.
        return unknown > 0 ? Math.max(0, loss(0) + lossError) : 0;
    }

    /** δ at ε, from 0 to 1. */
    double delta(double epsilon) {
        double at = epsilon - lossError;
        if (broken()) {
            return unknown > 0 || Double.isNaN(constant) ? Math.min(1, unknown) : Math.max(0, constant * factor);
        }
        double near = Math.exp(-step);
        double far = -Math.expm1(-step);
        Exponentials weights = weights();
        double d = 0;
        double a = 0;
        for (int i = law.size() - 1; i >= 0 && loss(i) > at; i--) {
            a += Math.max(0, law.at(i) + shift) * weights.at(i);
            double x = loss(i);
            if (x - step <= at) {
                d -= Math.expm1(at - x) * (a - d);
                break;
            }
            d = near * d + far * a;
        }
        if (at < loss(-1)) {
            // Below the window, (1 − e^{ε−L})₊ ≤ e^{ε−x}·(1 − e^{x−L})₊ + 1 − e^{ε−x} for every loss L, with x the
            // window's end; from
            // below, the same holds with an equality of the mass that is known to lie above x.
            double mass = whole || unknown == 0 ? a : Math.max(1, a);
            d -= Math.expm1(at - loss(-1)) * (mass - d);
        }
        double value = (d + constant) * factor;
        if (Double.isNaN(value)) {
            return Math.min(1, unknown);
        }
        return Math.max(0, Math.min(1, value));
    }

    private double loss(int i) {
        return origin + (law.first() + i) * step;
    }

    private boolean broken() {
        return !Double.isFinite(shift + constant + factor + lossError + law.logMoment());
    }

    private Exponentials weights() {
        return new Exponentials(-law.theta() * step, law.first(), -law.logMoment());
    }
}
