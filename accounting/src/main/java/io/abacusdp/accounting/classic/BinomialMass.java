package io.abacusdp.accounting.classic;

/**
 * Binomial probabilities of n trials, each of which succeeds with probability p = e^ε/(1 + e^ε), to full relative accuracy
 * for large n, rounded up.
 *
 * <p>Formula: with q = 1 − p, d = j − np and D(t) = (1 + t)·log(1 + t) − t,
 *
 * <pre>    log Pr[j] = S(n) − S(j) − S(n − j) + ½·log(n/(2π·j·(n − j))) − np·D(d/np) − nq·D(−d/nq),</pre>
 *
 * where S(n) = log n! − (n + ½)·log n + n − ½·log 2π. Nothing large cancels. p is rounded up in all of it, which makes
 * the law stochastically larger; d is taken from ½ − p for small ε and from 1 − p for large ε, so that this costs few digits.
 *
 * <p>Source: Loader 2000, Fast and accurate computation of binomial probabilities; Stirling's series, DLMF 5.11.1.
 *
 * <p>Assumes: ε &gt; 0; n at most 2^53.
 *
 * <p>Accuracy: the law is never below the true one in the order of distributions; each mass is moved up by (40 +
 * 16·|log Pr[j]|)·2.3e-16 relative, some four times its error, and the sum of all is within 2e-13 of 1 up to 10^4 trials.
 */
final class BinomialMass {
    private static final double HALF_LOG_TWO_PI = 0.9189385332046728;

    /** B_{2i}/(2i(2i − 1)), the highest first. */
    private static final double[] STIRLING = {
        1.0 / 156, -691.0 / 360360, 1.0 / 1188, -1.0 / 1680, 1.0 / 1260, -1.0 / 360, 1.0 / 12
    };

    private static final int SMALL = 10;
    private static final int MAX_TERMS = 200;

    private final long n;
    private final double q;

    /** Either ½ or 1, whichever p is nearer to. */
    private final double base;

    /** base − p, rounded down, to full relative accuracy. */
    private final double distance;

    BinomialMass(double epsilon, long n) {
        this.n = n;
        double slack = 4 * Math.ulp(1.0);
        double growth = Math.exp(epsilon);
        if (epsilon <= 1) {
            this.base = 0.5;
            this.distance = -Math.expm1(epsilon) / (growth + 1) / 2 * (1 + slack);
            this.q = 0.5 + distance;
        } else {
            this.base = 1;
            this.distance = 1 / (1 + growth) * (1 - slack);
            this.q = distance;
        }
    }

    /** The most likely number of successes. */
    long mode() {
        return Math.min(n, Math.round((1 - q) * n));
    }

    /** log Pr[j], possibly −∞. */
    double logMass(long j) {
        if (q == 0) {
            return j == n ? 0 : Double.NEGATIVE_INFINITY;
        }
        if (j == n) {
            return n * Math.log1p(-q);
        }
        if (j == 0) {
            return n * Math.log(q);
        }
        double d = Math.fma(distance, (double) n, j - base * n);
        double successes = n * (1 - q);
        double failures = n * q;
        double deviance = successes * relative(d / successes) + failures * relative(-d / failures);
        double stirling = stirling(n) - stirling(j) - stirling(n - j);
        return stirling - HALF_LOG_TWO_PI + 0.5 * Math.log((double) n / j / (n - j)) - deviance;
    }

    /** Pr[j], rounded up. */
    double mass(long j) {
        double log = logMass(j);
        return Math.exp(log) * (1 + (40 - 16 * Math.max(log, -800)) * Math.ulp(1.0)) + Double.MIN_VALUE;
    }

    /** (1 + t)·log(1 + t) − t = vt + 2(1 + t)·Σ_{i≥1} v^{2i+1}/(2i + 1) with v = t/(2 + t). */
    private static double relative(double t) {
        if (t <= -1) {
            return 1;
        }
        if (t > 1 || t < -0.6) {
            return (1 + t) * Math.log1p(t) - t;
        }
        double v = t / (2 + t);
        double sum = 0;
        double power = v;
        for (int i = 1; i < MAX_TERMS; i++) {
            power *= v * v;
            double term = power / (2 * i + 1);
            if (sum + term == sum) {
                break;
            }
            sum += term;
        }
        return v * t + 2 * (1 + t) * sum;
    }

    private static double stirling(long n) {
        if (n < SMALL) {
            double factorial = 1;
            for (int i = 2; i <= n; i++) {
                factorial *= i;
            }
            return Math.log(factorial) - (n + 0.5) * Math.log((double) n) + n - HALF_LOG_TWO_PI;
        }
        double inverse = 1.0 / n;
        double sum = 0;
        for (double coefficient : STIRLING) {
            sum = sum * inverse * inverse + coefficient;
        }
        return sum * inverse;
    }
}
