package io.abacusdp.accounting.pld;

import io.abacusdp.accounting.pair.Sampling;

/**
 * Discrete Laplace noise, mass tanh(a/2)·e^{−a|k|}, on a sum that a record moves by s: like {@link LatticePair}, but with
 * the tails, on which the loss is constant, summed exactly.
 */
final class DiscreteLaplacePair {
    private DiscreteLaplacePair() {}

    /** (1 − r)·N(0) + r·N(s) against N(0). */
    static AtomicPair present(double a, int s, double rate) {
        double[] loss = new double[s + 1];
        double[] mass = new double[s + 1];
        for (int k = 0; k <= s; k++) {
            loss[k] = Sampling.loss(a * (2.0 * k - s), rate);
            mass[k] = (1 - rate) * mass(a, k, 0, s) + rate * mass(a, k - s, -s, 0);
        }
        return new AtomicPair(loss, mass, 0, 0, 0, rate == 1 && Math.fma(a, s, -loss[s]) == 0);
    }

    /** (1 − r)·N(0) + r·N(s) against (1 − r)·N(0) + r·N(−s). */
    static AtomicPair replaced(double a, int s, double rate) {
        double[] loss = new double[2 * s + 1];
        double[] mass = new double[2 * s + 1];
        for (int i = 0; i <= 2 * s; i++) {
            int k = i - s;
            double up = a * (Math.abs(k) - Math.abs(k - s));
            double down = a * (Math.abs(k) - Math.abs(k + s));
            loss[i] = Sampling.loss(up, rate) - Sampling.loss(down, rate);
            mass[i] = (1 - rate) * mass(a, k, -s, s) + rate * mass(a, k - s, -2 * s, 0);
        }
        return new AtomicPair(loss, mass, 0, 0, 0, false);
    }

    /** Mass of k, of all up to k if k is low, and of all from k on if it is high. */
    private static double mass(double a, int k, int low, int high) {
        if (k == low) {
            return atMost(a, k);
        }
        return k == high ? atMost(a, -k) : Math.tanh(a / 2) * Math.exp(-a * Math.abs(k));
    }

    /** Pr[X ≤ k] = e^{ak}/(1 + e^{−a}) for k ≤ 0. */
    private static double atMost(double a, int k) {
        return Math.exp(a * k) / (1 + Math.exp(-a));
    }
}
