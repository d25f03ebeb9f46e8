package io.abacusdp.kernels;

import jdk.incubator.vector.FloatVector;
import jdk.incubator.vector.VectorSpecies;

/**
 * C = A·B or C += A·B in blocks of six rows by two vectors of columns, whose twelve sums stay in registers while k runs. Panels
 * of columns are the outer loop, so that a panel of B stays in cache for all rows.
 *
 * <p>The inner methods make few calls on vectors, as the compiler gives up inlining in a method that has grown too large, and
 * a vector that reaches a call is allocated. For the same reason they have one loop each.
 */
final class VectorProduct {
    /** Least number of rows of A and C. */
    private static final int ROWS = 6;

    private static final VectorSpecies<Float> SPECIES = FloatVector.SPECIES_PREFERRED;
    private static final int LANES = SPECIES.length();
    /** Columns of B that are worked on at once, contiguous for all of k: its distance must be a constant to be fast. */
    private static final int PANEL = 2 * LANES;

    private VectorProduct() {}

    /** Whether a product is large enough for the methods here. */
    static boolean takes(int m, int n) {
        return m >= ROWS && n >= LANES;
    }

    /** With A_ij at aAt + i·aRow + j·aColumn. */
    static void strided(
            boolean adds,
            int m,
            int n,
            int k,
            float[] a,
            int aAt,
            int aRow,
            int aColumn,
            float[] b,
            int bAt,
            int bRow,
            float[] c,
            int cAt,
            int cRow) {
        int done = 0;
        if (aRow == 1) {
            float[] scratch = new float[scratchLength(n, k, bRow)];
            for (; done + PANEL <= n; done += PANEL) {
                boolean isPanel = bRow == PANEL;
                float[] panel = isPanel ? b : copyPanel(k, b, bAt + done, bRow, scratch);
                for (int i = 0; i < m; i += ROWS) {
                    // The last block may overlap the one before it, whose rows are complete.
                    int from = Math.min(i, m - ROWS);
                    int to = cAt + done + from * cRow;
                    neighbours(i - from, adds, k, a, aAt + from, aColumn, panel, isPanel ? bAt : 0, c, to, cRow);
                }
            }
        }
        if (done < n) {
            int[] aRows = multiples(aRow, m);
            int[] aColumns = multiples(aColumn, k);
            gathered(adds, m, n - done, k, a, aAt, aRows, aColumns, b, bAt + done, bRow, c, cAt + done, cRow);
        }
    }

    private static int[] multiples(int factor, int count) {
        int[] multiples = new int[count];
        for (int i = 0; i < count; i++) {
            multiples[i] = i * factor;
        }
        return multiples;
    }

    /** With A_ij at aAt + aRows[i] + aColumns[j]; b and c may start after other columns of the same rows. */
    static void gathered(
            boolean adds,
            int m,
            int n,
            int k,
            float[] a,
            int aAt,
            int[] aRows,
            int[] aColumns,
            float[] b,
            int bAt,
            int bRow,
            float[] c,
            int cAt,
            int cRow) {
        if (bRow == PANEL && n < PANEL) {
            partOfPanel(adds, m, n, k, a, aAt, aRows, aColumns, b, bAt, c, cAt, cRow);
            return;
        }
        float[] scratch = new float[scratchLength(n, k, bRow)];
        int done = 0;
        for (; done + PANEL <= n; done += PANEL) {
            boolean isPanel = bRow == PANEL;
            float[] panel = isPanel ? b : copyPanel(k, b, bAt + done, bRow, scratch);
            for (int i = 0; i < m; i += ROWS) {
                int from = Math.min(i, m - ROWS);
                int to = cAt + done + from * cRow;
                apart(i - from, adds, k, a, aAt, aRows, from, aColumns, panel, isPanel ? bAt : 0, c, to, cRow);
            }
        }
        if (done + LANES <= n) {
            oneVector(adds, m, k, a, aAt, aRows, aColumns, b, bAt + done, bRow, c, cAt + done, cRow);
            done += LANES;
        }
        if (done < n) {
            lastColumns(adds, m, n, n - done, k, a, aAt, aRows, aColumns, b, bAt, bRow, c, cAt, cRow);
        }
    }

    /** The first columns of a panel: all are computed, which is faster than to do with fewer sums at once. */
    private static void partOfPanel(
            boolean adds,
            int m,
            int n,
            int k,
            float[] a,
            int aAt,
            int[] aRows,
            int[] aColumns,
            float[] b,
            int bAt,
            float[] c,
            int cAt,
            int cRow) {
        float[] all = new float[m * PANEL];
        gathered(false, m, PANEL, k, a, aAt, aRows, aColumns, b, bAt, PANEL, all, 0, PANEL);
        for (int i = 0; i < m; i++) {
            for (int j = 0; j < n; j++) {
                int at = cAt + i * cRow + j;
                c[at] = (adds ? c[at] : 0) + all[i * PANEL + j];
            }
        }
    }

    private static int scratchLength(int n, int k, int bRow) {
        return bRow == PANEL || n < PANEL ? 0 : k * PANEL;
    }

    private static float[] copyPanel(int k, float[] b, int bAt, int bRow, float[] panel) {
        int at = bAt;
        for (int to = 0; to < k * PANEL; to += PANEL) {
            FloatVector.fromArray(SPECIES, b, at).intoArray(panel, to);
            FloatVector.fromArray(SPECIES, b, at + LANES).intoArray(panel, to + LANES);
            at += bRow;
        }
        return panel;
    }

    private static void oneVector(
            boolean adds,
            int m,
            int k,
            float[] a,
            int aAt,
            int[] aRows,
            int[] aColumns,
            float[] b,
            int bAt,
            int bRow,
            float[] c,
            int cAt,
            int cRow) {
        for (int i = 0; i < m; i += ROWS) {
            int from = Math.min(i, m - ROWS);
            one(i - from, adds, k, a, aAt, aRows, from, aColumns, b, bAt, bRow, c, cAt + from * cRow, cRow);
        }
    }

    /** The last columns, fewer than a vector: a whole vector that ends with them is computed, and only they are kept. */
    private static void lastColumns(
            boolean adds,
            int m,
            int n,
            int columns,
            int k,
            float[] a,
            int aAt,
            int[] aRows,
            int[] aColumns,
            float[] b,
            int bAt,
            int bRow,
            float[] c,
            int cAt,
            int cRow) {
        float[] vectors = new float[m * LANES];
        oneVector(false, m, k, a, aAt, aRows, aColumns, b, bAt + n - LANES, bRow, vectors, 0, LANES);
        for (int i = 0; i < m; i++) {
            for (int column = LANES - columns; column < LANES; column++) {
                int at = cAt + i * cRow + n - LANES + column;
                c[at] = (adds ? c[at] : 0) + vectors[i * LANES + column];
            }
        }
    }

    /** Six rows of A that are neighbours in memory, by a panel; the first {@code skip} rows are not stored. */
    private static void neighbours(
            int skip,
            boolean adds,
            int k,
            float[] a,
            int aAt,
            int aColumn,
            float[] b,
            int bAt,
            float[] c,
            int cAt,
            int cRow) {
        int c1 = cAt + cRow;
        int c2 = c1 + cRow;
        int c3 = c2 + cRow;
        int c4 = c3 + cRow;
        int c5 = c4 + cRow;
        FloatVector s00 = adds ? FloatVector.fromArray(SPECIES, c, cAt) : FloatVector.zero(SPECIES);
        FloatVector s01 = adds ? FloatVector.fromArray(SPECIES, c, cAt + LANES) : FloatVector.zero(SPECIES);
        FloatVector s10 = adds ? FloatVector.fromArray(SPECIES, c, c1) : FloatVector.zero(SPECIES);
        FloatVector s11 = adds ? FloatVector.fromArray(SPECIES, c, c1 + LANES) : FloatVector.zero(SPECIES);
        FloatVector s20 = adds ? FloatVector.fromArray(SPECIES, c, c2) : FloatVector.zero(SPECIES);
        FloatVector s21 = adds ? FloatVector.fromArray(SPECIES, c, c2 + LANES) : FloatVector.zero(SPECIES);
        FloatVector s30 = adds ? FloatVector.fromArray(SPECIES, c, c3) : FloatVector.zero(SPECIES);
        FloatVector s31 = adds ? FloatVector.fromArray(SPECIES, c, c3 + LANES) : FloatVector.zero(SPECIES);
        FloatVector s40 = adds ? FloatVector.fromArray(SPECIES, c, c4) : FloatVector.zero(SPECIES);
        FloatVector s41 = adds ? FloatVector.fromArray(SPECIES, c, c4 + LANES) : FloatVector.zero(SPECIES);
        FloatVector s50 = adds ? FloatVector.fromArray(SPECIES, c, c5) : FloatVector.zero(SPECIES);
        FloatVector s51 = adds ? FloatVector.fromArray(SPECIES, c, c5 + LANES) : FloatVector.zero(SPECIES);
        int aNext = aAt;
        for (int p = 0; p < k; p++) {
            FloatVector b0 = FloatVector.fromArray(SPECIES, b, bAt + p * PANEL);
            FloatVector b1 = FloatVector.fromArray(SPECIES, b, bAt + p * PANEL + LANES);
            FloatVector x = FloatVector.broadcast(SPECIES, a[aNext]);
            s00 = x.fma(b0, s00);
            s01 = x.fma(b1, s01);
            x = FloatVector.broadcast(SPECIES, a[aNext + 1]);
            s10 = x.fma(b0, s10);
            s11 = x.fma(b1, s11);
            x = FloatVector.broadcast(SPECIES, a[aNext + 2]);
            s20 = x.fma(b0, s20);
            s21 = x.fma(b1, s21);
            x = FloatVector.broadcast(SPECIES, a[aNext + 3]);
            s30 = x.fma(b0, s30);
            s31 = x.fma(b1, s31);
            x = FloatVector.broadcast(SPECIES, a[aNext + 4]);
            s40 = x.fma(b0, s40);
            s41 = x.fma(b1, s41);
            x = FloatVector.broadcast(SPECIES, a[aNext + 5]);
            s50 = x.fma(b0, s50);
            s51 = x.fma(b1, s51);
            aNext += aColumn;
        }
        if (skip < 1) {
            s00.intoArray(c, cAt);
            s01.intoArray(c, cAt + LANES);
        }
        if (skip < 2) {
            s10.intoArray(c, c1);
            s11.intoArray(c, c1 + LANES);
        }
        if (skip < 3) {
            s20.intoArray(c, c2);
            s21.intoArray(c, c2 + LANES);
        }
        if (skip < 4) {
            s30.intoArray(c, c3);
            s31.intoArray(c, c3 + LANES);
        }
        if (skip < 5) {
            s40.intoArray(c, c4);
            s41.intoArray(c, c4 + LANES);
        }
        s50.intoArray(c, c5);
        s51.intoArray(c, c5 + LANES);
    }

    /** Six rows of A from {@code aRows[from]} on, by a panel; the first {@code skip} rows are not stored. */
    private static void apart(
            int skip,
            boolean adds,
            int k,
            float[] a,
            int aAt,
            int[] aRows,
            int from,
            int[] aColumns,
            float[] b,
            int bAt,
            float[] c,
            int cAt,
            int cRow) {
        int a0 = aAt + aRows[from];
        int a1 = aAt + aRows[from + 1];
        int a2 = aAt + aRows[from + 2];
        int a3 = aAt + aRows[from + 3];
        int a4 = aAt + aRows[from + 4];
        int a5 = aAt + aRows[from + 5];
        int c1 = cAt + cRow;
        int c2 = c1 + cRow;
        int c3 = c2 + cRow;
        int c4 = c3 + cRow;
        int c5 = c4 + cRow;
        FloatVector s00 = adds ? FloatVector.fromArray(SPECIES, c, cAt) : FloatVector.zero(SPECIES);
        FloatVector s01 = adds ? FloatVector.fromArray(SPECIES, c, cAt + LANES) : FloatVector.zero(SPECIES);
        FloatVector s10 = adds ? FloatVector.fromArray(SPECIES, c, c1) : FloatVector.zero(SPECIES);
        FloatVector s11 = adds ? FloatVector.fromArray(SPECIES, c, c1 + LANES) : FloatVector.zero(SPECIES);
        FloatVector s20 = adds ? FloatVector.fromArray(SPECIES, c, c2) : FloatVector.zero(SPECIES);
        FloatVector s21 = adds ? FloatVector.fromArray(SPECIES, c, c2 + LANES) : FloatVector.zero(SPECIES);
        FloatVector s30 = adds ? FloatVector.fromArray(SPECIES, c, c3) : FloatVector.zero(SPECIES);
        FloatVector s31 = adds ? FloatVector.fromArray(SPECIES, c, c3 + LANES) : FloatVector.zero(SPECIES);
        FloatVector s40 = adds ? FloatVector.fromArray(SPECIES, c, c4) : FloatVector.zero(SPECIES);
        FloatVector s41 = adds ? FloatVector.fromArray(SPECIES, c, c4 + LANES) : FloatVector.zero(SPECIES);
        FloatVector s50 = adds ? FloatVector.fromArray(SPECIES, c, c5) : FloatVector.zero(SPECIES);
        FloatVector s51 = adds ? FloatVector.fromArray(SPECIES, c, c5 + LANES) : FloatVector.zero(SPECIES);
        for (int p = 0; p < k; p++) {
            int at = aColumns[p];
            FloatVector b0 = FloatVector.fromArray(SPECIES, b, bAt + p * PANEL);
            FloatVector b1 = FloatVector.fromArray(SPECIES, b, bAt + p * PANEL + LANES);
            FloatVector x = FloatVector.broadcast(SPECIES, a[a0 + at]);
            s00 = x.fma(b0, s00);
            s01 = x.fma(b1, s01);
            x = FloatVector.broadcast(SPECIES, a[a1 + at]);
            s10 = x.fma(b0, s10);
            s11 = x.fma(b1, s11);
            x = FloatVector.broadcast(SPECIES, a[a2 + at]);
            s20 = x.fma(b0, s20);
            s21 = x.fma(b1, s21);
            x = FloatVector.broadcast(SPECIES, a[a3 + at]);
            s30 = x.fma(b0, s30);
            s31 = x.fma(b1, s31);
            x = FloatVector.broadcast(SPECIES, a[a4 + at]);
            s40 = x.fma(b0, s40);
            s41 = x.fma(b1, s41);
            x = FloatVector.broadcast(SPECIES, a[a5 + at]);
            s50 = x.fma(b0, s50);
            s51 = x.fma(b1, s51);
        }
        if (skip < 1) {
            s00.intoArray(c, cAt);
            s01.intoArray(c, cAt + LANES);
        }
        if (skip < 2) {
            s10.intoArray(c, c1);
            s11.intoArray(c, c1 + LANES);
        }
        if (skip < 3) {
            s20.intoArray(c, c2);
            s21.intoArray(c, c2 + LANES);
        }
        if (skip < 4) {
            s30.intoArray(c, c3);
            s31.intoArray(c, c3 + LANES);
        }
        if (skip < 5) {
            s40.intoArray(c, c4);
            s41.intoArray(c, c4 + LANES);
        }
        s50.intoArray(c, c5);
        s51.intoArray(c, c5 + LANES);
    }

    /** Six rows of A from {@code aRows[from]} on, by one vector; the first {@code skip} rows are not stored. */
    private static void one(
            int skip,
            boolean adds,
            int k,
            float[] a,
            int aAt,
            int[] aRows,
            int from,
            int[] aColumns,
            float[] b,
            int bAt,
            int bRow,
            float[] c,
            int cAt,
            int cRow) {
        int a0 = aAt + aRows[from];
        int a1 = aAt + aRows[from + 1];
        int a2 = aAt + aRows[from + 2];
        int a3 = aAt + aRows[from + 3];
        int a4 = aAt + aRows[from + 4];
        int a5 = aAt + aRows[from + 5];
        int c1 = cAt + cRow;
        int c2 = c1 + cRow;
        int c3 = c2 + cRow;
        int c4 = c3 + cRow;
        int c5 = c4 + cRow;
        FloatVector s0 = adds ? FloatVector.fromArray(SPECIES, c, cAt) : FloatVector.zero(SPECIES);
        FloatVector s1 = adds ? FloatVector.fromArray(SPECIES, c, c1) : FloatVector.zero(SPECIES);
        FloatVector s2 = adds ? FloatVector.fromArray(SPECIES, c, c2) : FloatVector.zero(SPECIES);
        FloatVector s3 = adds ? FloatVector.fromArray(SPECIES, c, c3) : FloatVector.zero(SPECIES);
        FloatVector s4 = adds ? FloatVector.fromArray(SPECIES, c, c4) : FloatVector.zero(SPECIES);
        FloatVector s5 = adds ? FloatVector.fromArray(SPECIES, c, c5) : FloatVector.zero(SPECIES);
        int bNext = bAt;
        for (int p = 0; p < k; p++) {
            int at = aColumns[p];
            FloatVector b0 = FloatVector.fromArray(SPECIES, b, bNext);
            FloatVector x = FloatVector.broadcast(SPECIES, a[a0 + at]);
            s0 = x.fma(b0, s0);
            x = FloatVector.broadcast(SPECIES, a[a1 + at]);
            s1 = x.fma(b0, s1);
            x = FloatVector.broadcast(SPECIES, a[a2 + at]);
            s2 = x.fma(b0, s2);
            x = FloatVector.broadcast(SPECIES, a[a3 + at]);
            s3 = x.fma(b0, s3);
            x = FloatVector.broadcast(SPECIES, a[a4 + at]);
            s4 = x.fma(b0, s4);
            x = FloatVector.broadcast(SPECIES, a[a5 + at]);
            s5 = x.fma(b0, s5);
            bNext += bRow;
        }
        if (skip < 1) {
            s0.intoArray(c, cAt);
        }
        if (skip < 2) {
            s1.intoArray(c, c1);
        }
        if (skip < 3) {
            s2.intoArray(c, c2);
        }
        if (skip < 4) {
            s3.intoArray(c, c3);
        }
        if (skip < 5) {
            s4.intoArray(c, c4);
        }
        s5.intoArray(c, c5);
    }
}
