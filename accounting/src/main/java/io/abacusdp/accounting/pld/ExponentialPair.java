package io.abacusdp.accounting.pld;

import io.abacusdp.accounting.numeric.RoundOff;
import io.abacusdp.accounting.pair.Sampling;

/**
 * A pair whose loss u is spread over [−ε, ε] with density κ·e^{u/2} under P₀ and κ·e^{−u/2} under Q₀, and perhaps has atoms
 * at both ends; seen through Poisson sampling at rate r: P = (1 − r)·Q₀ + r·P₀ against Q = Q₀.
 *
 * <p>Laplace noise of scale 1/ε on a shift of 1: κ = e^{−ε/2}/4, and the atoms have mass 1/2 on their likely side.
 *
 * <p>Every mechanism of range ε (Dong, Durfee, Rogers 2020, arXiv:1909.13830): its pairs are mixtures of the two-point ones
 * with losses t and t − ε, 0 ≤ t ≤ ε, of which δ_t(x) = (e^ε − e^t)(1 − e^{x−t})/(e^ε − 1) between the two losses. The largest over t is
 * at t = (ε + x)/2, δ(x) = (e^{ε/2} − e^{x/2})²/(e^ε − 1). It is convex in e^x and has the right ends, hence belongs to a pair,
 * which dominates every mechanism of range ε; differentiating it twice gives κ = e^{ε/2}/(2(e^ε − 1)) and no atoms.
 */
final class ExponentialPair extends MonotonePair {
    private static final double LOG_QUARTER = Math.log(0.25);

    private final double range;
    private final double logDensity;
    private final double atom;
    private final double rate;
    /** Q is Q₀ times e^{logDivisor} on the upper half of a mirrored pair, which has no lower atom. */
    private final double logDivisor;

    private final boolean upperHalf;

    private ExponentialPair(
            double range, double logDensity, double atom, double rate, double logDivisor, boolean upperHalf) {
        this.range = range;
        this.logDensity = logDensity;
        this.atom = atom;
        this.rate = rate;
        this.logDivisor = logDivisor;
        this.upperHalf = upperHalf;
    }

    /** Laplace noise whose pure ε is the given one, on a sample at the given rate, 1 for no sampling. */
    static ExponentialPair laplace(double epsilon, double rate) {
        return new ExponentialPair(epsilon, LOG_QUARTER - epsilon / 2, 0.5, rate, 0, false);
    }

    /** All mechanisms of the given range, on a sample at the given rate. */
    static ExponentialPair boundedRange(double epsilon, double rate) {
        return new ExponentialPair(
                epsilon, Math.log(0.5) - epsilon / 2 - Math.log1p(-Math.exp(-epsilon)), 0, rate, 0, false);
    }

    /**
     * Laplace noise on a sample whose record is replaced: (1 − r)·N(0) + r·N(1) against (1 − r)·N(0) + r·N(−1). Where the noise
     * is positive, the density of the second is that of N(0) times 1 − r + r·e^{−ε}; where it is negative, the mirror image.
     */
    static LossPair replacedLaplace(double epsilon, double rate) {
        double divisor = Math.log1p(rate * Math.expm1(-epsilon));
        return new MirroredPair(new ExponentialPair(epsilon, LOG_QUARTER - epsilon / 2, 0.5, rate, divisor, true));
    }

    @Override
    public double supremum() {
        return loss(range);
    }

    @Override
    public double infimum() {
        return loss(-range);
    }

    @Override
    double loss(double at) {
        return Sampling.loss(at, rate) - logDivisor;
    }

    @Override
    double coordinate(double loss, double near) {
        return Sampling.inverse(loss + logDivisor, rate);
    }

    @Override
    public double[] origins(double step, double tail) {
        return upperHalf ? new double[] {0} : new double[] {loss(-range), 0};
    }

    @Override
    double lowest(double tail) {
        return -range;
    }

    @Override
    double highest(double tail) {
        return range;
    }

    @Override
    void integrate(double from, double to, double x, double anchor, Integral into) {
        double sinh = 4 * Math.sinh((to - from) / 4);
        double likely = sinh * Math.exp(logDensity + (from + to) / 4);
        double unlikely = sinh * Math.exp(logDensity - (from + to) / 4);
        into.mass = (1 - rate) * unlikely + rate * likely;
        if (anchor == Double.NEGATIVE_INFINITY) {
            into.moment = Math.max(0, (1 - rate - Math.exp(x + logDivisor)) * unlikely) + rate * likely;
        } else {
            // ∫ (e^{u/2} − e^{a − u/2}) du = 8·e^{a/2}·sinh((v₁ + v₂)/4)·sinh((v₂ − v₁)/4), v = u − a.
            double distance = Math.abs(from - anchor) + Math.abs(to - anchor);
            into.moment = 2 * rate * sinh * Math.exp(logDensity + anchor / 2) * Math.sinh(distance / 4);
        }
    }

    @Override
    double counterMass(double from, double to) {
        return 4 * Math.sinh((to - from) / 4) * Math.exp(logDensity + logDivisor - (from + to) / 4);
    }

    @Override
    LossCells finish(LossCells cells, double tail) {
        if (atom > 0) {
            double rare = atom * Math.exp(-range);
            cells.addAtomOrBeyond(loss(range), (1 - rate) * rare + rate * atom);
            if (!upperHalf) {
                cells.addAtomOrBeyond(loss(-range), (1 - rate) * atom + rate * rare);
            }
        }
        // Exponents of up to the range have four roundings; hyperbolic functions, products and sums have less than a
        // hundred.
        return cells.outside(0, 0, 0, 0, 16 * RoundOff.UNIT * (range + 1)).erring(RoundOff.UNIT * (8 * range + 100));
    }

    @Override
    public Sketch sketch(double tail) {
        int panels = 24;
        GaussLegendre rule = GaussLegendre.EIGHT;
        double[] loss = new double[panels * rule.size() + 2];
        double[] mass = new double[loss.length];
        for (int k = 0; k < panels; k++) {
            double from = range * (2.0 * k / panels - 1);
            double to = range * (2.0 * (k + 1) / panels - 1);
            for (int i = 0; i < rule.size(); i++) {
                double u = rule.node(i, from, to);
                int at = k * rule.size() + i;
                loss[at] = loss(u);
                mass[at] = rule.weight(i, from, to)
                        * ((1 - rate) * Math.exp(logDensity - u / 2) + rate * Math.exp(logDensity + u / 2));
            }
        }
        double rare = atom * Math.exp(-range);
        loss[loss.length - 2] = loss(range);
        mass[loss.length - 2] = (1 - rate) * rare + rate * atom;
        loss[loss.length - 1] = loss(-range);
        mass[loss.length - 1] = upperHalf ? 0 : (1 - rate) * atom + rate * rare;
        return new Sketch(loss, mass);
    }
}
