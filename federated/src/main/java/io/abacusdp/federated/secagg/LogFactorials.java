package io.abacusdp.federated.secagg;

/** Logarithms of binomial coefficients, and tails of the hypergeometric and the binomial law, to about 1e-10 relative. */
final class LogFactorials {
    private final double[] log;

    LogFactorials(int max) {
        log = new double[max + 1];
        for (int i = 2; i <= max; i++) {
            log[i] = log[i - 1] + Math.log(i);
        }
    }

    /** log C(n, k); −∞ if there is no such choice. */
    double choose(int n, int k) {
        return k < 0 || k > n ? Double.NEGATIVE_INFINITY : log[n] - log[k] - log[n - k];
    }

    /** Pr[from ≤ X ≤ to], X the number of marked ones among draws from a population without replacement. */
    double between(int population, int marked, int draws, int from, int to) {
        double all = choose(population, draws);
        double sum = 0;
        for (int x = Math.max(0, from); x <= Math.min(to, Math.min(draws, marked)); x++) {
            sum += Math.exp(choose(marked, x) + choose(population - marked, draws - x) - all);
        }
        return sum;
    }

    /** Pr[X ≥ from], X the number of successes of independent trials; by the logarithm of the probability of a success. */
    double binomialAtLeast(int trials, double logSuccess, int from) {
        double logFailure = Math.log(-Math.expm1(logSuccess));
        double sum = 0;
        for (int x = Math.max(0, from); x <= trials; x++) {
            double failures = x == trials ? 0 : (trials - x) * logFailure;
            double successes = x == 0 ? 0 : x * logSuccess;
            sum += Math.exp(choose(trials, x) + successes + failures);
        }
        return sum;
    }
}
