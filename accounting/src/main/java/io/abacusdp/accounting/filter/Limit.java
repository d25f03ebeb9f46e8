package io.abacusdp.accounting.filter;

import io.abacusdp.accounting.numeric.Search;

/**
 * A bound on what may be lost in all, under which every release may be chosen in view of the ones before: the kind of
 * release, its noise, and whether to go on at all.
 *
 * <p>A guarantee for a plan that was fixed beforehand is not valid then, nor is an exact accountant's (arXiv:2602.06756). A
 * limit here only admits totals for which the argument in its own description holds at every stopping time. Immutable.
 */
public sealed interface Limit permits EpsilonDeltaLimit, ZcdpLimit, CurveLimit {
    /** Whether the total may be lost. */
    boolean admits(RenyiCost total);

    /** What of the total comes nearest to the limit, or is furthest beyond it. */
    Binding binding(RenyiCost total);

    /** How many more releases of the second cost are admitted after the first, at most 2^53. */
    default long fits(RenyiCost spent, RenyiCost once) {
        return Search.greatest(1, 1L << 53, count -> admits(spent.plus(once.times(count))));
    }
}
