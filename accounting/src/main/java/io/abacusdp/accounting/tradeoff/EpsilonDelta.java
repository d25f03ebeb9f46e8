package io.abacusdp.accounting.tradeoff;

import io.abacusdp.accounting.PrivacyProfile;

/**
 * The trade-off curve of (ε, δ)-differential privacy.
 *
 * <p>Formula: f(α) = max(0, 1 − δ − e^ε·α, e^{−ε}·(1 − δ − α)).
 *
 * <p>Source: Wasserman, Zhou 2010, arXiv:0811.2501; Dong, Roth, Su 2019, arXiv:1905.02383, proposition 2.5.
 *
 * <p>Example: {@code EpsilonDelta.falseNegativeRate(1, 1e-5, 0.01)} is what an attacker misses at least who accuses one in a
 * hundred of those who are not in the data.
 */
public final class EpsilonDelta {
    private static final String METHOD = "approximate dp";

    private EpsilonDelta() {}

    /**
     * f(α), rounded down.
     *
     * @param epsilon finite, not negative
     * @param delta in [0, 1)
     * @param falsePositiveRate α in [0, 1]
     */
    public static double falseNegativeRate(double epsilon, double delta, double falsePositiveRate) {
        PrivacyProfile.checkEpsilon(epsilon);
        PrivacyProfile.checkDelta(delta);
        Rates.check("false positive rate", falsePositiveRate);
        Line line = Line.of(epsilon, delta, METHOD);
        return Math.max(0, Math.max(line.at(falsePositiveRate), line.inverse().at(falsePositiveRate)));
    }

    /**
     * The greatest ε at which every attack with the given rate of false positives has at least the given rate of false
     * negatives, rounded down: log((1 − δ − β)/α) or log((1 − δ − α)/β), whichever is larger. An attack that was seen to reach
     * both rates proves that no smaller ε holds.
     *
     * @param delta in [0, 1)
     * @param falsePositiveRate α in (0, 1)
     * @param falseNegativeRate β in (0, 1)
     * @return 0 where α + β ≥ 1 − δ
     */
    public static double epsilon(double delta, double falsePositiveRate, double falseNegativeRate) {
        PrivacyProfile.checkDelta(delta);
        Rates.checkInside("false positive rate", falsePositiveRate);
        Rates.checkInside("false negative rate", falseNegativeRate);
        double one = (1 - delta - falseNegativeRate) / falsePositiveRate;
        double other = (1 - delta - falsePositiveRate) / falseNegativeRate;
        double ratio = Math.max(one, other);
        if (!(ratio > 1)) {
            return 0;
        }
        double epsilon = Math.log(ratio);
        // Differences of probabilities lose absolute digits, which weigh by their size.
        double lost = 0x1p-50 * (1 + 1 / (falsePositiveRate * ratio) + 1 / (falseNegativeRate * ratio) + epsilon);
        return Math.max(0, epsilon - lost);
    }
}
