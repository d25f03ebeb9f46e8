package io.abacusdp.accounting.tradeoff;

import io.abacusdp.accounting.numeric.Normal;
import java.util.List;

/**
 * The least μ with G_μ ≤ f for all tests with both errors at least a given rate.
 *
 * <p>Formula: a curve is nowhere below the polygon of some of its supporting lines. G_μ is convex, so that it is below the polygon
 * if it is at the polygon's corners, and G_μ(α) ≤ β exactly if μ ≥ −Φ⁻¹(α) − Φ⁻¹(β). Lines are taken at rates of equally spaced
 * quantiles, from the least rate to the first where f(α) ≤ α. The other half of the curve is the first half of the other
 * direction, and G_μ is its own inverse.
 *
 * <p>Accuracy: never below the truth. Corners lie below the curve by an amount that falls with the square of the spacing.
 */
final class ClosestGaussian {
    private static final int LINES = 160;

    private ClosestGaussian() {}

    static double mu(Side remove, Side add, double leastRate) {
        if (!(leastRate > 0 && leastRate < 0.5)) {
            throw new IllegalArgumentException("least rate must be in (0, 0.5), got " + leastRate);
        }
        double mu = half(remove, leastRate);
        return remove == add ? mu : Math.max(mu, half(add, leastRate));
    }

    private static double half(Side side, double leastRate) {
        double start = Normal.quantile(leastRate);
        double[] rates = new double[LINES + 1];
        rates[0] = leastRate;
        for (int i = 1; i <= LINES; i++) {
            rates[i] = i == LINES ? 0.5 : Math.max(rates[i - 1], Normal.cdf(start * (LINES - i) / LINES));
        }
        List<Line> lines = side.near(rates);
        double mu = through(leastRate, lines.get(0).at(leastRate));
        int last = 0;
        while (last < LINES && lines.get(last).at(rates[last]) > rates[last] && mu < Double.POSITIVE_INFINITY) {
            Line line = lines.get(last);
            Line next = lines.get(last + 1);
            double corner = corner(line, next, rates[last], rates[last + 1]);
            // Lower than either line at any point between: what rounding does to the corner is of no consequence.
            mu = Math.max(mu, through(corner, Math.min(line.at(corner), next.at(corner))));
            last++;
        }
        return Math.max(mu, through(rates[last], lines.get(last).at(rates[last])));
    }

    private static double corner(Line one, Line other, double from, double to) {
        double steep = Math.exp(one.logSlope());
        double flat = Math.exp(other.logSlope());
        double corner = from + (one.at(from) - other.at(from)) / (steep - flat);
        return corner >= from && corner <= to ? corner : 0.5 * (from + to);
    }

    /** The least μ with G_μ(α) ≤ β, rounded up. */
    private static double through(double alpha, double beta) {
        if (!(beta > 0)) {
            return Double.POSITIVE_INFINITY;
        }
        double a = Normal.quantile(alpha);
        double b = Normal.quantile(Math.min(beta, 1));
        return Math.max(0, -a - b + 1e-14 * (1 + Math.abs(a) + Math.abs(b)));
    }
}
