package io.abacusdp.training.audit;

import io.abacusdp.accounting.tradeoff.Direction;
import io.abacusdp.accounting.tradeoff.EpsilonDelta;
import io.abacusdp.accounting.tradeoff.TradeoffCurve;

/**
 * How often a fixed test was right about whether a canary was there. The test, its threshold included, must not depend on the
 * trials that are counted here: it is fixed beforehand, or chosen on other trials.
 */
sealed interface Evidence {
    /** Whether a claim is refuted, at the level with which the evidence was made. */
    boolean refutes(TradeoffCurve claimed, Direction direction);

    /**
     * Right guesses in trials whose canary was there or not by a fair coin each.
     *
     * <p>Formula: a guess with error rates (α, β) is right with probability p = 1 − (α + β)/2 ≤ (1 + δ(0))/2, where δ(0), the
     * greatest 1 − α − f(α), is the claimed curve's advantage. Trials are independent, so that the number of right ones is
     * binomial, and the claim is refuted if p's lower bound of Clopper and Pearson is above (1 + δ(0))/2.
     *
     * @param advantage 2p − 1, its lower bound
     */
    record RightGuesses(int right, int guesses, double advantage) implements Evidence {
        static RightGuesses of(int right, int guesses, double level) {
            return new RightGuesses(right, guesses, 2 * BinomialTail.lower(right, guesses, level) - 1);
        }

        @Override
        public boolean refutes(TradeoffCurve claimed, Direction direction) {
            return claimed.delta(0, direction) < advantage;
        }

        @Override
        public String toString() {
            return right + " of " + guesses + " right";
        }
    }

    /**
     * Errors of either kind, each with its own upper bound at half the level.
     *
     * <p>Formula: with confidence 1 − level, α ≤ α' and β ≤ β'. Since f falls, the claim β ≥ f(α) is refuted if
     * β' &lt; f(α').
     *
     * @param falsePositiveRate α', from above
     * @param falseNegativeRate β', from above
     */
    record ErrorCounts(
            int falsePositives,
            int absent,
            int falseNegatives,
            int present,
            double falsePositiveRate,
            double falseNegativeRate)
            implements Evidence {
        static ErrorCounts of(int falsePositives, int absent, int falseNegatives, int present, double level) {
            return new ErrorCounts(
                    falsePositives,
                    absent,
                    falseNegatives,
                    present,
                    Math.min(1, BinomialTail.upper(falsePositives, absent, level / 2)),
                    Math.min(1, BinomialTail.upper(falseNegatives, present, level / 2)));
        }

        @Override
        public boolean refutes(TradeoffCurve claimed, Direction direction) {
            return claimed.falseNegativeRate(falsePositiveRate, direction) > falseNegativeRate;
        }

        /** The least epsilon at delta that the rates allow, from below: valid for whatever mechanism there was. */
        double epsilonLower(double delta) {
            return falsePositiveRate < 1 && falseNegativeRate < 1
                    ? EpsilonDelta.epsilon(delta, falsePositiveRate, falseNegativeRate)
                    : 0;
        }

        @Override
        public String toString() {
            return falsePositives + " of " + absent + " false alarms, " + falseNegatives + " of " + present + " missed";
        }
    }
}
