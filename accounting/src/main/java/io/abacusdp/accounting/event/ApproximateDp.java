package io.abacusdp.accounting.event;

/**
 * Any mechanism that is (ε, δ)-DP, of which no more is known.
 *
 * @param epsilon in force under the adjacency of the query, not negative
 * @param delta in force under the adjacency of the query, in [0, 1]
 */
public record ApproximateDp(double epsilon, double delta) implements DpEvent {
    public ApproximateDp {
        Require.nonNegative("epsilon", epsilon);
        Require.probability("delta", delta);
    }
}
