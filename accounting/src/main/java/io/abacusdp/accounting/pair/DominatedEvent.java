package io.abacusdp.accounting.pair;

import io.abacusdp.accounting.event.DpEvent;

/**
 * An elementary event between the pair that dominates one run of it and a pair that it attains.
 *
 * @param event the mechanism without its sampling, for refusals
 * @param above a pair that dominates it: P has the record
 * @param below a pair that it attains
 * @param symmetric whether (Q, P) bounds as (P, Q) does
 * @param copies of the pair that one run consists of
 * @param distance by which one run may differ in total variation from what the pairs describe
 */
public record DominatedEvent(
        DpEvent event, DominatingPair above, DominatingPair below, boolean symmetric, long copies, double distance) {
    /** A pair that is attained. */
    static DominatedEvent of(DpEvent event, DominatingPair pair, boolean symmetric) {
        return new DominatedEvent(event, pair, pair, symmetric, 1, 0);
    }

    static DominatedEvent between(DpEvent event, DominatingPair below, DominatingPair above, boolean symmetric) {
        return new DominatedEvent(event, above, below, symmetric, 1, 0);
    }

    /** Whether one run is one pair and nothing besides, of which others may be made. An allocation's is a pair of many. */
    boolean isOnePair() {
        return copies == 1 && distance == 0 && !isAllocated(above) && !isAllocated(below);
    }

    /** The same, attaining nothing for certain where what it attains is an allocation's and what dominates it is not. */
    DominatedEvent withPlainBelow() {
        return isAllocated(below) && !isAllocated(above)
                ? new DominatedEvent(event, above, Atoms.none(), symmetric, copies, distance)
                : this;
    }

    private static boolean isAllocated(DominatingPair pair) {
        return pair instanceof DominatingPair.Allocated;
    }

    DominatedEvent times(long n) {
        return new DominatedEvent(event, above, below, symmetric, copies * n, distance);
    }

    DominatedEvent within(double variation) {
        return new DominatedEvent(event, above, below, symmetric, copies, variation);
    }
}
