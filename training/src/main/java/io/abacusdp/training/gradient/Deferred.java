package io.abacusdp.training.gradient;

/**
 * What a layer adds to the sum only when all tiles of a piece of the lot are done: one large product instead of many small
 * ones, and in an order that does not depend on which thread did which tile. Shared by threads; every tile writes its own rows.
 */
interface Deferred {
    /** Number of parts, which write disjoint ranges of the sum. */
    int parts();

    /** Adds one part's sum over the first rows. */
    void addPart(int part, int rows, float[] sum);
}
