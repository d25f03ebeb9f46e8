package io.abacusdp.training.sampling;

/** Checks of sizes that all samplers have in common. */
final class LotSize {
    private LotSize() {}

    static void require(int datasetSize, int lotSize) {
        if (datasetSize < 1) {
            throw new IllegalArgumentException("data must have at least 1 example, got " + datasetSize);
        }
        if (lotSize < 1 || lotSize > datasetSize) {
            throw new IllegalArgumentException(
                    "lot size must be from 1 to the number of examples " + datasetSize + ", got " + lotSize);
        }
    }
}
