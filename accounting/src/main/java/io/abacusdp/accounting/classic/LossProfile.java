package io.abacusdp.accounting.classic;

/**
 * The privacy profile of a law of privacy losses.
 *
 * <p>Formula: δ(ε) = m_∞ + Σ_{l_i &gt; ε} m_i·(1 − e^{ε−l_i}). With S_i the mass from atom i on, that at infinity included,
 * and D_i = δ(l_i), for ε in [l_{i−1}, l_i) and Δ = l_i − ε
 *
 * <pre>    δ(ε) = (1 − e^{−Δ})·S_i + e^{−Δ}·D_i,</pre>
 *
 * which gives all D_i in one pass from the right, and then any δ(ε), from positive numbers only.
 *
 * <p>Accuracy: every operation is rounded up, so that δ is never below that of the atoms; the excess is some 2e-15 times
 * the number of atoms over which the mass beyond ε is spread.
 */
final class LossProfile {
    private static final double UP = 1 + 4 * Math.ulp(1.0);

    /** Above the error of products that are subnormal. */
    private static final double UNDERFLOW = 2 * Double.MIN_VALUE;

    private final AtomicLossLaw law;
    private final double[] beyond;
    private final double[] deltas;

    LossProfile(AtomicLossLaw law) {
        this.law = law;
        int n = law.size();
        this.beyond = new double[n];
        this.deltas = new double[n];
        beyond[n - 1] = (law.mass(n - 1) + law.infinite()) * UP;
        deltas[n - 1] = law.infinite();
        for (int i = n - 1; i > 0; i--) {
            deltas[i - 1] = before(law.loss(i - 1), i);
            beyond[i - 1] = (beyond[i] + law.mass(i - 1)) * UP;
        }
    }

    /** δ(ε), rounded up, at most 1. */
    double delta(double epsilon) {
        int low = 0;
        int high = law.size();
        while (low < high) {
            int middle = (low + high) >>> 1;
            if (law.loss(middle) > epsilon) {
                high = middle;
            } else {
                low = middle + 1;
            }
        }
        return Math.min(1, low == law.size() ? law.infinite() : before(epsilon, low));
    }

    private double before(double epsilon, int i) {
        double distance = law.loss(i) - epsilon;
        return (-Math.expm1(-distance) * beyond[i] + Math.exp(-distance) * deltas[i]) * UP + UNDERFLOW;
    }
}
