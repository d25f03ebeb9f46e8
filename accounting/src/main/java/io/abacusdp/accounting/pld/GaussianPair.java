package io.abacusdp.accounting.pld;

import io.abacusdp.accounting.numeric.NearZero;
import io.abacusdp.accounting.numeric.RoundOff;
import io.abacusdp.accounting.pair.Sampling;
import java.util.OptionalDouble;

/**
 * A mixture of Gaussians of unit variance against a Gaussian: P = Σ w_i·N(s_i, 1) against Q = N(0, 1); or against the mirror
 * image Q = Σ w_i·N(−s_i, 1).
 *
 * <p>Formula: L(t) = log(p/q), p = Σ w_i·φ(t − s_i). The loss increases with t as all s_i ≥ 0. With L(a) = x, the moment's
 * integrand p − e^x·q is Σ w_i·φ(t − s_i)·(1 − e^{−s_i(t − a)}), plus e^x·Σ w_i·φ(t + s_i)·(e^{s_i(t − a)} − 1) for the mirror image: sums
 * of terms of one sign.
 *
 * <p>Accuracy: Gauss-Legendre rules on intervals of a length L inverse to the steepness K, which is at least 4 + |t − θs| for every t of the interval
 * and θ in [0, 1]. All integrands are sums of f = φ(t − s), or of f = φ(t − s)·(1 − e^{−sd}) = φ(t − s) − cφ(t) and its mirror image, with d the
 * distance from the anchor.
 *
 * <ul>
 *   <li>n nodes err by at most (64/15)·M·ρ^{−2n}/(1 − ρ^{−2})·L/2 if |f| ≤ M in the ellipse that has its foci at the ends and half-axes
 *       whose sum is ρL/2 (Trefethen 2013, theorem 19.3). At a distance ζ from the middle |φ(t − θs + ζ)| ≤ φ(t − θs)·e^{K|ζ|}, as |ζ|/2 ≤ 3.8, and
 *       |ζ| ≤ (ρ + 1/ρ)L/4. So a mass errs by 2.14·e^{K|ζ| + KL/2}·ρ^{−2n}, relative: with n = 8, KL ≤ 1.5 and ρ = 20 by 2e-17, with n = 5,
 *       KL ≤ 0.35 and ρ = 100 by 2e-16. A moment's f is sd times a mean over θ of Gaussians where sd ≤ 1, and at least 0.63 of what it is
 *       bounded by where it is more: its M is larger by at most 4.3·(1 + (ρ + 1/ρ)/2), relative: 1e-15 and 4e-14.
 *   <li>Three nodes err by L⁷·|f⁽⁶⁾|/2016000. Derivatives of φ are He_n·φ, |He_n(t)| ≤ E|t + iZ|^n ≤ (|t| + 1.6)^n ≤ K^n for n ≤ 6; so |f⁽⁶⁾| ≤ K⁶·φ for a
 *       mass and, as f vanishes at the anchor, ≤ 6.02·sK⁵·φ for a moment, which is at least 0.48·sL²φ: with KL ≤ 0.02 errors of 1e-16 and 2.1e-14.
 *   <li>Round-off, in units of 2^−53 and with Z the largest |t| + 2s: an exponent of up to Z² errs by 6Z², with its node; exponentials, sums over nodes
 *       and over parts by 48 and one for each part.
 * </ul>
 */
final class GaussianPair extends MonotonePair {
    /** Wide enough for a mean that need not be exact. */
    private static final double PANEL = 0.25;

    private static final double ROOT_2PI = Math.sqrt(2 * Math.PI);

    /** Above the relative error of the rules. */
    private static final double RULES = 4.2e-14;

    /** Length times steepness up to which three nodes are exact to rounding. */
    private static final double NARROW = 0.02;

    private final double[] weight;
    private final double[] shift;
    private final double widest;
    private final double resting;
    private final double moving;
    private final boolean mirrored;

    private GaussianPair(double[] weight, double[] shift, boolean mirrored) {
        this.weight = weight;
        this.shift = shift;
        this.mirrored = mirrored;
        double largest = 0;
        double still = 0;
        double moved = 0;
        for (int i = 0; i < shift.length; i++) {
            moved += shift[i] == 0 ? 0 : weight[i];
            largest = Math.max(largest, shift[i]);
            still += shift[i] == 0 ? weight[i] : 0;
        }
        this.widest = largest;
        this.resting = still;
        this.moving = moved;
    }

    /** Against N(0, 1). Weights are positive and sum to 1; shifts are not negative and one is positive. */
    static GaussianPair of(double[] weight, double[] shift) {
        return new GaussianPair(weight.clone(), shift.clone(), false);
    }

    /** Against its own mirror image. */
    static GaussianPair mirrored(double[] weight, double[] shift) {
        return new GaussianPair(weight.clone(), shift.clone(), true);
    }

    /** The shift of a single Gaussian against N(0, 1), of which several are one; empty for every other pair. */
    OptionalDouble plainShift() {
        return shift.length == 1 && !mirrored ? OptionalDouble.of(shift[0]) : OptionalDouble.empty();
    }

    @Override
    public double supremum() {
        return Double.POSITIVE_INFINITY;
    }

    @Override
    public double infimum() {
        if (mirrored || resting == 0) {
            return Double.NEGATIVE_INFINITY;
        }
        // Where nearly all of it rests, 1 − w would round off what does not.
        return moving < 0.5 ? Math.log1p(-moving) : Math.log(resting);
    }

    /**
     * Mass crowds above the least loss log w₀. The mean of all that is nearest to the origin is to be on it, or by a little
     * below, so that a merger needs nothing from farther above: a fixed point, which need not be exact.
     */
    @Override
    public double[] origins(double step, double tail) {
        if (mirrored || resting == 0) {
            return new double[] {0};
        }
        Integral integral = new Integral();
        double mean = Math.log(resting);
        for (int k = 0; k < 4; k++) {
            double end = coordinate(mean + step / 2, 0);
            double x = loss(end);
            // What is beyond rests by next to no mass, and what moves is not nearest to the origin.
            double to = Math.min(end, reach(tail));
            integral.mass = 0;
            integral.moment = 0;
            for (double a = Math.min(to, lowest(tail)); a < to; a += PANEL) {
                for (int i = 0; i < GaussLegendre.EIGHT.size(); i++) {
                    double b = Math.min(to, a + PANEL);
                    double w = GaussLegendre.EIGHT.weight(i, a, b) / ROOT_2PI;
                    accumulate(GaussLegendre.EIGHT.node(i, a, b), w, x, end, integral);
                }
            }
            if (integral.mass > 0) {
                mean = x - Math.log1p(integral.moment / integral.mass);
            }
        }
        return new double[] {mean + 2e-3 * step, 0};
    }

    @Override
    double lowest(double tail) {
        return -reach(tail) - (mirrored ? widest : 0);
    }

    @Override
    double highest(double tail) {
        return reach(tail) + (mirrored ? widest : widestAbove(1e-3 * tail / shift.length));
    }

    /** The largest shift that has more than the given weight. */
    private double widestAbove(double least) {
        double found = 0;
        for (int i = 0; i < shift.length; i++) {
            found = weight[i] > least ? Math.max(found, shift[i]) : found;
        }
        return found;
    }

    /** Pr[N(0, 1) > z] ≤ e^{−z²/2}/2, so that both tails together are at most the given mass. */
    private static double reach(double tail) {
        return Math.sqrt(-2 * Math.log(tail));
    }

    @Override
    double loss(double at) {
        double up = logRatio(at);
        return mirrored ? up - logRatio(-at) : up;
    }

    /** log Σ w_i·e^{s_i·t − s_i²/2}. */
    private double logRatio(double at) {
        if (shift.length == 1) {
            return shift[0] * (at - shift[0] / 2);
        }
        double largest = Double.NEGATIVE_INFINITY;
        for (double s : shift) {
            largest = Math.max(largest, s * (at - s / 2));
        }
        // Where most of it rests, the loss itself may be as small as what moves.
        double from = resting >= 0.5 && largest < 700 && moving * Math.exp(largest) <= 1 ? 0 : largest;
        double sum = 0;
        for (int i = 0; i < shift.length; i++) {
            sum += weight[i] * Math.expm1(shift[i] * (at - shift[i] / 2) - from);
        }
        return sum > -0.5 ? from + Math.log1p(sum) : logOfWeighted(at);
    }

    /** The same where the largest shift has next to no weight, and 1 + sum would cancel. */
    private double logOfWeighted(double at) {
        double largest = Double.NEGATIVE_INFINITY;
        for (int i = 0; i < shift.length; i++) {
            largest = Math.max(largest, Math.log(weight[i]) + shift[i] * (at - shift[i] / 2));
        }
        double sum = 0;
        for (int i = 0; i < shift.length; i++) {
            sum += Math.exp(Math.log(weight[i]) + shift[i] * (at - shift[i] / 2) - largest);
        }
        return largest + Math.log(sum);
    }

    @Override
    double coordinate(double loss, double near) {
        if (shift.length == 1) {
            double s = shift[0];
            return mirrored ? loss / (2 * s) : loss / s + s / 2;
        }
        if (!mirrored && shift.length == 2 && shift[0] == 0) {
            return Sampling.inverse(loss, weight[1]) / shift[1] + shift[1] / 2;
        }
        return solve(loss, near);
    }

    /** Newton steps inside a bracket; the loss is a smooth increasing function. */
    private double solve(double loss, double near) {
        if (!mirrored && resting > 0 && loss <= Math.log(resting)) {
            return Double.NEGATIVE_INFINITY;
        }
        double low = Double.NEGATIVE_INFINITY;
        double high = Double.POSITIVE_INFINITY;
        double at = near;
        for (int k = 0; k < 200; k++) {
            double value = loss(at) - loss;
            if (value > 0) {
                high = at;
            } else {
                low = at;
            }
            double next = at - value / slope(at);
            if (Math.abs(next - at) <= 4 * Math.ulp(1 + Math.abs(at))) {
                return next;
            }
            // A bracket that lacks an end is widened by at most a standard deviation at a time.
            next = Math.max(at - 1, Math.min(at + 1, next));
            at = next > low && next < high ? next : low + (high - low) / 2;
        }
        return at;
    }

    private double slope(double at) {
        double up = meanShift(at);
        return mirrored ? up + meanShift(-at) : up;
    }

    /** Derivative of {@link #logRatio}: the mean of the shifts, given the outcome. */
    private double meanShift(double at) {
        double largest = Double.NEGATIVE_INFINITY;
        for (double s : shift) {
            largest = Math.max(largest, s * (at - s / 2));
        }
        double sum = 0;
        double mean = 0;
        for (int i = 0; i < shift.length; i++) {
            double w = weight[i] * Math.exp(shift[i] * (at - shift[i] / 2) - largest);
            sum += w;
            mean += w * shift[i];
        }
        return mean / sum;
    }

    @Override
    void integrate(double from, double to, double x, double anchor, Integral into) {
        into.mass = 0;
        into.moment = 0;
        if (steepness(from, to) * (to - from) <= NARROW && (from == anchor || to == anchor)) {
            integrateNarrow(from, to, x, anchor, into);
            return;
        }
        double a = from;
        while (a < to) {
            double steepness = steepness(a, to);
            double extent = steepness * (to - a);
            GaussLegendre rule = extent <= 0.35 ? GaussLegendre.FIVE : GaussLegendre.EIGHT;
            double b = extent <= 1.5 ? to : Math.min(to, a + Math.min(0.25, 1.5 / steepness));
            for (int i = 0; i < rule.size(); i++) {
                accumulate(rule.node(i, a, b), rule.weight(i, a, b) / ROOT_2PI, x, anchor, into);
            }
            a = b;
        }
    }

    /**
     * The same near the anchor c, with t = c + d: φ(t − s) = φ(c − s)·E·(1 + X) and φ(t + s) = φ(c + s)·E·(1 + Y), where
     * E = e^{−cd − d²/2}, X = e^{sd} − 1 and Y = e^{−sd} − 1 have small exponents; the moment's terms are φ(c ∓ s)·E·|X| and |Y|.
     */
    private void integrateNarrow(double from, double to, double x, double anchor, Integral into) {
        GaussLegendre rule = GaussLegendre.THREE;
        double length = from == anchor ? to - from : from - to;
        double near = 0;
        double[] d = into.offset;
        double[] e = into.factor;
        for (int k = 0; k < 3; k++) {
            d[k] = rule.node(k, 0, length);
            e[k] = rule.weight(k, 0, Math.abs(length)) * (1 + NearZero.shortExpm1(-d[k] * (anchor + d[k] / 2)));
            near += e[k];
        }
        double mass = 0;
        double moment = 0;
        for (int i = 0; i < shift.length; i++) {
            double s = shift[i];
            double p = weight[i] * Math.exp(-0.5 * (anchor - s) * (anchor - s));
            mass += p * near;
            if (s > 0) {
                double q = mirrored ? weight[i] * Math.exp(x - 0.5 * (anchor + s) * (anchor + s)) : 0;
                for (int k = 0; k < 3; k++) {
                    double up = p * e[k] * NearZero.shortExpm1(s * d[k]);
                    mass += up;
                    moment += mirrored ? up - q * e[k] * NearZero.shortExpm1(-s * d[k]) : up;
                }
            }
        }
        into.mass = mass / ROOT_2PI;
        into.moment = Math.abs(moment) / ROOT_2PI;
    }

    private void accumulate(double t, double w, double x, double anchor, Integral into) {
        double mass = 0;
        double moment = 0;
        for (int i = 0; i < shift.length; i++) {
            double s = shift[i];
            double p = weight[i] * Math.exp(-0.5 * (t - s) * (t - s));
            mass += p;
            if (anchor == Double.NEGATIVE_INFINITY) {
                moment += p;
            } else if (s > 0) {
                double fading = -Math.expm1(-s * Math.abs(t - anchor));
                moment += t >= anchor ? p * fading : weight[i] * Math.exp(-0.5 * t * t + s * (anchor - s / 2)) * fading;
                if (mirrored) {
                    double log = t >= anchor ? -0.5 * t * t - s * (anchor + s / 2) : -0.5 * (t + s) * (t + s);
                    moment += fading * weight[i] * Math.exp(x + log);
                }
            }
        }
        if (anchor == Double.NEGATIVE_INFINITY) {
            moment = Math.max(0, moment - Math.exp(x - 0.5 * t * t));
        }
        into.mass += w * mass;
        into.moment += w * moment;
    }

    @Override
    double counterMass(double from, double to) {
        double sum = 0;
        for (double a = from; a < to; ) {
            double b = Math.min(to, a + Math.min(0.25, 1.5 / steepness(a, to)));
            for (int i = 0; i < GaussLegendre.EIGHT.size(); i++) {
                double t = GaussLegendre.EIGHT.node(i, a, b);
                double q = mirrored ? 0 : Math.exp(-0.5 * t * t);
                for (int k = 0; mirrored && k < shift.length; k++) {
                    q += weight[k] * Math.exp(-0.5 * (t + shift[k]) * (t + shift[k]));
                }
                sum += GaussLegendre.EIGHT.weight(i, a, b) * q;
            }
            a = b;
        }
        return sum / ROOT_2PI;
    }

    /** The n-th derivative of an integrand near a is about the n-th power of this times the integrand. */
    private double steepness(double a, double to) {
        return Math.max(Math.abs(a), Math.abs(Math.min(to, a + 0.25))) + 4 + widest;
    }

    @Override
    LossCells finish(LossCells cells, double tail) {
        double reached =
                Math.abs(cells.first() * cells.step()) + Math.abs((cells.first() + cells.size()) * cells.step());
        double farthest = reach(tail) + 3 * widest;
        return cells.outside(0, 0, tail, tail, 16 * RoundOff.UNIT * (reached + widest * widest + 1))
                .erring(RULES + RoundOff.UNIT * (6 * farthest * farthest + 48 + shift.length));
    }

    @Override
    public Sketch sketch(double tail) {
        double low = lowest(tail);
        int nodes = (int) Math.ceil((highest(tail) - low) / 0.1) + 1;
        double[] loss = new double[nodes];
        double[] mass = new double[nodes];
        for (int k = 0; k < nodes; k++) {
            double t = low + 0.1 * k;
            loss[k] = loss(t);
            for (int i = 0; i < shift.length; i++) {
                mass[k] += 0.1 / ROOT_2PI * weight[i] * Math.exp(-0.5 * (t - shift[i]) * (t - shift[i]));
            }
        }
        return new Sketch(loss, mass);
    }

    /** Panels of the integrals, however few cells there are, as many as the greatest shift is steep. */
    @Override
    public double fixedCost() {
        return shift.length * (widest + 2 * reach(1e-20)) * (widest + reach(1e-20) + 4);
    }

    /** Where the loss has no inverse in closed form, each end of a cell is searched for. */
    @Override
    public double cellCost() {
        if (shift.length == 1 || (shift.length == 2 && shift[0] == 0 && !mirrored)) {
            return 1;
        }
        return (mirrored ? 12.0 : 6.0) * shift.length * Math.max(1, widest / 8);
    }
}
