package io.abacusdp.accounting.exact;

import java.util.function.DoubleUnaryOperator;

/** Where Gaussian densities times a power of a density ratio are large. */
final class Peaks {
    /** An upper bound of −x²/2σ² + log of the other factors, over an interval, at exponent a. */
    @FunctionalInterface
    interface Bound {
        double over(double a, double from, double to);
    }

    private static final int MAX_WIDTH = 1_000_000;

    private Peaks() {}

    /** How far from its mean a Gaussian has all but e^{−e} of its mass on one side: Φ(−w) ≤ e^{−w²/2}/2. */
    static double width(double sigma, double e) {
        return sigma * Math.sqrt(2 * Math.max(e, 1));
    }

    /**
     * The peak of a concave −x²/2σ² + f(x) with f' in [low/σ², 0], or a point at most σ/4 left of it.
     *
     * @param slope f'
     */
    static double leftPeak(DoubleUnaryOperator slope, double sigma, double low) {
        double below = low;
        double above = 0;
        while (above - below > 0.25 * sigma) {
            double middle = 0.5 * (below + above);
            if (middle == below || middle == above) {
                break;
            }
            if (middle < sigma * sigma * slope.applyAsDouble(middle)) {
                below = middle;
            } else {
                above = middle;
            }
        }
        return below;
    }

    /**
     * The largest value of −x²/2σ² + f(x) over [from, to] for a convex f, given at both ends: f lies below its chord, and
     * −x²/2σ² plus a line is largest where x = σ²·slope.
     */
    static double chordBound(double atFrom, double atTo, double sigma, double from, double to) {
        double slope = (atTo - atFrom) / (to - from);
        double x = Math.min(Math.max(slope * sigma * sigma, from), to);
        return atFrom + slope * (x - from) - x * x / (2 * sigma * sigma);
    }

    /** The least x, to within σ, right of which the bound stays below −e all the way to the far end. */
    static double farthest(Bound bound, double a, double e, double sigma, double near, double far) {
        if (!(far - near <= MAX_WIDTH * sigma)) {
            throw new SlowDecayException("its moments are spread over more than " + MAX_WIDTH + " standard deviations");
        }
        if (far <= near || bound.over(a, near, far) <= -e) {
            return near;
        }
        if (far - near <= sigma) {
            return far;
        }
        double middle = 0.5 * (near + far);
        double right = farthest(bound, a, e, sigma, middle, far);
        return right > middle ? right : farthest(bound, a, e, sigma, near, middle);
    }
}
