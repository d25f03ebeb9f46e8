package io.abacusdp.accounting.risk;

import io.abacusdp.accounting.tradeoff.Direction;
import io.abacusdp.accounting.tradeoff.TradeoffCurve;
import java.util.Objects;

/**
 * What the best attack can achieve that knows everything but whether one record was there: upper bounds of its success, from
 * a trade-off curve f.
 *
 * <p>No figure is ever below the truth. Immutable, safe for use by many threads.
 */
public final class AttackRisk {
    private final TradeoffCurve curve;

    public AttackRisk(TradeoffCurve curve) {
        this.curve = Objects.requireNonNull(curve, "curve");
    }

    /**
     * The rate of true positives, 1 − f(α); never above the rate of false positives by more than the {@link #advantage}.
     *
     * @param falsePositiveRate in [0, 1]
     */
    public double truePositiveRate(double falsePositiveRate, Direction direction) {
        return truePositiveRates(new double[] {falsePositiveRate}, direction)[0];
    }

    /**
     * The rates of true positives, in the order of what is given; they never fall as the rate of false positives rises.
     *
     * @param falsePositiveRates each in [0, 1], in any order
     */
    public double[] truePositiveRates(double[] falsePositiveRates, Direction direction) {
        double[] result = curve.falseNegativeRates(falsePositiveRates, direction);
        double excess = 0;
        for (int i = 0; i < result.length; i++) {
            result[i] = complement(result[i]);
            excess = Math.max(excess, Math.nextUp(result[i] - falsePositiveRates[i]));
        }
        // The advantage is asked for only where it may be less.
        if (excess > curve.leastAdvantage()) {
            double advantage = advantage();
            for (int i = 0; i < result.length; i++) {
                result[i] = Math.min(result[i], Math.nextUp(falsePositiveRates[i] + advantage));
            }
        }
        return result;
    }

    /** The largest excess of true over false positives, max over α of 1 − α − f(α) = δ(0): the total variation distance. */
    public double advantage() {
        // The distance of P and Q is that of Q and P, so that one direction is enough.
        return curve.delta(0, Direction.REMOVE);
    }

    /**
     * The probability of guessing right whether the record was there.
     *
     * <p>Formula: max over α of π·(1 − f(α)) + (1 − π)·(1 − α) = 1 − π + π·δ(log((1 − π)/π)).
     *
     * @param prior probability π, known to the attacker, that the record is there, in [0, 1]
     */
    public double bayesSuccess(double prior) {
        probability("prior", prior);
        if (prior == 0 || prior == 1) {
            return 1;
        }
        // Each hypothesis in turn is P, for the larger accuracy of the direction in which epsilon is not negative.
        double rarer = Math.min(prior, 1 - prior);
        Direction direction = prior <= 0.5 ? Direction.REMOVE : Direction.ADD;
        double epsilon = Math.log1p(-rarer) - Math.log(rarer);
        // δ falls with ε, which was rounded.
        double delta = curve.delta(Math.max(0, epsilon - 1e-15 * (1 + epsilon)), direction);
        return Math.min(1, (1 - rarer + rarer * delta) * (1 + 0x1p-50));
    }

    /** The probability of guessing wrong, at least: 1 − {@link #bayesSuccess}, rounded down. */
    public double bayesRisk(double prior) {
        return Math.max(0, Math.nextDown(1 - bayesSuccess(prior)));
    }

    /**
     * The probability of finding out which of equally likely candidates the record is.
     *
     * <p>Formula: 1 − f(1/k) for k candidates: an attack is right with probability 1/k on the data set without the record, on
     * average over the candidates, and 1 − f is concave.
     *
     * <p>Source: Hayes, Mahloujifar, Balle 2023, arXiv:2302.07225, theorem 2; Kaissis et al. 2023, arXiv:2307.03928.
     *
     * @param candidates at least 1
     */
    public double reconstruction(long candidates) {
        if (!(candidates >= 1)) {
            throw new IllegalArgumentException("candidates must be at least 1, got " + candidates);
        }
        return reconstruction(Math.min(1, Math.nextUp(1.0 / candidates)));
    }

    /**
     * The probability of a reconstruction that counts as right, if the best guess without seeing any output is so with the
     * given probability: 1 − f(baseline).
     *
     * @param baseline in [0, 1]
     */
    public double reconstruction(double baseline) {
        return truePositiveRate(probability("baseline", baseline), Direction.REMOVE);
    }

    /** The μ of {@link TradeoffCurve#gaussianEverywhere}. */
    public double mu() {
        return curve.gaussianEverywhere();
    }

    /**
     * The μ of {@link TradeoffCurve#gaussian}.
     *
     * @param leastRate in (0, 1/2)
     */
    public double mu(double leastRate) {
        return curve.gaussian(leastRate);
    }

    private static double complement(double value) {
        return value == 1 ? 0 : Math.min(1, Math.nextUp(1 - value));
    }

    private static double probability(String name, double value) {
        if (value >= 0 && value <= 1) {
            return value;
        }
        throw new IllegalArgumentException(name + " must be in [0, 1], got " + value);
    }
}
