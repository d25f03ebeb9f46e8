package io.abacusdp.kernels;

/**
 * A matrix in an array: rows are contiguous, the first starts at {@code at}, and each starts {@code row} floats after the one
 * before it.
 */
@SuppressWarnings("ArrayRecordComponent") // Compared by nobody, and not copied on purpose.
public record MatrixRows(float[] values, int at, int row) {
    /** The same without its first columns. */
    MatrixRows from(int column) {
        return new MatrixRows(values, at + column, row);
    }
}
