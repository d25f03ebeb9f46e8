package io.abacusdp.accounting.rdp;

import io.abacusdp.accounting.numeric.RoundOff;

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
 * <p>Accuracy: what is returned is an upper bound. In units of u = 2^−53, a term errs by at most 64, as the bracket cancels to no less than an eighth of
 * its parts; by twice its exponent, which is rounded; by 3/|ℓ| + α + 1 times the roundings of ℓ, and by those of its weight, which whoever makes the nodes states.
 * Positive terms are summed in blocks of 256, by which the sum errs by 256 and a 256th of their number. What the nodes do not
 * hold is stated as well ({@link Absent}).
 *
 * <p>Limits: a sum that underflows gives {@link Double#MIN_NORMAL}, never 0.
 */
final class RenyiSum {
    /** Below this |αℓ|, the bracket comes from its series, which 20 terms carry past double precision. */
    private static final double SERIES = 0.25;

    private static final int SERIES_TERMS = 20;

    /** Exponents up to this can be summed without a common shift. */
    private static final double NO_SHIFT = 600;

    /** Terms that are summed before their sum is added to those of others. */
    private static final int BLOCK = 256;

    private final double[] weight;
    private final double[] weightTail;
    private final double[] loss;
    private final double[] lossTail;
    private final double greatestLoss;
    /** P(x) and Q(x)/P(x) − 1, which serve all orders. */
    private final double[] mass;

    private final double[] inverseExcess;
    /** Roundings of a term at order α: the first, and the second times α. */
    private final double[] roundings;

    private final double[] roundingsByOrder;

    /** 1/k!. */
    private static final double[] INVERSE_FACTORIAL = new double[SERIES_TERMS + 1];

    static {
        double factorial = 1;
        for (int k = 0; k <= SERIES_TERMS; k++) {
            factorial *= Math.max(1, k);
            INVERSE_FACTORIAL[k] = 1 / factorial;
        }
    }

    /**
     * What a sum over nodes lacks of the expectation.
     *
     * @param byRule E_Q[r^α] + 1 + 2α times this bounds the error of the rule; 0 for a sum over outcomes
     * @param logEnds logarithm of a bound on the terms beyond both ends
     */
    record Absent(double byRule, double logEnds) {
        static final Absent NOTHING = new Absent(0, Double.NEGATIVE_INFINITY);
    }

    /**
     * Weights and losses that are as good as doubles are.
     *
     * @param weightRoundings bounds on the errors of the weights, in units of 2^−53
     * @param lossRoundings bounds on the errors of the losses, in units of 2^−53
     */
    static RenyiSum of(double[] weight, double[] loss, double[] weightRoundings, double[] lossRoundings) {
        return new RenyiSum(
                weight, new double[weight.length], loss, new double[loss.length], weightRoundings, lossRoundings);
    }

    /**
     * Takes over the arrays, which the caller must not change any more.
     *
     * @param weight log Q(x) of each outcome, or log(h·Q(x)) at each node, h the distance of nodes
     * @param weightTail what rounding left out of weight
     * @param loss log(P(x)/Q(x)) of each
     * @param lossTail what rounding left out of loss
     * @param weightRoundings bounds on the errors of the weights, in units of 2^−53
     * @param lossRoundings bounds on the errors of the losses, in units of 2^−53
     */
    RenyiSum(
            double[] weight,
            double[] weightTail,
            double[] loss,
            double[] lossTail,
            double[] weightRoundings,
            double[] lossRoundings) {
        this.weight = weight;
        this.weightTail = weightTail;
        this.loss = loss;
        this.lossTail = lossTail;
        this.mass = new double[loss.length];
        this.inverseExcess = new double[loss.length];
        this.roundings = new double[loss.length];
        this.roundingsByOrder = lossRoundings;
        double greatest = 0;
        for (int i = 0; i < loss.length; i++) {
            double l = loss[i];
            greatest = Math.max(greatest, l);
            mass[i] = Math.exp(weight[i] + l);
            inverseExcess[i] = Math.expm1(-l);
            roundings[i] = weightRoundings[i] + lossRoundings[i] * (1 + 3 / (Math.abs(l) + Double.MIN_NORMAL));
        }
        this.greatestLoss = greatest;
    }

    int size() {
        return weight.length;
    }

    /** At least log E_Q[(P/Q)^order] over all outcomes. */
    double logMoment(double order) {
        return logMoment(order, 0, weight.length, Absent.NOTHING);
    }

    /** At least log E_Q[(P/Q)^order], from the nodes of a range and what they lack. */
    double logMoment(double order, int from, int to, Absent absent) {
        // Weights are at most one, so that the result does not depend on nodes outside of the range.
        double shift = order * greatestLoss <= NO_SHIFT / 2
                ? 0
                : Math.max(0, greatestExponent(order, from, to) - NO_SHIFT / 2);
        double sum = 0;
        double doubt = 0;
        double a = order - 1;
        for (int begin = from; begin < to; begin += BLOCK) {
            int end = Math.min(to, begin + BLOCK);
            double block = 0;
            for (int i = begin; i < end; i++) {
                double l = loss[i];
                double term;
                double size = weight[i];
                if (a * l > NO_SHIFT / 2) {
                    // Here r^α alone remains: the rest is smaller by more than e^300/α.
                    size = exponent(order, i);
                    term = Math.exp(size - shift);
                } else if (order * l > 20) {
                    size = exponent(order, i);
                    double bracket = (-Math.expm1(-a * l) + a * inverseExcess[i] * Math.exp(-a * l));
                    term = Math.exp(size - shift) * bracket;
                } else if (l < -1) {
                    term = Math.exp(weight[i] - shift) * excessBelow(order, l);
                } else {
                    term = (shift == 0 ? mass[i] : Math.exp(weight[i] + l - shift)) * bracket(a, l, inverseExcess[i]);
                }
                block += term;
                doubt += term == 0 ? 0 : term * (Math.abs(size) + roundings[i] + roundingsByOrder[i] * order);
            }
            sum += block;
        }
        double blocks = BLOCK + (double) (to - from) / BLOCK;
        double errors = (64 + blocks) * sum + 2.1 * doubt;
        double missing = 1.01 * absent.byRule() * (sum + 2 * (1 + order) * Math.exp(-shift))
                + 1.01 * Math.exp(absent.logEnds() - shift);
        double most = sum + RoundOff.UNIT * errors + missing;
        double log = shift > 0 ? shift + Math.log(most + Math.exp(-shift)) : Math.log1p(most);
        return Math.max(log * (1 + 4 * RoundOff.UNIT), Double.MIN_NORMAL);
    }

    /** Logarithm of the term at a node, or of a bound for it: w·r^α where r ≥ 1, and w times the excess at a loss where r is less. */
    double logEnd(double order, int i, double leastLoss) {
        if (loss[i] >= 0) {
            return exponent(order, i);
        }
        double excess =
                leastLoss < -1 ? excessBelow(order, leastLoss) : Math.exp(leastLoss) * bracket(order - 1, leastLoss);
        return weight[i] + Math.log(excess);
    }

    /** Logarithm of w·α(α − 1)/2·(r − 1)²·r^{max(0, α − 2)}, which is above the term at a node with r &gt; 1, and near it where r is near one. */
    double logFlatEnd(double order, int i) {
        double l = loss[i];
        double log = weight[i] + Math.log(order * (order - 1) / 2) + Math.max(0, order - 2) * l;
        return l > 0 ? log + 2 * (l < 1 ? Math.log(Math.expm1(l)) : l) : Double.POSITIVE_INFINITY;
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
        return bracket(a, l, Math.expm1(-l));
    }

    /**
     * The same.
     *
     * @param inverseExcess expm1(−ℓ)
     */
    private static double bracket(double a, double l, double inverseExcess) {
        return Math.abs((a + 1) * l) < SERIES ? bracketSeries(a, l) : Math.expm1(a * l) + a * inverseExcess;
    }

    /** The same as a Σ_{k≥2} (a^{k−1} + (−1)^k) ℓ^k / k!. */
    private static double bracketSeries(double a, double l) {
        double sum = 0;
        double power = l;
        double aPower = 1;
        double sign = -1;
        for (int k = 2; k <= SERIES_TERMS; k++) {
            power *= l;
            aPower *= a;
            sign = -sign;
            double term = power * INVERSE_FACTORIAL[k];
            sum += term * (aPower + sign);
            if (Math.abs(term) * (aPower + 1) <= 1e-18 * sum) {
                break;
            }
        }
        return a * sum;
    }
}
