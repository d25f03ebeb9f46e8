package io.abacusdp.kernels;

import jdk.incubator.vector.FloatVector;
import jdk.incubator.vector.VectorSpecies;

/**
 * C += A·B in blocks of six rows by two vectors of columns, whose twelve sums stay in registers while k runs. Panels of columns
 * are the outer loop, so that a panel of B stays in cache for all rows.
 *
 * <p>The inner methods make few calls on vectors, as the compiler gives up inlining in a method that has grown too large, and
 * a vector that reaches a call is allocated.
 */
final class VectorProduct {
    /** Least number of rows of A and C. */
    static final int ROWS = 6;

    private static final VectorSpecies<Float> SPECIES = FloatVector.SPECIES_PREFERRED;
    private static final int LANES = SPECIES.length();
    /** Columns of B that are worked on at once, contiguous for all of k: its distance must be a constant to be fast. */
    private static final int PANEL = 2 * LANES;

    private VectorProduct() {}

    /** With m of at least {@link #ROWS} and n of at least one vector. */
    static void add(
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
        int j = 0;
        if (bRow == PANEL && n == PANEL) {
            twoVectors(m, k, a, aAt, aRow, aColumn, b, bAt, c, cAt, cRow);
            j = PANEL;
        } else if (n >= PANEL) {
            float[] panel = new float[k * PANEL];
            for (; j + PANEL <= n; j += PANEL) {
                copyPanel(k, b, bAt + j, bRow, panel);
                twoVectors(m, k, a, aAt, aRow, aColumn, panel, 0, c, cAt + j, cRow);
            }
        }
        if (j + LANES <= n) {
            oneVector(m, k, a, aAt, aRow, aColumn, b, bAt + j, bRow, c, cAt + j, cRow);
            j += LANES;
        }
        if (j < n) {
            lastColumns(m, n, n - j, k, a, aAt, aRow, aColumn, b, bAt, bRow, c, cAt, cRow);
        }
    }

    private static void copyPanel(int k, float[] b, int bAt, int bRow, float[] panel) {
        int at = bAt;
        for (int to = 0; to < k * PANEL; to += PANEL) {
            FloatVector.fromArray(SPECIES, b, at).intoArray(panel, to);
            FloatVector.fromArray(SPECIES, b, at + LANES).intoArray(panel, to + LANES);
            at += bRow;
        }
    }

    private static void twoVectors(
            int m,
            int k,
            float[] a,
            int aAt,
            int aRow,
            int aColumn,
            float[] panel,
            int panelAt,
            float[] c,
            int cAt,
            int cRow) {
        for (int i = 0; i < m; i += ROWS) {
            // The last block may overlap the one before it, whose rows are complete.
            int from = Math.min(i, m - ROWS);
            if (aRow == 1) {
                neighbours(i - from, k, a, aAt + from, aColumn, panel, panelAt, c, cAt + from * cRow, cRow);
            } else {
                apart(i - from, k, a, aAt + from * aRow, aRow, aColumn, panel, panelAt, c, cAt + from * cRow, cRow);
            }
        }
    }

    private static void oneVector(
            int m,
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
        for (int i = 0; i < m; i += ROWS) {
            int from = Math.min(i, m - ROWS);
            one(i - from, k, a, aAt + from * aRow, aRow, aColumn, b, bAt, bRow, c, cAt + from * cRow, cRow);
        }
    }

    /** The last columns, fewer than a vector: a whole vector that ends with them is computed, and only they are added. */
    private static void lastColumns(
            int m,
            int n,
            int columns,
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
        float[] vectors = new float[m * LANES];
        oneVector(m, k, a, aAt, aRow, aColumn, b, bAt + n - LANES, bRow, vectors, 0, LANES);
        for (int i = 0; i < m; i++) {
            for (int column = LANES - columns; column < LANES; column++) {
                c[cAt + i * cRow + n - LANES + column] += vectors[i * LANES + column];
            }
        }
    }

    /** Six rows of A that are neighbours in memory, by a panel; the first {@code skip} rows are not stored. */
    private static void neighbours(
            int skip, int k, float[] a, int aAt, int aColumn, float[] b, int bAt, float[] c, int cAt, int cRow) {
        int c1 = cAt + cRow;
        int c2 = c1 + cRow;
        int c3 = c2 + cRow;
        int c4 = c3 + cRow;
        int c5 = c4 + cRow;
        FloatVector s00 = FloatVector.fromArray(SPECIES, c, cAt);
        FloatVector s01 = FloatVector.fromArray(SPECIES, c, cAt + LANES);
        FloatVector s10 = FloatVector.fromArray(SPECIES, c, c1);
        FloatVector s11 = FloatVector.fromArray(SPECIES, c, c1 + LANES);
        FloatVector s20 = FloatVector.fromArray(SPECIES, c, c2);
        FloatVector s21 = FloatVector.fromArray(SPECIES, c, c2 + LANES);
        FloatVector s30 = FloatVector.fromArray(SPECIES, c, c3);
        FloatVector s31 = FloatVector.fromArray(SPECIES, c, c3 + LANES);
        FloatVector s40 = FloatVector.fromArray(SPECIES, c, c4);
        FloatVector s41 = FloatVector.fromArray(SPECIES, c, c4 + LANES);
        FloatVector s50 = FloatVector.fromArray(SPECIES, c, c5);
        FloatVector s51 = FloatVector.fromArray(SPECIES, c, c5 + LANES);
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

    /** Six rows of A that are {@code aRow} apart, by a panel; the first {@code skip} rows are not stored. */
    private static void apart(
            int skip,
            int k,
            float[] a,
            int aAt,
            int aRow,
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
        FloatVector s00 = FloatVector.fromArray(SPECIES, c, cAt);
        FloatVector s01 = FloatVector.fromArray(SPECIES, c, cAt + LANES);
        FloatVector s10 = FloatVector.fromArray(SPECIES, c, c1);
        FloatVector s11 = FloatVector.fromArray(SPECIES, c, c1 + LANES);
        FloatVector s20 = FloatVector.fromArray(SPECIES, c, c2);
        FloatVector s21 = FloatVector.fromArray(SPECIES, c, c2 + LANES);
        FloatVector s30 = FloatVector.fromArray(SPECIES, c, c3);
        FloatVector s31 = FloatVector.fromArray(SPECIES, c, c3 + LANES);
        FloatVector s40 = FloatVector.fromArray(SPECIES, c, c4);
        FloatVector s41 = FloatVector.fromArray(SPECIES, c, c4 + LANES);
        FloatVector s50 = FloatVector.fromArray(SPECIES, c, c5);
        FloatVector s51 = FloatVector.fromArray(SPECIES, c, c5 + LANES);
        int aNext = aAt;
        for (int p = 0; p < k; p++) {
            // One running index for all six rows: more would not fit the registers.
            int at = aNext;
            FloatVector b0 = FloatVector.fromArray(SPECIES, b, bAt + p * PANEL);
            FloatVector b1 = FloatVector.fromArray(SPECIES, b, bAt + p * PANEL + LANES);
            FloatVector x = FloatVector.broadcast(SPECIES, a[at]);
            s00 = x.fma(b0, s00);
            s01 = x.fma(b1, s01);
            at += aRow;
            x = FloatVector.broadcast(SPECIES, a[at]);
            s10 = x.fma(b0, s10);
            s11 = x.fma(b1, s11);
            at += aRow;
            x = FloatVector.broadcast(SPECIES, a[at]);
            s20 = x.fma(b0, s20);
            s21 = x.fma(b1, s21);
            at += aRow;
            x = FloatVector.broadcast(SPECIES, a[at]);
            s30 = x.fma(b0, s30);
            s31 = x.fma(b1, s31);
            at += aRow;
            x = FloatVector.broadcast(SPECIES, a[at]);
            s40 = x.fma(b0, s40);
            s41 = x.fma(b1, s41);
            at += aRow;
            x = FloatVector.broadcast(SPECIES, a[at]);
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

    /** Six rows by one vector; the first {@code skip} rows are not stored. */
    private static void one(
            int skip,
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
        int c1 = cAt + cRow;
        int c2 = c1 + cRow;
        int c3 = c2 + cRow;
        int c4 = c3 + cRow;
        int c5 = c4 + cRow;
        FloatVector s0 = FloatVector.fromArray(SPECIES, c, cAt);
        FloatVector s1 = FloatVector.fromArray(SPECIES, c, c1);
        FloatVector s2 = FloatVector.fromArray(SPECIES, c, c2);
        FloatVector s3 = FloatVector.fromArray(SPECIES, c, c3);
        FloatVector s4 = FloatVector.fromArray(SPECIES, c, c4);
        FloatVector s5 = FloatVector.fromArray(SPECIES, c, c5);
        int aNext = aAt;
        int bNext = bAt;
        for (int p = 0; p < k; p++) {
            // One running index for all six rows: more would not fit the registers.
            int at = aNext;
            FloatVector b0 = FloatVector.fromArray(SPECIES, b, bNext);
            FloatVector x = FloatVector.broadcast(SPECIES, a[at]);
            s0 = x.fma(b0, s0);
            at += aRow;
            x = FloatVector.broadcast(SPECIES, a[at]);
            s1 = x.fma(b0, s1);
            at += aRow;
            x = FloatVector.broadcast(SPECIES, a[at]);
            s2 = x.fma(b0, s2);
            at += aRow;
            x = FloatVector.broadcast(SPECIES, a[at]);
            s3 = x.fma(b0, s3);
            at += aRow;
            x = FloatVector.broadcast(SPECIES, a[at]);
            s4 = x.fma(b0, s4);
            at += aRow;
            x = FloatVector.broadcast(SPECIES, a[at]);
            s5 = x.fma(b0, s5);
            aNext += aColumn;
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
