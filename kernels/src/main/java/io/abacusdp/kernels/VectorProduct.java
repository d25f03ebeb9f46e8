package io.abacusdp.kernels;

import java.util.Arrays;
import jdk.incubator.vector.FloatVector;
import jdk.incubator.vector.VectorSpecies;

/**
 * C = A·B or C += A·B in blocks of six rows by two vectors of columns, whose twelve sums stay in registers while k runs. Panels
 * of columns are the outer loop, so that a panel of B stays in cache for all rows.
 *
 * <p>Every element of C is one chain of fused multiply-adds over k in its order, from C's or from 0; where only a part of a
 * panel is wanted, the chain begins at 0 and C is added at its end. Which of the two depends on the columns alone.
 *
 * <p>The inner methods make few calls on vectors, as the compiler gives up inlining in a method that has grown too large, and
 * a vector that reaches a call is allocated. For the same reason they have one loop each. Behind the loop the compiler no longer
 * knows how wide a sum is where vectors of several widths are in use; the sum of it and a new zero is known again.
 */
final class VectorProduct {
    /** Rows of A and C that are worked on at once. */
    private static final int ROWS = LeftFactor.Packed.ROWS;

    private static final VectorSpecies<Float> SPECIES = VectorKernels.SPECIES;
    private static final int LANES = SPECIES.length();
    /** Columns of B that are worked on at once, contiguous for all of k: its distance must be a constant to be fast. */
    private static final int PANEL = 2 * LANES;

    /** Whether one vector holds all 16 columns of the panels that weights are copied into, and not two. */
    private static final boolean WIDE = LANES == 16;

    private static final int NARROW = WIDE ? LANES : PANEL;

    private VectorProduct() {}

    /**
     * Whether a product is wide enough for the methods here. The number of rows has no say: a row's product is the same bits
     * whatever other rows there are, and one of few rows goes the way of one of many.
     */
    static boolean takes(int n, MatrixRows b) {
        return b.row() == NARROW || n >= LANES;
    }

    private static boolean isPacked(LeftFactor a, MatrixRows b) {
        return a instanceof LeftFactor.Packed && b.row() == NARROW;
    }

    /** C = A·B. */
    static void set(int m, int n, int k, LeftFactor a, MatrixRows b, MatrixRows c) {
        multiply(false, m, n, k, a, b, c);
    }

    /** C += A·B. */
    static void add(int m, int n, int k, LeftFactor a, MatrixRows b, MatrixRows c) {
        multiply(true, m, n, k, a, b, c);
    }

    private static void multiply(boolean adds, int m, int n, int k, LeftFactor a, MatrixRows b, MatrixRows c) {
        if (m < ROWS && !isPacked(a, b)) {
            fewRows(adds, m, n, k, a, b, c);
            return;
        }
        if (b.row() == NARROW && n < NARROW) {
            partOfPanel(adds, m, n, k, a, b, c);
            return;
        }
        if (WIDE && n == NARROW && b.row() == NARROW && a instanceof LeftFactor.Packed packed) {
            packed(adds, m, k, packed, b, c);
            return;
        }
        int done = 0;
        float[] scratch = new float[b.row() == PANEL || n < PANEL ? 0 : k * PANEL];
        for (; done + PANEL <= n; done += PANEL) {
            MatrixRows panel = b.row() == PANEL ? b : copyPanel(k, b.from(done), scratch);
            if (a instanceof LeftFactor.Packed packed) {
                packed(adds, m, k, packed, panel, c.from(done));
            } else {
                apart(adds, m, k, a.gathered(m, k), panel, c.from(done));
            }
        }
        if (done + LANES <= n) {
            oneVector(adds, m, k, a.gathered(m, k), b.from(done), c.from(done));
            done += LANES;
        }
        if (done < n) {
            lastColumns(adds, m, n, n - done, k, a.gathered(m, k), b, c);
        }
    }

    /** Fewer rows than are worked on at once: the last one stands for those that are missing. */
    private static void fewRows(boolean adds, int m, int n, int k, LeftFactor a, MatrixRows b, MatrixRows c) {
        LeftFactor.Gathered some = a.gathered(m, k);
        int[] rows = new int[ROWS];
        Arrays.setAll(rows, i -> some.rows()[Math.min(i, m - 1)]);
        MatrixRows all = new MatrixRows(new float[ROWS * n], 0, n);
        if (adds) {
            copyRows(m, n, c, all);
        }
        multiply(adds, ROWS, n, k, new LeftFactor.Gathered(some.values(), some.at(), rows, some.columns()), b, all);
        copyRows(m, n, all, c);
    }

    private static void copyRows(int m, int n, MatrixRows from, MatrixRows to) {
        for (int i = 0; i < m; i++) {
            System.arraycopy(from.values(), from.at() + i * from.row(), to.values(), to.at() + i * to.row(), n);
        }
    }

    /** The first columns of a panel: all are computed, which is faster than to do with fewer sums at once. */
    private static void partOfPanel(boolean adds, int m, int n, int k, LeftFactor a, MatrixRows b, MatrixRows c) {
        MatrixRows all = new MatrixRows(new float[m * NARROW], 0, NARROW);
        set(m, NARROW, k, a, b, all);
        keep(adds, m, n, all, c);
    }

    /** C = A or C += A. */
    private static void keep(boolean adds, int m, int n, MatrixRows a, MatrixRows c) {
        for (int i = 0; i < m; i++) {
            for (int j = 0; j < n; j++) {
                int at = c.at() + i * c.row() + j;
                c.values()[at] = (adds ? c.values()[at] : 0) + a.values()[a.at() + i * a.row() + j];
            }
        }
    }

    private static MatrixRows copyPanel(int k, MatrixRows b, float[] panel) {
        int at = b.at();
        for (int to = 0; to < k * PANEL; to += PANEL) {
            System.arraycopy(b.values(), at, panel, to, PANEL);
            at += b.row();
        }
        return new MatrixRows(panel, 0, PANEL);
    }

    private static void packed(boolean adds, int m, int k, LeftFactor.Packed a, MatrixRows panel, MatrixRows c) {
        for (int i = 0; i < m; i += ROWS) {
            int keep = Math.min(ROWS, m - i);
            int aAt = a.place(i, 0);
            int to = c.at() + i * c.row();
            if (panel.row() == LANES) {
                packedWide(keep, adds, k, a.values(), aAt, ROWS, panel.values(), panel.at(), c.values(), to, c.row());
            } else {
                packed(keep, adds, k, a.values(), aAt, ROWS, panel.values(), panel.at(), c.values(), to, c.row());
            }
        }
    }

    private static void apart(boolean adds, int m, int k, LeftFactor.Gathered a, MatrixRows panel, MatrixRows c) {
        for (int i = 0; i < m; i += ROWS) {
            int from = Math.min(i, m - ROWS);
            int to = c.at() + from * c.row();
            apart(i - from, adds, k, a, from, panel.values(), panel.at(), c.values(), to, c.row());
        }
    }

    private static void oneVector(boolean adds, int m, int k, LeftFactor.Gathered a, MatrixRows b, MatrixRows c) {
        for (int i = 0; i < m; i += ROWS) {
            int from = Math.min(i, m - ROWS);
            one(i - from, adds, k, a, from, b, c.values(), c.at() + from * c.row(), c.row());
        }
    }

    /** The last columns, fewer than a vector: a whole vector that ends with them is computed, and only they are kept. */
    private static void lastColumns(
            boolean adds, int m, int n, int columns, int k, LeftFactor.Gathered a, MatrixRows b, MatrixRows c) {
        MatrixRows vectors = new MatrixRows(new float[m * LANES], 0, LANES);
        oneVector(false, m, k, a, b.from(n - LANES), vectors);
        keep(adds, m, columns, vectors.from(LANES - columns), c.from(n - columns));
    }

    /**
     * Six rows of A that lie packed, by a panel; only the first {@code keep} rows are stored. The columns' distance is a parameter
     * though it is always the same: the compiler makes a slower loop of a constant.
     */
    private static void packed(
            int keep,
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
        int last = keep - 1;
        int c1 = cAt + Math.min(1, last) * cRow;
        int c2 = cAt + Math.min(2, last) * cRow;
        int c3 = cAt + Math.min(3, last) * cRow;
        int c4 = cAt + Math.min(4, last) * cRow;
        int c5 = cAt + last * cRow;
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
        for (int bNext = bAt; bNext < bAt + k * PANEL; bNext += PANEL) {
            FloatVector b0 = FloatVector.fromArray(SPECIES, b, bNext);
            FloatVector b1 = FloatVector.fromArray(SPECIES, b, bNext + LANES);
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
        FloatVector zero = FloatVector.zero(SPECIES);
        zero.add(s00).intoArray(c, cAt);
        zero.add(s01).intoArray(c, cAt + LANES);
        if (keep > 1) {
            zero.add(s10).intoArray(c, c1);
            zero.add(s11).intoArray(c, c1 + LANES);
        }
        if (keep > 2) {
            zero.add(s20).intoArray(c, c2);
            zero.add(s21).intoArray(c, c2 + LANES);
        }
        if (keep > 3) {
            zero.add(s30).intoArray(c, c3);
            zero.add(s31).intoArray(c, c3 + LANES);
        }
        if (keep > 4) {
            zero.add(s40).intoArray(c, c4);
            zero.add(s41).intoArray(c, c4 + LANES);
        }
        if (keep > 5) {
            zero.add(s50).intoArray(c, c5);
            zero.add(s51).intoArray(c, c5 + LANES);
        }
    }

    /** The same where one vector has all columns of a panel. */
    private static void packedWide(
            int keep,
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
        int last = keep - 1;
        int c1 = cAt + Math.min(1, last) * cRow;
        int c2 = cAt + Math.min(2, last) * cRow;
        int c3 = cAt + Math.min(3, last) * cRow;
        int c4 = cAt + Math.min(4, last) * cRow;
        int c5 = cAt + last * cRow;
        FloatVector s0 = adds ? FloatVector.fromArray(SPECIES, c, cAt) : FloatVector.zero(SPECIES);
        FloatVector s1 = adds ? FloatVector.fromArray(SPECIES, c, c1) : FloatVector.zero(SPECIES);
        FloatVector s2 = adds ? FloatVector.fromArray(SPECIES, c, c2) : FloatVector.zero(SPECIES);
        FloatVector s3 = adds ? FloatVector.fromArray(SPECIES, c, c3) : FloatVector.zero(SPECIES);
        FloatVector s4 = adds ? FloatVector.fromArray(SPECIES, c, c4) : FloatVector.zero(SPECIES);
        FloatVector s5 = adds ? FloatVector.fromArray(SPECIES, c, c5) : FloatVector.zero(SPECIES);
        int aNext = aAt;
        for (int bNext = bAt; bNext < bAt + k * LANES; bNext += LANES) {
            FloatVector b0 = FloatVector.fromArray(SPECIES, b, bNext);
            s0 = FloatVector.broadcast(SPECIES, a[aNext]).fma(b0, s0);
            s1 = FloatVector.broadcast(SPECIES, a[aNext + 1]).fma(b0, s1);
            s2 = FloatVector.broadcast(SPECIES, a[aNext + 2]).fma(b0, s2);
            s3 = FloatVector.broadcast(SPECIES, a[aNext + 3]).fma(b0, s3);
            s4 = FloatVector.broadcast(SPECIES, a[aNext + 4]).fma(b0, s4);
            s5 = FloatVector.broadcast(SPECIES, a[aNext + 5]).fma(b0, s5);
            aNext += aColumn;
        }
        FloatVector zero = FloatVector.zero(SPECIES);
        zero.add(s0).intoArray(c, cAt);
        if (keep > 1) {
            zero.add(s1).intoArray(c, c1);
        }
        if (keep > 2) {
            zero.add(s2).intoArray(c, c2);
        }
        if (keep > 3) {
            zero.add(s3).intoArray(c, c3);
        }
        if (keep > 4) {
            zero.add(s4).intoArray(c, c4);
        }
        if (keep > 5) {
            zero.add(s5).intoArray(c, c5);
        }
    }

    /** Six rows of A from {@code from} on, by a panel; the first {@code skip} rows are not stored. */
    private static void apart(
            int skip,
            boolean adds,
            int k,
            LeftFactor.Gathered left,
            int from,
            float[] b,
            int bAt,
            float[] c,
            int cAt,
            int cRow) {
        float[] a = left.values();
        int[] aColumns = left.columns();
        int a0 = left.at() + left.rows()[from];
        int a1 = left.at() + left.rows()[from + 1];
        int a2 = left.at() + left.rows()[from + 2];
        int a3 = left.at() + left.rows()[from + 3];
        int a4 = left.at() + left.rows()[from + 4];
        int a5 = left.at() + left.rows()[from + 5];
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
        FloatVector zero = FloatVector.zero(SPECIES);
        if (skip < 1) {
            zero.add(s00).intoArray(c, cAt);
            zero.add(s01).intoArray(c, cAt + LANES);
        }
        if (skip < 2) {
            zero.add(s10).intoArray(c, c1);
            zero.add(s11).intoArray(c, c1 + LANES);
        }
        if (skip < 3) {
            zero.add(s20).intoArray(c, c2);
            zero.add(s21).intoArray(c, c2 + LANES);
        }
        if (skip < 4) {
            zero.add(s30).intoArray(c, c3);
            zero.add(s31).intoArray(c, c3 + LANES);
        }
        if (skip < 5) {
            zero.add(s40).intoArray(c, c4);
            zero.add(s41).intoArray(c, c4 + LANES);
        }
        zero.add(s50).intoArray(c, c5);
        zero.add(s51).intoArray(c, c5 + LANES);
    }

    /** Six rows of A from {@code from} on, by one vector; the first {@code skip} rows are not stored. */
    private static void one(
            int skip,
            boolean adds,
            int k,
            LeftFactor.Gathered left,
            int from,
            MatrixRows right,
            float[] c,
            int cAt,
            int cRow) {
        float[] a = left.values();
        int[] aColumns = left.columns();
        float[] b = right.values();
        int bRow = right.row();
        int a0 = left.at() + left.rows()[from];
        int a1 = left.at() + left.rows()[from + 1];
        int a2 = left.at() + left.rows()[from + 2];
        int a3 = left.at() + left.rows()[from + 3];
        int a4 = left.at() + left.rows()[from + 4];
        int a5 = left.at() + left.rows()[from + 5];
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
        int bNext = right.at();
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
        FloatVector zero = FloatVector.zero(SPECIES);
        if (skip < 1) {
            zero.add(s0).intoArray(c, cAt);
        }
        if (skip < 2) {
            zero.add(s1).intoArray(c, c1);
        }
        if (skip < 3) {
            zero.add(s2).intoArray(c, c2);
        }
        if (skip < 4) {
            zero.add(s3).intoArray(c, c3);
        }
        if (skip < 5) {
            zero.add(s4).intoArray(c, c4);
        }
        zero.add(s5).intoArray(c, c5);
    }
}
