package io.abacusdp.accounting.rdp;

import io.abacusdp.accounting.numeric.NearZero;
import io.abacusdp.accounting.numeric.RoundOff;
import io.abacusdp.accounting.numeric.TwoPart;

/**
 * Rényi divergence of the Poisson-subsampled Gaussian mechanism.
 *
 * <p>Formula: ε(α) = log(A_α) / (α − 1), A_α = E_{x~N(0,σ²)} r(x)^α, r(x) = 1 − q + q·e^{(2x−1)/2σ²}.
 *
 * <p>Integer orders: A_α − 1 = Σ_{k=2}^α C(α,k) (1−q)^{α−k} q^k (e^{k(k−1)/2σ²} − 1), as the binomial weights sum to 1 and
 * the terms of k = 0 and 1 have exponent 0. All terms are positive, so that tiny q loses nothing. Exponents are formed in
 * two parts ({@link TwoPart}): q^k alone may be e^−9000, and rounding it would cost the twelfth digit.
 *
 * <p>Other orders: trapezoidal rule ({@link RenyiSum}) for n·e(r), n the density of N(0, σ²) and e(r) = r^α − 1 − α(r − 1). It is analytic up to |Im x| = πσ²,
 * where r has its zeros; as |r(x + id)| ≤ r(x) below, |e| ≤ r^α + 1 + 2α in the mean, and the rule errs by at most 2(A_α + 1 + 2α)·e^{−X}/(1 − e^{−X}),
 * X = 2πd/h − d²/2σ² (Trefethen, Weideman 2014, theorem 5.1), for d the lesser of πσ² and 2πσ²/h. The spacing h = min(σ/3, 2π²σ²/(E + π²σ²/2)),
 * E = 45 − 2·log q, makes X ≥ E for every σ, so that this is small against A_α − 1, which is about q². Nodes are on [−9σ, max(α, 2) + 9σ].
 * Left of it n falls from node to node by e^{−9h/σ} at least, and e(r) ≤ e(1 − q). Right of it so does n·r^α, whose logarithm has the slope
 * −x/σ² + α·(log r)' ≤ −(x − α)/σ². And e(r) ≤ α(α − 1)/2·(r − 1)²·r^{max(0, α − 2)}, which times n has the slope −x/σ² + 2(1 + 1/y)/σ² + max(0, α − 2)/σ² at
 * most, y = (x − 1/2)/σ²: it falls by e^{−8.7h/σ} as 2/y &lt; 0.23σ. What is beyond the ends is so bounded by the terms there, and added.
 *
 * <p>Source: Mironov, Talwar, Zhang 2019, arXiv:1908.10530, section 3.3; there also that the divergence of the other
 * direction (record absent against present) is never larger.
 *
 * <p>Assumes: add-or-remove-one or zero-out adjacency; 0 &lt; q &lt; 1; sensitivity 1.
 *
 * <p>Accuracy: relative 1e-12 against sgm_rdp.csv, and never below the true value: what is left out is added, and round-off is counted. At
 * integer orders, in units of 2^−53, a term errs by 64, by twice the size of its exponent, and by four times the sum of the logarithms that
 * make up its binomial coefficient. At other orders log r is 8 + y roundings off where it is found from r − 1, as q·expm1(y) is.
 *
 * <p>Limits: orders whose exact evaluation would need more than {@value #MAX_TERMS} terms get the chord of the convex
 * function log A between integers, or the bound α/2σ² of the mechanism without sampling, whichever is less.
 */
final class SampledGaussianRdp implements RdpCurve {
    private static final int MAX_TERMS = 1 << 17;
    private static final double MARGIN = 9;
    private static final double FALL = 8.7;

    /** Below, nodes cannot be counted, and sampling lowers the divergence by less than one part in 10^9. */
    private static final double LEAST_SIGMA = 1e-6;

    /** Above, nodes leave the range of a float, and there is next to no divergence. */
    private static final double MOST_SIGMA = 1e30;

    /** Nodes are made when they are needed, up to one of these orders, and kept: the last serves all orders of the usual grids. */
    private static final double[] KEPT_ORDERS = {8, 64};

    private final double q;
    private final double sigma;
    private final double step;
    private final double byRule;
    private final TwoPart variance;
    private final TwoPart logRate;
    private final TwoPart logRest;
    /** Made again for higher orders; whichever thread made them last, they are good for those up to their own. */
    private volatile RenyiSum kept = RenyiSum.of(new double[0], new double[0], new double[0], new double[0]);

    SampledGaussianRdp(double q, double sigma) {
        if (!(q > 0 && q < 1 && sigma > 0)) {
            throw new IllegalArgumentException(
                    "a sampled Gaussian needs 0 < q < 1 and sigma > 0, got q " + q + " and sigma " + sigma);
        }
        this.q = q;
        this.sigma = sigma;
        double squared = Math.PI * Math.PI * sigma * sigma;
        // A float has few enough digits that multiples of it by node numbers are exact.
        double widest = Math.min(sigma / 3, 2 * squared / (45 - 2 * Math.log(q) + squared / 2));
        this.step = (float) (widest * (1 - 1e-6));
        double height = Math.min(Math.PI * sigma * sigma * (1 - 1e-9), 2 * Math.PI * sigma * sigma / step);
        this.byRule = 2.1 * Math.exp(height * height / (2 * sigma * sigma) - 2 * Math.PI * height / step);
        this.variance = TwoPart.product(sigma, sigma);
        this.logRate = TwoPart.log(q);
        this.logRest = TwoPart.log1p(-q);
    }

    @Override
    public double at(double order) {
        RdpCurve.checkOrder(order);
        double unsampled = Math.nextUp(order / (2 * sigma * sigma));
        if (isBeyond()) {
            return unsampled;
        }
        return Math.min(unsampled, logMoment(order) / (order - 1) * (1 + 4 * RoundOff.UNIT));
    }

    private boolean isBeyond() {
        return !(sigma >= LEAST_SIGMA && sigma <= MOST_SIGMA);
    }

    private double logMoment(double order) {
        if (order == Math.rint(order)) {
            return order <= MAX_TERMS ? integerMoment((int) order) : Double.POSITIVE_INFINITY;
        }
        long count = nodeCount(order);
        if (count <= MAX_TERMS) {
            return logMoment(nodesUpTo(order, count), order, (int) count);
        }
        double floor = Math.floor(order);
        double share = order - floor;
        double below = floor == 1 ? 0 : logMoment(floor);
        return ((1 - share) * below + share * logMoment(floor + 1)) * (1 + 4 * RoundOff.UNIT);
    }

    private double logMoment(RenyiSum nodes, double order, int count) {
        double left = nodes.logEnd(order, 0, Math.log1p(-q)) - logFalls(MARGIN * step / sigma);
        double right = Math.min(nodes.logEnd(order, count - 1, 0), nodes.logFlatEnd(order, count - 1))
                - logFalls(FALL * step / sigma);
        double larger = Math.max(left, right);
        return nodes.logMoment(order, 0, count, new RenyiSum.Absent(byRule, larger + Math.log(2)));
    }

    /** Logarithm of e^x − 1: the terms beyond one that is the last add up to it over e^x − 1, if each is e^x times less than the one before. */
    private static double logFalls(double x) {
        return x + Math.log(-Math.expm1(-x));
    }

    private double integerMoment(int order) {
        double[] choose = logChoose(order);
        double[] exponents = new double[order + 1];
        double greatest = Double.NEGATIVE_INFINITY;
        double ratio = 1 / variance.high();
        for (int k = 2; k <= order; k++) {
            double growth = k * (k - 1.0) / 2 * ratio;
            exponents[k] = choose[k] + k * logRate.high() + (order - k) * logRest.high() + growth;
            greatest = Math.max(greatest, exponents[k]);
        }
        double shift = greatest < 600 ? 0 : greatest;
        double sum = 0;
        double doubt = 0;
        int left = 0;
        for (int k = 2; k <= order; k++) {
            if (exponents[k] > greatest - 50) {
                TwoPart growth = TwoPart.of(k * (k - 1.0) / 2).dividedBy(variance);
                TwoPart exponent = logRate.times(k)
                        .plus(logRest.times(order - k))
                        .plus(growth)
                        .plus(choose[k]);
                double term = Math.exp(exponent.value() - shift) * -NearZero.expm1(-growth.value());
                double logs = 2 * k <= order ? choose[k] : 2 * choose[order / 2] - choose[k];
                sum += term;
                doubt += term * (64 + 2.1 * Math.abs(exponent.value()) + 4.1 * logs);
            } else {
                left++;
            }
        }
        double growthMost = Math.min(1, order * (order - 1.0) / 2 * ratio * 1.001);
        double leftOut = left * Math.exp(greatest - 49.9 - shift) * growthMost;
        double most = sum + RoundOff.UNIT * (doubt + order * sum) + leftOut;
        double log = shift > 0 ? shift + Math.log(most + Math.exp(-shift)) : Math.log1p(most);
        return Math.max(log * (1 + 4 * RoundOff.UNIT), Double.MIN_NORMAL);
    }

    /** log C(order, k) for all k, the running sum compensated, of which one half is the other's mirror image. */
    private static double[] logChoose(int order) {
        double[] choose = new double[order + 1];
        double tail = 0;
        for (int k = 1; k <= order / 2; k++) {
            double term = Math.log((order - k + 1.0) / k) + tail;
            choose[k] = choose[k - 1] + term;
            tail = term - (choose[k] - choose[k - 1]);
            choose[order - k] = choose[k];
        }
        return choose;
    }

    private double lowest() {
        return -Math.ceil(MARGIN * sigma / step);
    }

    private long nodeCount(double order) {
        return (long) Math.min(0x1p53, Math.ceil((Math.max(order, 2) + MARGIN * sigma) / step) - lowest() + 1);
    }

    private RenyiSum nodesUpTo(double order, long count) {
        RenyiSum known = kept;
        if (known.size() >= count) {
            return known;
        }
        for (double highest : KEPT_ORDERS) {
            if (order <= highest && nodeCount(highest) <= MAX_TERMS) {
                RenyiSum made = nodes(highest);
                kept = made;
                return made;
            }
        }
        return nodes(order);
    }

    private RenyiSum nodes(double order) {
        int count = (int) Math.min(nodeCount(order), MAX_TERMS);
        double[] weight = new double[count];
        double[] weightTail = new double[count];
        double[] loss = new double[count];
        double[] lossTail = new double[count];
        double[] weightRoundings = new double[count];
        double[] lossRoundings = new double[count];
        TwoPart scale = TwoPart.of(Math.log(step / (sigma * Math.sqrt(2 * Math.PI))));
        for (int i = 0; i < count; i++) {
            double x = (lowest() + i) * step;
            TwoPart w = scale.plus(TwoPart.product(x, x).times(-0.5).dividedBy(variance));
            TwoPart l = logRatio(TwoPart.of(x).plus(-0.5).dividedBy(variance));
            weight[i] = w.high();
            weightTail[i] = w.low();
            loss[i] = l.high();
            lossTail[i] = l.low();
            // The logarithm of the spacing is rounded; log r is where it is found from r − 1, with y up to log(2/q).
            weightRoundings[i] = 16 + 4 * Math.abs(scale.high());
            lossRoundings[i] = (12 - Math.log(q)) * Math.abs(l.high());
        }
        return new RenyiSum(weight, weightTail, loss, lossTail, weightRoundings, lossRoundings);
    }

    /** log(1 − q + q·e^y): near r = 1 from r − 1, elsewhere from the larger of the two terms. */
    private TwoPart logRatio(TwoPart y) {
        double excess = q * Math.expm1(y.value());
        if (excess < 1) {
            return TwoPart.of(Math.log1p(excess));
        }
        TwoPart sampled = logRate.plus(y);
        return sampled.plus(Math.log1p(Math.exp(logRest.value() - sampled.value())));
    }
}
