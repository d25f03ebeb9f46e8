package io.abacusdp.accounting.event;

/**
 * Any mechanism that is ε-DP, of which no more is known.
 *
 * @param epsilon in force under the adjacency of the query, not negative
 */
public record PureDp(double epsilon) implements DpEvent {
    public PureDp {
        Require.nonNegative("epsilon", epsilon);
    }
}
