package io.abacusdp.training.gradient;

import io.abacusdp.training.sum.GridSum;

/**
 * What a layer adds to the sum only when all tiles of a piece of the lot are done: one large product instead of many small
 * ones. Shared by threads; every tile writes its own rows.
 */
interface DeferredSum {
    /** Number of disjoint ranges of the sum, which may be written at once. */
    int ranges();

    /**
     * Adds to one range of the sum: each part's rows in floats, and that rounded to the grid.
     *
     * @param partStarts where the parts of a piece start, and where the last ends
     */
    void addRange(int range, int[] partStarts, GridSum sum);
}
