package io.abacusdp.kernels;

import java.util.function.IntUnaryOperator;

/** The left factor of a product: a matrix that lies in an array in one of several ways. */
public sealed interface LeftFactor {
    /** The array. */
    float[] values();

    /** Where in the array the element i, j is. */
    int place(int i, int j);

    /** The first rows and columns of the same matrix. */
    Gathered gathered(int m, int k);

    /** Element i, j is at {@code at + i·row + j·column}, so that a transposed matrix is one too. */
    @SuppressWarnings("ArrayRecordComponent") // Compared by nobody, and not copied on purpose.
    record Strided(float[] values, int at, int row, int column) implements LeftFactor {
        @Override
        public int place(int i, int j) {
            return at + i * row + j * column;
        }

        @Override
        public Gathered gathered(int m, int k) {
            return new Gathered(values, at, upTo(m, i -> i * row), upTo(k, j -> j * column));
        }
    }

    /**
     * Blocks of {@link #ROWS} rows, {@code block} floats apart, the elements of a column side by side: products read it in order.
     * The last block must be whole, but its rows behind the matrix may hold anything.
     */
    @SuppressWarnings("ArrayRecordComponent") // Compared by nobody, and not copied on purpose.
    record Packed(float[] values, int at, int block) implements LeftFactor {
        /** Rows of a block. */
        public static final int ROWS = 6;

        /** Number of blocks that hold some rows. */
        public static int blocks(int rows) {
            return (rows + ROWS - 1) / ROWS;
        }

        @Override
        public int place(int i, int j) {
            return at + rowPlace(i) + j * ROWS;
        }

        private int rowPlace(int i) {
            return i / ROWS * block + i % ROWS;
        }

        @Override
        public Gathered gathered(int m, int k) {
            return new Gathered(values, at, upTo(m, this::rowPlace), upTo(k, j -> j * ROWS));
        }
    }

    /** Element i, j is at {@code at + rows[i] + columns[j]}. The arrays are not copied. */
    @SuppressWarnings("ArrayRecordComponent") // Compared by nobody, and not copied on purpose.
    record Gathered(float[] values, int at, int[] rows, int[] columns) implements LeftFactor {
        @Override
        public int place(int i, int j) {
            return at + rows[i] + columns[j];
        }

        @Override
        public Gathered gathered(int m, int k) {
            return this;
        }
    }

    private static int[] upTo(int count, IntUnaryOperator place) {
        int[] places = new int[count];
        for (int i = 0; i < count; i++) {
            places[i] = place.applyAsInt(i);
        }
        return places;
    }
}
