package io.abacusdp.accounting.pld;

/**
 * How often a Poisson sample is cut: Pr[Binomial(n, q) > B], from above.
 *
 * <p>Formula: the mass at k = B + 1 times the geometric series in the ratio of the next two masses, which bounds all later
 * ratios. Factorials by Robbins' bounds: n! = sqrt(2πn)·(n/e)^n·e^λ with 1/(12n + 1) &lt; λ &lt; 1/(12n).
 */
final class Truncation {
    private Truncation() {}

    static double probability(double rate, long max, long records) {
        if (max >= records || rate == 0) {
            return 0;
        }
        double n = records;
        double k = max + 1.0;
        if (k <= n * rate) {
            return 1;
        }
        double ratio = (n - k) / (k + 1) * (rate / (1 - rate));
        double logMass = k == n ? n * Math.log(rate) : logMass(n, k, rate);
        double slack = 1 + 1e-9 + 64 * 0x1p-53 * n;
        return Math.min(1, Math.exp(logMass) / (1 - ratio) * slack);
    }

    private static double logMass(double n, double k, double q) {
        double rest = n - k;
        double exponent = k * Math.log(n * q / k) + rest * Math.log1p((k - n * q) / rest);
        double factorials = 1 / (12 * n) - 1 / (12 * k + 1) - 1 / (12 * rest + 1);
        return exponent + factorials - 0.5 * Math.log(2 * Math.PI * k * (rest / n));
    }
}
