package io.abacusdp.accounting.pate;

import io.abacusdp.accounting.numeric.Normal;

/**
 * Rényi divergence of the class with most votes after Gaussian noise (GNMax), at the votes that there are. <b>Private</b>: it depends on the
 * votes, and says something of them.
 *
 * <p>Formula: votes n_j with noise N(0, σ²) each, n* the most. Whatever the votes, one teacher moves two of them by 1, so that the divergence
 * of order λ is at most λ/σ². Where the outcome is likely, with q ≥ Pr[another class], ε_i = μ_i/σ², μ_2 = σ·√(−log q), μ_1 = μ_2 + 1 ≥ λ
 * and x = (q·e^{ε_2})^{1−1/μ_2} &lt; 1, it is at most
 *
 * <p>log[(1 − q)^λ·(1 − x)^{1−λ} + q·(e^{ε_1}·q^{−1/(μ_1−1)})^{λ−1}] / (λ − 1); q = ½·Σ_{j≠*} erfc((n* − n_j)/2σ).
 *
 * <p>Source: Papernot, Song, Mironov, Raghunathan, Talwar, Erlingsson 2018, arXiv:1802.08908, theorem 6 and proposition 7.
 *
 * <p>Proof: let P be the law at these votes, Q that of a neighbour, E = {another class}, r = P(E) ≤ q. The likely class adds (1 − r)^λ·Q(not
 * E)^{1−λ}, and Q(E) ≤ (e^{ε_2}·r)^{1−1/μ_2} by the divergence of order μ_2 of Q from P. The rest adds at most r·(e^{ε_1}·r^{−1/(μ_1−1)})^{λ−1} by
 * Jensen's inequality and the divergence of order μ_1. That is the formula at r in place of q, with the same μ. It remains that the formula
 * g does not decrease between r and q. With κ = 1 − 1/μ_2, c = e^{κ·ε_2}, ν = 1 − (λ−1)/(μ_1−1),
 * F(y) = (λ−1)κc·y^{κ−1} + (λ − (λ−1)κ)c·y^κ − λ, the derivative is g'(y) = (1−y)^{λ−1}(1−c·y^κ)^{−λ}·F(y) + ν·e^{ε_1(λ−1)}·y^{ν−1}.
 * F falls until y* = (λ−1)(1−κ)/(λ − (λ−1)κ) and grows from there, so that its least value up to q is m = F(min(q, y*)); hence g' ≥ 0 up to q if
 * ν·e^{ε_1(λ−1)}·q^{ν−1} + min(0, m)·(1−x)^{−λ} ≥ 0. This is checked; where it fails, (1 − q)^λ is replaced by 1, which grows for certain.
 *
 * <p>Assumes: one teacher changes its vote, on this question, to any other.
 *
 * <p>Accuracy: relative 1e-10 against frontier-pate.csv, and not below it by more than 1e-14.
 *
 * <p>Limits: where the conditions do not hold, λ/σ².
 */
public final class VoteDivergence {
    /** More than what the few operations here are rounded by, relative to the terms that they add. */
    private static final double ROUNDING = 1e-12;

    private VoteDivergence() {}

    /**
     * log q: a bound on the probability that another class wins than the one with most votes.
     *
     * @param margin by which noisy votes may be off before they are compared, in votes
     */
    public static double logError(long[] votes, double sigma, double margin) {
        int most = mostVotes(votes);
        double largest = Double.NEGATIVE_INFINITY;
        double[] terms = new double[votes.length];
        for (int i = 0; i < votes.length; i++) {
            terms[i] = i == most
                    ? Double.NEGATIVE_INFINITY
                    : Normal.logCdf(-(votes[most] - votes[i] - margin) / (Math.sqrt(2) * sigma));
            largest = Math.max(largest, terms[i]);
        }
        double sum = 0;
        for (double term : terms) {
            sum += Math.exp(term - largest);
        }
        return Math.min(0, largest + Math.log(sum));
    }

    /** The class with most votes, the first of several. */
    public static int mostVotes(long[] votes) {
        int most = 0;
        for (int i = 1; i < votes.length; i++) {
            if (votes[i] > votes[most]) {
                most = i;
            }
        }
        return most;
    }

    /**
     * The bound.
     *
     * @param order λ, above 1
     * @param logError log q, at most 0; a larger one never gives a bound that does not hold
     */
    public static double bound(double order, double logError, double sigma) {
        double limit = order / (sigma * sigma);
        double second = sigma * Math.sqrt(-logError);
        double first = second + 1;
        double secondEpsilon = second / (sigma * sigma);
        double firstEpsilon = first / (sigma * sigma);
        double kappa = 1 - 1 / second;
        double logX = kappa * (logError + secondEpsilon);
        if (!(logError < 0 && second > 1 && first > order && logX < 0)) {
            return limit;
        }
        double q = Math.exp(logError);
        double x = Math.exp(logX);
        double others = logError + (order - 1) * (firstEpsilon - logError / (first - 1));
        boolean grows = grows(order, logError, x, first, second, firstEpsilon, secondEpsilon);
        double likely = (grows ? order * Math.log1p(-q) : 0) - (order - 1) * Math.log1p(-x);
        double slack = ROUNDING * (order * q + order * x + Math.exp(others));
        double bound = Math.log1p(Math.expm1(likely) + Math.exp(others) + slack) / (order - 1);
        return bound >= 0 ? Math.min(limit, bound) : limit;
    }

    private static boolean grows(
            double order,
            double logError,
            double x,
            double first,
            double second,
            double firstEpsilon,
            double secondEpsilon) {
        double kappa = 1 - 1 / second;
        double rest = order - (order - 1) * kappa;
        double logC = kappa * secondEpsilon;
        double y = Math.min(logError, Math.log((order - 1) * (1 - kappa) / rest));
        double least =
                (order - 1) * kappa * Math.exp(logC + (kappa - 1) * y) + rest * Math.exp(logC + kappa * y) - order;
        double nu = 1 - (order - 1) / (first - 1);
        double added = nu * Math.exp(firstEpsilon * (order - 1) + (nu - 1) * logError);
        return added + Math.min(0, least - ROUNDING * order) * Math.exp(-order * Math.log1p(-x)) >= 0;
    }
}
