package io.abacusdp.kernels;

/** The left factor of a product: a matrix that lies in an array in one of several ways. */
public sealed interface Left {
    /** The array. */
    float[] values();

    /** Where in the array the element i, j is. */
    int place(int i, int j);

    /** Element i, j is at {@code at + i·row + j·column}, so that a transposed matrix is one too. */
    @SuppressWarnings("ArrayRecordComponent") // Compared by nobody, and not copied on purpose.
    record Strided(float[] values, int at, int row, int column) implements Left {
        @Override
        public int place(int i, int j) {
            return at + i * row + j * column;
        }

        /** The first rows and columns of the same matrix. */
        Gathered gathered(int m, int k) {
            return new Gathered(values, at, multiples(row, m), multiples(column, k));
        }

        private static int[] multiples(int factor, int count) {
            int[] multiples = new int[count];
            for (int i = 0; i < count; i++) {
                multiples[i] = i * factor;
            }
            return multiples;
        }
    }

    /** Element i, j is at {@code at + rows[i] + columns[j]}. The arrays are not copied. */
    @SuppressWarnings("ArrayRecordComponent") // Compared by nobody, and not copied on purpose.
    record Gathered(float[] values, int at, int[] rows, int[] columns) implements Left {
        @Override
        public int place(int i, int j) {
            return at + rows[i] + columns[j];
        }
    }
}
