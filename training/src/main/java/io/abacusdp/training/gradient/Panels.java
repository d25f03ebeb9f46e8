package io.abacusdp.training.gradient;

import io.abacusdp.kernels.FloatKernels;

/**
 * A copy of a matrix in panels of few columns, each contiguous: a product then runs through memory in order, and a panel stays
 * in cache. Shared by threads; changed only between lots.
 */
final class Panels {
    /** Columns of a panel: two vectors of 256 bits. */
    static final int WIDTH = 16;
    /** Rows of a panel that stay in the first cache. */
    static final int DEPTH = 240;

    private static final int TRANSPOSE_FROM = 8;

    private final int rows;
    private final int columns;
    private final float[] values;

    Panels(int rows, int columns) {
        this.rows = rows;
        this.columns = columns;
        this.values = new float[Math.multiplyExact(rows, count() * WIDTH)];
    }

    /** Number of panels. */
    int count() {
        return (columns + WIDTH - 1) / WIDTH;
    }

    /** Copies the columns of a panel from a matrix whose element i, j is at {@code at + i·row + j·column}. */
    void copy(int panel, float[] from, int at, int row, int column) {
        int first = panel * WIDTH;
        int width = Math.min(WIDTH, columns - first);
        int to = panel * rows * WIDTH;
        for (int i = 0; i < rows; i++) {
            int start = at + i * row + first * column;
            for (int j = 0; j < width; j++) {
                values[to + j] = from[start + j * column];
            }
            to += WIDTH;
        }
    }

    /** C += A times this, with m rows of A and C contiguous. */
    void multiplyAdd(FloatKernels kernels, int m, float[] a, int aAt, float[] c, int cAt) {
        // Transposing pays if it is used often enough.
        boolean transposes = count() >= TRANSPOSE_FROM;
        float[] block = new float[transposes ? m * Math.min(DEPTH, rows) : 0];
        for (int from = 0; from < rows; from += DEPTH) {
            int depth = Math.min(DEPTH, rows - from);
            if (transposes) {
                transpose(m, depth, a, aAt + from, block);
                multiplyAdd(kernels, m, from, depth, block, 0, 1, m, c, cAt);
            } else {
                multiplyAdd(kernels, m, from, depth, a, aAt + from, rows, 1, c, cAt);
            }
        }
    }

    private void multiplyAdd(
            FloatKernels kernels,
            int m,
            int from,
            int depth,
            float[] a,
            int aAt,
            int aRow,
            int aColumn,
            float[] c,
            int cAt) {
        for (int panel = 0; panel < count(); panel++) {
            int first = panel * WIDTH;
            int width = Math.min(WIDTH, columns - first);
            int at = (panel * rows + from) * WIDTH;
            kernels.multiplyAdd(m, width, depth, a, aAt, aRow, aColumn, values, at, WIDTH, c, cAt + first, columns);
        }
    }

    private void transpose(int m, int depth, float[] a, int aAt, float[] block) {
        for (int i = 0; i < m; i++) {
            int at = aAt + i * rows;
            for (int j = 0; j < depth; j++) {
                block[j * m + i] = a[at + j];
            }
        }
    }
}
