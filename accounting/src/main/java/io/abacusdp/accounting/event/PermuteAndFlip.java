package io.abacusdp.accounting.event;

/**
 * Permute-and-flip: the private selection of McKenna and Sheldon 2020, arXiv:2010.12603, which is ε-DP (and not
 * ε-bounded-range).
 *
 * @param epsilon in force under the adjacency of the query, not negative
 */
public record PermuteAndFlip(double epsilon) implements DpEvent {
    public PermuteAndFlip {
        Require.nonNegative("epsilon", epsilon);
    }
}
