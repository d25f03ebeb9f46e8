package io.abacusdp.accounting.rdp;

import io.abacusdp.accounting.numeric.RoundOff;
import java.util.function.DoubleFunction;

/**
 * The optimal conversion of a Rényi divergence to (epsilon, delta).
 *
 * <p>Derivation: let P, Q have D_α(P‖Q) ≤ γ, and S be the event with δ = P(S) − e^ε·Q(S). Merging all outcomes into S and
 * its complement keeps δ and cannot raise the divergence, so that the largest δ is reached by laws on two outcomes: δ =
 * max{p − λq : F(p, q) ≤ e^{aγ}}, with λ = e^ε, a = α − 1 and F = p^α q^{−a} + (1−p)^α (1−q)^{−a}. (Dropping the second term
 * of F gives the conversion of Balle et al. in closed form.) So (ε, δ) holds if and only if
 *
 * <pre>  m(ε, δ) = min_q log F(δ + λq, q) ≥ aγ,</pre>
 *
 * F is jointly convex, hence convex in q along that line, and m increases with both ε and δ. With l₁ = log(p/(λq)) =
 * log1p(δ/(λq)) and l₂ = log((1−p)/(λ(1−q))) = log1p(−(p − q)/(1−q)) − ε, the derivative of F in q has the sign of
 * k(l₂) − k(l₁), where k(l) = a·e^{al}·expm1(l) − expm1(al) is not negative and grows with |l|; it comes from its Taylor
 * series where l is small, so that the minimum is found even where F − 1 is 1e-30.
 *
 * <p>The excess F − 1 = q·g(log(p/q)) + (1−q)·g(log((1−p)/(1−q))), g(l) = e^l·(expm1(al) + a·expm1(−l)), is again a sum of
 * positive terms. Then ε and δ are found between 0 and the closed form by safeguarded Newton steps, with dF/dp =
 * α((p/q)^a − ((1−p)/(1−q))^a) by the envelope theorem, and returned from the side on which the condition was seen to hold.
 *
 * <p>Accuracy: about 1e-9 relative above the optimum, and never below it, with u = 2^−53:
 *
 * <ul>
 *   <li>The q that is found is not quite the one that minimises F. As dF/dq = λ^α·(k(l₂) − k(l₁)) and F is convex, F is there above its minimum by no more than
 *       the modulus of that times the width of the bracket that holds the minimum; and by 128u·λ^α·(k(l₁) + k(l₂))·q where a sign of the bracket
 *       was lost to round-off, as k then would differ by more between q and 2q or q/2. The excess is lowered by that.
 *   <li>log(F − 1) errs by 6u of each exponent and 100u besides, as the excess is a sum of positive terms and their brackets cancel to no less than an
 *       eighth. Exponents are at most aγ − log δ ≤ aγ + 745: less than 5e-13 + 1e-15·aγ. As γ is raised by 1e-12 of itself and the target
 *       by 1e-12, the target is higher by 2e-12 + 1e-12·aγ at least where that matters.
 * </ul>
 *
 * <p>Limits: where aγ &gt; {@value #MAX_EXPONENT}, the closed form is returned: it is then the same to all digits.
 *
 * <p>Source: Asoodeh, Liao, Calmon, Kosut, Sankar 2021, arXiv:2008.06529, theorem 3.
 */
final class OptimalConversion {
    private static final double MAX_EXPONENT = 400;
    private static final double MAX_EPSILON = 600;
    private static final double SLACK = 1e-12;
    private static final int STEPS = 60;
    /** Relative distance above the optimum at which a search ends. */
    static final double TOLERANCE = 1e-10;

    private final double order;
    private final double a;
    private final double logTarget;

    private OptimalConversion(double order, double rdp) {
        this.order = order;
        this.a = order - 1;
        this.logTarget = Math.log(Math.expm1(a * rdp * (1 + SLACK))) + SLACK;
    }

    static double epsilon(double order, double rdp, double delta) {
        double closed = Conversion.BALLE.epsilon(order, rdp, delta);
        if (rdp == 0 || closed == 0) {
            return 0;
        }
        if (!((order - 1) * rdp <= MAX_EXPONENT) || !(delta > 0)) {
            return closed;
        }
        OptimalConversion conversion = new OptimalConversion(order, rdp);
        if (conversion.worst(0, delta).surplus() >= 0) {
            return 0;
        }
        // Beyond it e^ε is out of range, and orders next to 1 have closed forms of thousands.
        boolean within =
                closed > MAX_EPSILON && conversion.worst(MAX_EPSILON, delta).surplus() >= 0;
        return least(
                within ? MAX_EPSILON : closed,
                epsilon -> conversion.worst(epsilon, delta),
                (epsilon, point) -> epsilon - point.surplus() / point.slopeInEpsilon());
    }

    static double delta(double order, double rdp, double epsilon) {
        double closed = Conversion.BALLE.delta(order, rdp, epsilon);
        if (rdp == 0) {
            return 0;
        }
        if (!((order - 1) * rdp <= MAX_EXPONENT) || closed < 1e-290) {
            return closed;
        }
        OptimalConversion conversion = new OptimalConversion(order, rdp);
        // The total variation √(1 − e^−γ) of Bretagnolle and Huber bounds δ at every ε.
        double variation = Math.sqrt(-Math.expm1(-rdp * (1 + SLACK))) * (1 + SLACK);
        double known = Math.min(closed, variation);
        // The surplus is nearly linear in log δ.
        return known < 1
                ? least(
                        known,
                        delta -> conversion.worst(epsilon, delta),
                        (delta, point) -> delta * Math.exp(-point.surplus() / (point.slopeInDelta() * delta)))
                : known;
    }

    /**
     * The least x, to a tolerance, for which the worst pair needs more divergence than there is.
     *
     * @param known an x for which that holds
     * @param newton where a Newton step from x leads
     */
    private static double least(double known, DoubleFunction<Point> worst, Newton newton) {
        double fails = 0;
        double holds = known;
        double x = known;
        for (int step = 0; step < STEPS && holds - fails > TOLERANCE * holds; step++) {
            Point point = worst.apply(x);
            double next = newton.from(x, point);
            if (point.surplus() >= 0) {
                holds = Math.min(holds, x);
                if (x - next <= TOLERANCE * x) {
                    break;
                }
            } else {
                fails = Math.max(fails, x);
            }
            // Aim a little beyond the root, so that the next point is on the side that holds.
            next *= 1 + TOLERANCE / 4;
            x = next > fails && next < holds ? next : (fails + holds) / 2;
        }
        return holds;
    }

    @FunctionalInterface
    private interface Newton {
        double from(double x, Point point);
    }

    /** The pair of laws on two outcomes that has this δ at this ε with the least divergence. */
    private Point worst(double epsilon, double delta) {
        double lambda = Math.exp(epsilon);
        Share share = worstShare(epsilon, lambda, delta);
        double q = share.q();
        double p = Math.min(1, delta + lambda * q);
        // p − q, which is what the two logarithms are small with.
        double gap = delta + Math.expm1(epsilon) * q;
        double inside = Math.log1p(gap / q);
        // Where p is one but for its rounding, the quotient may be above one.
        double outside = Math.log1p(-Math.min(1, gap / (1 - q)));
        double logInside = Math.log(p)
                + (a * inside > 30
                        ? a * inside + Math.log1p((a * Math.expm1(-inside) - 1) * Math.exp(-a * inside))
                        : Math.log(RenyiSum.bracket(a, inside)));
        double outsideExcess = (1 - q)
                * (outside < -1
                        ? RenyiSum.excessBelow(order, outside)
                        : Math.exp(outside) * RenyiSum.bracket(a, outside));
        double larger = Math.max(logInside, Math.log(outsideExcess));
        double logExcess = larger + Math.log(Math.exp(logInside - larger) + outsideExcess * Math.exp(-larger));
        double slope = order * Math.exp(a * inside - logExcess) * -Math.expm1(a * (outside - inside));
        double above = share.above(order * epsilon - logExcess);
        double surplus = above < 1 ? logExcess + Math.log1p(-above) - logTarget : Double.NEGATIVE_INFINITY;
        return new Point(surplus, slope * lambda * q, slope);
    }

    /** The q that minimises F: from aδ/λ, where the derivative is not yet positive, up to p = 1. */
    private Share worstShare(double epsilon, double lambda, double delta) {
        double most = (1 - delta) / lambda;
        double low = a * delta / lambda;
        if (!(low < most)) {
            return share(most, 0, epsilon, lambda, delta);
        }
        double high = low;
        double valueLow = balance(low, epsilon, lambda, delta);
        double valueHigh = valueLow;
        for (double factor = 2; valueHigh < 0; factor *= factor) {
            if (high == most) {
                return share(most, 0, epsilon, lambda, delta);
            }
            low = high;
            valueLow = valueHigh;
            high = Math.min(most, high * factor);
            valueHigh = balance(high, epsilon, lambda, delta);
        }
        // Regula falsi with the Illinois rule: an end that stays is given half its weight.
        double q = high;
        int side = 0;
        for (int step = 0; step < STEPS && high - low > 1e-9 / order * high; step++) {
            q = (low * valueHigh - high * valueLow) / (valueHigh - valueLow);
            // Where the rule is slow, halving is not.
            if (!(q > low && q < high) || step % 4 == 3) {
                q = (low + high) / 2;
            }
            double value = balance(q, epsilon, lambda, delta);
            if (value < 0) {
                low = q;
                valueLow = value;
                valueHigh = side == -1 ? valueHigh / 2 : valueHigh;
                side = -1;
            } else if (value > 0) {
                high = q;
                valueHigh = value;
                valueLow = side == 1 ? valueLow / 2 : valueLow;
                side = 1;
            } else {
                return share(q, 0, epsilon, lambda, delta);
            }
        }
        return share(q, high - low, epsilon, lambda, delta);
    }

    private Share share(double q, double width, double epsilon, double lambda, double delta) {
        double inside = k(Math.log1p(delta / (lambda * q)));
        double outside = k(outside(q, epsilon, delta));
        double slope = Math.abs(outside - inside);
        return new Share(q, (width > 0 ? slope * width : 0) + 128 * RoundOff.UNIT * (inside + outside) * q);
    }

    /** 1/√k(l₁) − 1/√k(l₂): the sign of dF/dq, and linear in q where both l are small. */
    private double balance(double q, double epsilon, double lambda, double delta) {
        double inside = Math.log1p(delta / (lambda * q));
        double outside = outside(q, epsilon, delta);
        return 1 / Math.sqrt(k(inside)) - 1 / Math.sqrt(k(outside));
    }

    /** l₂ as a sum of two negative terms: as one logarithm it is lost to round-off where λ is large. */
    private static double outside(double q, double epsilon, double delta) {
        return Math.log1p(-Math.min(1, (delta + Math.expm1(epsilon) * q) / (1 - q))) - epsilon;
    }

    /** a·e^{al}·expm1(l) − expm1(al) = aα Σ_{n≥2} (α^{n−1} − a^{n−1}) lⁿ/n!. */
    private double k(double l) {
        if (!(l > -700)) {
            return 1;
        }
        if (Math.abs(order * l) > 0.25) {
            return a * Math.exp(a * l) * Math.expm1(l) - Math.expm1(a * l);
        }
        double sum = 0;
        double power = l;
        double orderPower = 1;
        double aPower = 1;
        for (int n = 2; n <= 20; n++) {
            power *= l / n;
            orderPower *= order;
            aPower *= a;
            sum += power * (orderPower - aPower);
        }
        return a * order * sum;
    }

    /**
     * About the q that minimises F.
     *
     * @param excess λ^α times this bounds by how much F is above its minimum there
     */
    private record Share(double q, double excess) {
        /** The excess relative to F − 1, given the logarithm of λ^α over F − 1. */
        double above(double logScale) {
            return 1.01 * Math.exp(logScale + Math.log(excess));
        }
    }

    /**
     * What a pair of laws shows.
     *
     * @param surplus logarithm of its F − 1 over that of the divergence: the pair is excluded if not negative
     * @param slopeInEpsilon derivative of surplus in ε
     * @param slopeInDelta derivative of surplus in δ
     */
    private record Point(double surplus, double slopeInEpsilon, double slopeInDelta) {}
}
