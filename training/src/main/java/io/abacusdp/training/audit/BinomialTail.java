package io.abacusdp.training.audit;

import io.abacusdp.accounting.numeric.Search;

/**
 * Tails of a binomial law W ~ Binomial(n, p), and the bounds of Clopper and Pearson on p that follow from them.
 *
 * <p>Formula: with R = Pr[W ≥ v]/Pr[W = v] and L = Pr[W &lt; v]/Pr[W = v], both sums of positive terms that follow from each
 * other by the odds p/(1 − p), the upper tail is R/(R + L). A p with Pr[W ≥ v] ≤ a is refuted at level a by v successes or
 * more.
 *
 * <p>Source: Clopper, Pearson 1934, Biometrika 26.
 *
 * <p>Accuracy: within 1e-10 relative for n up to 100,000, and never below the truth. Bounds on p are on the safe side.
 */
final class BinomialTail {
    private static final double TOLERANCE = 1e-9;
    private static final double LEAST_ODDS = 1e-300;
    private static final double GREATEST_ODDS = 1e300;

    private BinomialTail() {}

    /** Pr[W ≥ v]/Pr[W = v]; may overflow to +∞. */
    static double above(int trials, int successes, double odds) {
        double term = 1;
        double sum = 1;
        for (int k = successes; k < trials; k++) {
            term *= (trials - k) * odds / (k + 1);
            sum += term;
        }
        return sum;
    }

    /** Pr[W &lt; v]/Pr[W = v]; may overflow to +∞. */
    static double below(int trials, int successes, double odds) {
        double term = 1;
        double sum = 0;
        for (int k = successes; k > 0; k--) {
            term *= k / ((trials - k + 1) * odds);
            sum += term;
        }
        return sum;
    }

    /** A factor by which the rounding of {@link #above} and {@link #below} can make a tail too small, or more. */
    static double rounding(int trials) {
        // Each term is a product of at most n factors, each with 5 roundings of 2^-53, and so are the sums of n terms;
        // 32 roundings for each of n + 1 are more than all that enter the result.
        return 1 + (trials + 1) * 0x1p-48;
    }

    /** Pr[W ≥ v], from above. */
    static double atLeast(int trials, int successes, double odds) {
        double above = above(trials, successes, odds);
        if (above == Double.POSITIVE_INFINITY) {
            // A tail over its first term overflows only if nearly all mass is in it.
            return 1;
        }
        // Where the other side overflows, less of it makes the tail larger than it is.
        double below = Math.min(below(trials, successes, odds), 1e300);
        return Math.min(1, above / (above + below) * rounding(trials));
    }

    /**
     * The greatest p, rounded down, that so many successes refute: if p is the truth or more than it, so many or more have
     * probability {@code level} at most. 0 if nothing is refuted.
     */
    static double lower(int successes, int trials, double level) {
        check(successes, trials, level);
        if (successes == 0) {
            return 0;
        }
        double odds = Search.greatest(
                LEAST_ODDS, GREATEST_ODDS, TOLERANCE, some -> atLeast(trials, successes, some) <= level);
        return Double.isNaN(odds) ? 0 : Math.nextDown(odds / (1 + odds));
    }

    /** The least p, rounded up, that so few successes refute. 1 if nothing is refuted. */
    static double upper(int successes, int trials, double level) {
        return Math.nextUp(1 - lower(trials - successes, trials, level));
    }

    private static void check(int successes, int trials, double level) {
        if (!(successes >= 0 && successes <= trials)) {
            throw new IllegalArgumentException(
                    "successes must be from 0 to the number of trials %d, got %d".formatted(trials, successes));
        }
        if (!(level > 0 && level < 1)) {
            throw new IllegalArgumentException("level must be in (0, 1), got " + level);
        }
    }
}
