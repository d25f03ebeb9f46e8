package io.abacusdp.training.sampling;

/** Checks of sizes that all lots have in common. */
final class LotSize {
    private LotSize() {}

    /** For lots whose neighbouring data have the same number of examples, so that it is public. */
    static void requireActual(int examples, int actual) {
        if (actual != examples) {
            throw new IllegalArgumentException(
                    "these lots are drawn from %d examples, got %d".formatted(examples, actual));
        }
    }

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
