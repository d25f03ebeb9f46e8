package io.abacusdp.accounting.event;

/**
 * Exponential mechanism whose privacy loss has range ε: for all outcomes, the losses of a pair of neighbours differ by at
 * most ε, so that it is ε-DP and ε-bounded-range.
 *
 * <p>Source: Dong, Durfee, Rogers 2020, arXiv:1909.13830.
 *
 * @param epsilon in force under the adjacency of the query, not negative
 */
public record Exponential(double epsilon) implements DpEvent {
    public Exponential {
        Require.nonNegative("epsilon", epsilon);
    }
}
