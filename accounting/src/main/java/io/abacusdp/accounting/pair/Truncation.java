package io.abacusdp.accounting.pair;

import io.abacusdp.accounting.numeric.RoundOff;

/**
 * How often a Poisson sample is cut: Pr[Binomial(n, q) > B], from above.
 *
 * <p>Formula: the masses from k = B + 1 on, each from the one before by its ratio, and after some hundred of them the geometric
 * series in the ratio of the next two, which bounds all later ratios. Factorials by Robbins' bounds: n! = sqrt(2πn)·(n/e)^n·e^λ with 1/(12n + 1) &lt; λ &lt; 1/(12n).
 */
final class Truncation {
    private static final int TERMS = 400;

    /** No mass is listed that is too large by more than this, relative, besides 64 roundings for each record. */
    private static final double SLACK = 1e-9;

    private Truncation() {}

    /**
     * By what factor the probability of at least so many may be too large, where it is below 1: Robbins' bounds of a
     * factorial are e^{1/(144n²)} apart.
     */
    static double slack(long least, long records) {
        double rest = Math.max(1, (double) records - least);
        return 1 + 1e-6 + 1e-2 / ((double) least * least) + 1e-2 / (rest * rest) + 128 * RoundOff.UNIT * records;
    }

    static double probability(double rate, long max, long records) {
        if (max >= records || rate == 0) {
            return 0;
        }
        double n = records;
        double k = max + 1.0;
        if (k <= n * rate) {
            return 1;
        }
        double logMass = k == n ? n * Math.log(rate) : logMass(n, k, rate);
        double relative = 1;
        double sum = 0;
        int terms = 0;
        for (; terms < TERMS && k + terms < n && relative > 1e-12 * sum; terms++) {
            sum += relative;
            relative *= (n - k - terms) / (k + terms + 1) * (rate / (1 - rate));
        }
        double ratio = (n - k - terms) / (k + terms + 1) * (rate / (1 - rate));
        double all = sum + relative / (1 - ratio);
        double slack = 1 + SLACK + 64 * RoundOff.UNIT * n;
        return Math.min(1, Math.exp(logMass) * all * slack + Double.MIN_VALUE);
    }

    private static double logMass(double n, double k, double q) {
        double rest = n - k;
        double exponent = k * Math.log(n * q / k) + rest * Math.log1p((k - n * q) / rest);
        double factorials = 1 / (12 * n) - 1 / (12 * k + 1) - 1 / (12 * rest + 1);
        return exponent + factorials - 0.5 * Math.log(2 * Math.PI * k * (rest / n));
    }
}
