package io.abacusdp.training.gradient;

import io.abacusdp.kernels.FloatKernels;
import io.abacusdp.kernels.LeftFactor;
import io.abacusdp.kernels.MatrixRows;
import java.util.Arrays;

/**
 * A copy of a matrix in panels of few columns, each contiguous: a product then runs through memory in order, and a panel stays
 * in cache. Shared by threads; changed only between lots.
 */
final class Panels {
    /** Columns of a panel: two vectors of 256 bits. */
    static final int WIDTH = 16;
    /** Rows of a panel that stay in the first cache. */
    static final int DEPTH = 256;

    private static final int PACK_FROM = 8;
    private static final int COPIED_TOGETHER = 4;

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

    /** Number of parts in which the copy is made: several panels each, so that a row's floats are read together. */
    int copies() {
        return (count() + COPIED_TOGETHER - 1) / COPIED_TOGETHER;
    }

    /** Copies some columns from a matrix whose element i, j is at {@code at + i·row + j·column}. */
    void copy(int part, float[] from, int at, int row, int column) {
        int first = part * COPIED_TOGETHER;
        int end = Math.min(first + COPIED_TOGETHER, count());
        for (int i = 0; i < rows; i++) {
            for (int panel = first; panel < end; panel++) {
                int start = at + i * row + panel * WIDTH * column;
                int to = at(panel, i);
                int width = width(panel);
                if (column == 1) {
                    System.arraycopy(from, start, values, to, width);
                } else {
                    for (int j = 0; j < width; j++) {
                        values[to + j] = from[start + j * column];
                    }
                }
            }
        }
    }

    /** C = A times this, with m rows of A and C contiguous. */
    void multiply(FloatKernels kernels, int m, float[] a, int aAt, float[] c, int cAt) {
        multiply(false, kernels, m, a, aAt, c, cAt);
    }

    /** C += A times this, with m rows of A and C contiguous. */
    void multiplyAdd(FloatKernels kernels, int m, float[] a, int aAt, float[] c, int cAt) {
        multiply(true, kernels, m, a, aAt, c, cAt);
    }

    private void multiply(boolean adds, FloatKernels kernels, int m, float[] a, int aAt, float[] c, int cAt) {
        // Packing pays if it is used often enough.
        boolean packs = count() >= PACK_FROM;
        float[] block =
                new float[packs ? LeftFactor.Packed.blocks(m) * LeftFactor.Packed.ROWS * Math.min(DEPTH, rows) : 0];
        for (int part = 0; part < parts(); part++) {
            int depth = from(part + 1) - from(part);
            LeftFactor left = new LeftFactor.Strided(a, aAt + from(part), rows, 1);
            if (packs) {
                LeftFactor.Packed packed = new LeftFactor.Packed(block, 0, depth * LeftFactor.Packed.ROWS);
                pack(m, depth, a, aAt + from(part), packed);
                left = packed;
            }
            multiplyPart(adds || part > 0, kernels, m, part, left, c, cAt);
        }
    }

    /**
     * C += A times this, with A's element i, j at {@code aAt + aRows[i] + aColumns[part][j - the part's first]} and m rows of C
     * contiguous.
     *
     * @param aColumns as {@link #split} gives them
     */
    void multiplyAddGathered(
            FloatKernels kernels, int m, float[] a, int aAt, int[] aRows, int[][] aColumns, float[] c, int cAt) {
        for (int part = 0; part < aColumns.length; part++) {
            LeftFactor left = new LeftFactor.Gathered(a, aAt, aRows, aColumns[part]);
            multiplyPart(true, kernels, m, part, left, c, cAt);
        }
    }

    /** C = A or C += A times some rows of this. */
    private void multiplyPart(boolean adds, FloatKernels kernels, int m, int part, LeftFactor a, float[] c, int cAt) {
        int depth = from(part + 1) - from(part);
        for (int panel = 0; panel < count(); panel++) {
            MatrixRows right = new MatrixRows(values, at(panel, from(part)), WIDTH);
            MatrixRows product = new MatrixRows(c, cAt + panel * WIDTH, columns);
            if (adds) {
                kernels.multiplyAdd(m, width(panel), depth, a, right, product);
            } else {
                kernels.multiply(m, width(panel), depth, a, right, product);
            }
        }
    }

    /** One number for each row of this, cut where products are. */
    int[][] split(int[] ofRows) {
        int[][] split = new int[parts()][];
        Arrays.setAll(split, part -> Arrays.copyOfRange(ofRows, from(part), from(part + 1)));
        return split;
    }

    /** Products run over parts of the rows of about the same depth. */
    private int parts() {
        return (rows + DEPTH - 1) / DEPTH;
    }

    private int from(int part) {
        return (int) ((long) rows * part / parts());
    }

    private int at(int panel, int row) {
        return (panel * rows + row) * WIDTH;
    }

    private int width(int panel) {
        return Math.min(WIDTH, columns - panel * WIDTH);
    }

    private void pack(int m, int depth, float[] a, int aAt, LeftFactor.Packed packed) {
        for (int i = 0; i < m; i++) {
            int from = aAt + i * rows;
            int to = packed.place(i, 0);
            for (int j = 0; j < depth; j++) {
                packed.values()[to + j * LeftFactor.Packed.ROWS] = a[from + j];
            }
        }
    }
}
