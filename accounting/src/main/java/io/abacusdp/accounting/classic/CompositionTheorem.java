package io.abacusdp.accounting.classic;

/** What a theorem says about several (ε, δ)-DP mechanisms run on the same data. Implementations are immutable. */
interface CompositionTheorem {
    /**
     * The least epsilon that the theorem gives at the given delta in all; +∞ if it gives none.
     *
     * @param delta in [0, 1)
     */
    double epsilon(double delta);

    /**
     * The least delta in all that the theorem gives at the given epsilon.
     *
     * @param epsilon finite and at least 0
     */
    double delta(double epsilon);
}
