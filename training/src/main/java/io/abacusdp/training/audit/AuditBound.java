package io.abacusdp.training.audit;

import io.abacusdp.accounting.PrivacyProfile;
import io.abacusdp.accounting.numeric.Search;

/**
 * What the number of right guesses in an audit of one run says about the run's epsilon.
 *
 * <p>Setting: m canaries, each in the data or not by a fair coin of its own, S ∈ {−1, 1}^m. From what was released, and not
 * from the coins, the auditor guesses exactly r of them, T ∈ {−1, 0, 1}^m, and V = #{i: T_i·S_i = 1} guesses are right. If
 * T, as a function of S, is (ε, δ)-private in every coin, and W ~ Binomial(r, e^ε/(1 + e^ε)), then for v ≥ 1
 *
 * <p>Formula: Pr[V ≥ v] ≤ β + (m·δ/v)·β·(1 − β)/Pr[W = v], β = Pr[W ≥ v].
 *
 * <p>Source: the setting, and the bound for δ = 0, are those of Steinke, Nasr, Jagielski 2023, arXiv:2305.08846. Their term for
 * δ is not used; the one above is exact. Proof:
 *
 * <ol>
 *   <li>Let p(c) = Pr[T·S = c], taken place by place, and c' be c with the sign of place i turned. As S is uniform, p(c) is the
 *       mean over s of Pr[T = s·c | S = s], and p(c') that of Pr[T = s·c | S = s']. So the sum over all c with c_i = 1 of
 *       (p(c) − e^ε·p(c'))⁺ is at most δ, and over all i it is at most m·δ.
 *   <li>Let w_k = Pr[V = k]. A pattern with k right guesses has k places to turn, and one with k − 1 has r − k + 1 wrong ones to
 *       turn back. So with e_k = k·w_k − e^ε·(r − k + 1)·w_{k−1}, the sum of e_k⁺ over k = 1 … r is at most m·δ.
 *   <li>Let b_k = Pr[W = k], for which k·b_k = e^ε·(r − k + 1)·b_{k−1}. So w_k/b_k = w_{k−1}/b_{k−1} + e_k/(k·b_k), and with Σ w = 1
 *       it follows that Pr[V ≥ v] = β + Σ_k e_k·g_k, where g_k = β·Pr[W &lt; k]/(k·b_k) up to k = v and
 *       g_k = (1 − β)·Pr[W ≥ k]/(k·b_k) from there on.
 *   <li>g_k ≥ 0 rises up to v and falls from there on, since Pr[W &lt; k]/b_{k−1} rises and Pr[W ≥ k]/b_k falls in k for a
 *       log-concave law. So the sum is at most m·δ·g_v. No mechanism exceeds it, and raising w from v on attains it, while
 *       the bound is below 1.
 * </ol>
 *
 * <p>Assumes: r is fixed before the coins are thrown. To look at several r and take the best needs a union bound; we fix it
 * (see {@link CanaryRun}), which costs nothing.
 *
 * <p>Accuracy: with R = Pr[W ≥ v]/b_v and L = Pr[W &lt; v]/b_v, both sums of positive terms that follow from each other, the
 * bound is R·(1 + L·m·δ/v)/(R + L). It is within 1e-10 of values by mpmath for r up to 20,000 and never below them, and equal
 * to 1e-7 to the greatest probability that linear programmes over all mechanisms found for m up to 4.
 */
final class AuditBound {
    /** No audit of 2^31 canaries shows as much. */
    private static final double GREATEST_EPSILON = 64;

    private static final double RELATIVE_TOLERANCE = 1e-12;

    private AuditBound() {}

    /**
     * The probability, from above, of so many right guesses or more under (epsilon, delta)-privacy.
     *
     * @param canaries m, at least 1
     * @param guesses r, from 0 to m
     * @param correct v, from 0 to r
     * @param epsilon from 0 to 64
     * @param delta in [0, 1)
     */
    public static double probability(int canaries, int guesses, int correct, double epsilon, double delta) {
        check(canaries, guesses, correct, delta);
        if (!(epsilon >= 0 && epsilon <= GREATEST_EPSILON)) {
            throw new IllegalArgumentException("epsilon must be from 0 to " + GREATEST_EPSILON + ", got " + epsilon);
        }
        if (correct == 0) {
            return 1;
        }
        double odds = Math.exp(epsilon);
        double above = BinomialTail.above(guesses, correct, odds);
        double below = BinomialTail.below(guesses, correct, odds);
        if (above == Double.POSITIVE_INFINITY) {
            // A tail over its first term overflows only if nearly all mass is in it.
            return 1;
        }
        double failures = canaries * delta / correct;
        // Where the other side overflows, less of it makes β larger than it is.
        double side = Math.min(below, 1e300);
        double tail = above / (above + side);
        double bound = tail + failures * above * (side / (above + side));
        return Math.min(1, bound * BinomialTail.rounding(guesses));
    }

    /**
     * The greatest epsilon, rounded down, of which the audit refutes that the run was (epsilon, delta)-private: if it was, so
     * many right guesses or more have probability 1 − confidence at most. 0 if nothing is refuted.
     *
     * @param canaries m, at least 1
     * @param guesses r, from 0 to m, fixed beforehand
     * @param correct v, from 0 to r
     * @param delta in [0, 1)
     * @param confidence in (0, 1)
     */
    public static double epsilonLower(int canaries, int guesses, int correct, double delta, double confidence) {
        check(canaries, guesses, correct, delta);
        if (!(confidence > 0 && confidence < 1)) {
            throw new IllegalArgumentException("confidence must be in (0, 1), got " + confidence);
        }
        double level = AuditSettings.levelOf(confidence);
        double greatest = Search.greatest(
                0,
                GREATEST_EPSILON,
                RELATIVE_TOLERANCE,
                epsilon -> probability(canaries, guesses, correct, epsilon, delta) <= level);
        return Double.isNaN(greatest) ? 0 : greatest;
    }

    private static void check(int canaries, int guesses, int correct, double delta) {
        if (!(canaries >= 1 && guesses >= 0 && guesses <= canaries && correct >= 0 && correct <= guesses)) {
            throw new IllegalArgumentException(
                    "an audit needs 0 <= correct <= guesses <= canaries, got %d, %d and %d of at least 1 canary"
                            .formatted(correct, guesses, canaries));
        }
        PrivacyProfile.checkDelta(delta);
    }
}
