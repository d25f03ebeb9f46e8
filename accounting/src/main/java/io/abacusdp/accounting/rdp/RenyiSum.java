package io.abacusdp.accounting.rdp;

/**
 * log E_Q[(P/Q)^α] as a sum over outcomes, or over the nodes of an even grid of outcomes.
 *
 * <p>Formula: with ℓ = log(P/Q), r = e^ℓ and a = α − 1, as E_Q[r] = 1,
 *
 * <pre>  E_Q[r^α] − 1 = E_Q[r^α − 1 − α(r − 1)] = E_Q[r·(expm1(aℓ) + a·expm1(−ℓ))],</pre>
 *
 * whose terms are all positive and as small as the result, so that nothing is lost when P and Q are close. The bracket is
 * itself taken from its Taylor series where |αℓ| is small. Over an even grid the sum is the trapezoidal rule, which
 * converges exponentially for the analytic, rapidly decreasing integrands at hand; spacing and range are the business of
 * whoever makes the nodes.
 *
 * <p>Where r^α is large, its exponent log w + αℓ is a small difference of large numbers. Both are therefore given in two
 * parts, and the difference is formed exactly before it is rounded.
 *
 * <p>Limits: a sum that underflows gives {@link Double#MIN_NORMAL}, never 0.
 */
final class RenyiSum {
    /** Below this |αℓ|, the bracket comes from its series, which 20 terms carry past double precision. */
    private static final double SERIES = 0.25;

    private static final int SERIES_TERMS = 20;

    /** Exponents up to this can be summed without a common shift. */
    private static final double NO_SHIFT = 600;

    private final double[] weight;
    private final double[] weightTail;
    private final double[] loss;
    private final double[] lossTail;
    private final double greatestLoss;

    /** Weights and losses that are as good as doubles are. */
    static RenyiSum of(double[] weight, double[] loss) {
        return new RenyiSum(weight, new double[weight.length], loss, new double[loss.length]);
    }

    /**
     * Takes over the arrays, which the caller must not change any more.
     *
     * @param weight log Q(x) of each outcome, or log(h·Q(x)) at each node, h the distance of nodes
     * @param weightTail what rounding left out of weight
     * @param loss log(P(x)/Q(x)) of each
     * @param lossTail what rounding left out of loss
     */
    RenyiSum(double[] weight, double[] weightTail, double[] loss, double[] lossTail) {
        this.weight = weight;
        this.weightTail = weightTail;
        this.loss = loss;
        this.lossTail = lossTail;
        double greatest = 0;
        for (double l : loss) {
            greatest = Math.max(greatest, l);
        }
        this.greatestLoss = greatest;
    }

    int size() {
        return weight.length;
    }

    /** log E_Q[(P/Q)^order] over all outcomes. */
    double logMoment(double order) {
        return logMoment(order, 0, weight.length);
    }

    /** log E_Q[(P/Q)^order] over the nodes of a range, outside of which nothing remains at this order. */
    double logMoment(double order, int from, int to) {
        double shift =
                order * greatestLoss < NO_SHIFT ? 0 : Math.max(0, greatestExponent(order, from, to) - NO_SHIFT / 2);
        double sum = 0;
        double a = order - 1;
        for (int i = from; i < to; i++) {
            double l = loss[i];
            if (a * l > NO_SHIFT / 2) {
                // Here r^α alone remains: the rest is smaller by more than e^300/α.
                sum += Math.exp(exponent(order, i) - shift);
            } else if (order * l > 20) {
                double bracket = (-Math.expm1(-a * l) + a * Math.expm1(-l) * Math.exp(-a * l));
                sum += Math.exp(exponent(order, i) - shift) * bracket;
            } else {
                sum += l < -1
                        ? Math.exp(weight[i] - shift) * excessBelow(order, l)
                        : Math.exp(weight[i] + l - shift) * bracket(a, l);
            }
        }
        if (shift > 0) {
            return shift + Math.log(sum);
        }
        return Math.max(Math.log1p(sum), Double.MIN_NORMAL);
    }

    private double greatestExponent(double order, int from, int to) {
        double greatest = Double.NEGATIVE_INFINITY;
        for (int i = from; i < to; i++) {
            greatest = Math.max(greatest, weight[i] + order * loss[i]);
        }
        return greatest;
    }

    /** log w + αℓ, the product and the sum split into their rounded value and what rounding left out. */
    private double exponent(double order, int i) {
        double product = order * loss[i];
        double productTail = Math.fma(order, loss[i], -product);
        double sum = weight[i] + product;
        double part = sum - weight[i];
        double sumTail = (weight[i] - (sum - part)) + (product - part);
        return sum + (sumTail + productTail + weightTail[i] + order * lossTail[i]);
    }

    /**
     * r^α − 1 − α(r − 1) for r = e^ℓ well below 1; α − 1 for r = 0. Written as r·expm1(aℓ) − a·expm1(ℓ), a = α − 1, of which both
     * terms are of the size of a, and the second at least 1.7 times the first: relatively exact at orders next to 1 too, where r^α and
     * the rest would cancel.
     */
    static double excessBelow(double order, double l) {
        double a = order - 1;
        return Math.exp(l) * Math.expm1(a * l) - a * Math.expm1(l);
    }

    /** expm1(aℓ) + a·expm1(−ℓ). */
    static double bracket(double a, double l) {
        return Math.abs((a + 1) * l) < SERIES ? bracketSeries(a, l) : Math.expm1(a * l) + a * Math.expm1(-l);
    }

    /** The same as a Σ_{k≥2} (a^{k−1} + (−1)^k) ℓ^k / k!. */
    private static double bracketSeries(double a, double l) {
        double sum = 0;
        double power = l;
        double aPower = 1;
        double sign = -1;
        for (int k = 2; k <= SERIES_TERMS; k++) {
            power *= l / k;
            aPower *= a;
            sign = -sign;
            sum += power * (aPower + sign);
            if (Math.abs(power) * (aPower + 1) <= 1e-18 * sum) {
                break;
            }
        }
        return a * sum;
    }
}
