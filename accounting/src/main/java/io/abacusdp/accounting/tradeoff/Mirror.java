package io.abacusdp.accounting.tradeoff;

/** What δ of one direction says about the other. */
final class Mirror {
    private Mirror() {}

    /**
     * δ_{P,Q}(ε) = 1 − e^ε·(1 − δ_{Q,P}(−ε)), rounded up.
     *
     * @param opposite δ_{Q,P}(−ε) or more
     */
    static double delta(double epsilon, double opposite) {
        double kept = Math.exp(epsilon) * (1 - opposite);
        return Math.min(1, Math.max(0, 1 - kept + 0x1p-50 * (1 + kept)));
    }
}
