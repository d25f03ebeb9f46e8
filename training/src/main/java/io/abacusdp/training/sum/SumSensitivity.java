package io.abacusdp.training.sum;

/**
 * How far one record can move a sum that is computed in floats: by at most C·(1 + η), where C bounds one contribution. Addition
 * of floats is not associative, and without care one record more can move a sum by many times C (Casacuberta, Shoemate, Vadhan,
 * Wagaman 2022, arXiv:2207.10635). Here is the way in which sums are made, and its proof.
 *
 * <p><b>How.</b> (a) A record's contribution v, ‖v‖ ≤ C, is the same bits whatever else is in the lot ({@code FloatKernels},
 * {@code GradientEngine}). (b) Each record of a lot is dealt into one of {@link #groups} groups by a coin of its own
 * ({@link Dealer}). (c) A group of n rows is cut into {@link #parts}, by its own size only. (d) Within a part every coordinate
 * has one accumulator, or several that follow one another, and each row is one addition or one fused multiply-add. (e) Sums of
 * parts are rounded to a public grid and added exactly ({@link GridSum}), and stay so until the noise is added.
 *
 * <p><b>One part.</b> Let u = 2^-24, and E_k be the distance of the computed sum of k rows from the true one in Euclidean norm. A
 * step rounds each coordinate of the computed sum plus v by at most u of it, so the vector by at most u·(k·C + E_{k−1}),
 * whatever its dimension: E_k ≤ (1 + u)·E_{k−1} + u·k·C, hence E_n ≤ u·C·n(n + 1)/2·(1 + u)^n. If some coordinates begin
 * anew within the part, their partial sums are those of fewer rows, and the bound holds all the more; it holds too if the gradients of
 * layers are cut differently. Results below the least normal float are rounded by at most 2^-150, which for C ≥ 2^-40 is lost in
 * the last factor of {@link #excess}.
 *
 * <p><b>One group.</b> With n_j rows in part j and T = Σ n_j(n_j + 1), the computed sum of n rows differs from the true one by at
 * most u·C·(1 + u)^b·T/2 + n·√P·s/2 for P coordinates and a grid of step s ≤ C·2^-32: a coordinate is rounded to the grid once for
 * each part, or for each accumulator within it, and none has less than a row. Parts are the fewest, at most
 * {@value #MOST_PARTS} and as even as can be, with T ≤ B = b(b + 1), b = {@value #PART_ROWS}. Where a group is so large that there are
 * none, each row is a part: then what a row adds is rounded by itself, and is the same bits with and without another row.
 *
 * <p><b>One record more or less</b>, all coins the same: the other records are in the same groups in the same order, so that all
 * groups but one have the same bits. In that one, of n rows with the record and n − 1 without, let N be the most rows that are
 * not summed one by one. If n ≤ N, the sums differ by at most C and the two errors: u·C·(1 + u)^b·B + N·√P·s. If n = N + 1,
 * the larger is summed one by one with an error of at most (N + 1)·(u·C + √P·s/2), the smaller as before. If n > N + 1, the sums
 * differ by the record's own rounded contribution. Together
 *
 * <p>η = u·(1 + u)^b·(B/2 + max(B/2, N + 1)) + √P·2^-33·(2N + 1).
 *
 * <p>A limit on the rows of a part that is lower for want of memory makes N smaller, and η not larger.
 *
 * <p><b>Another record in its place</b>, where accountants know that the sum moves by twice as much: 2C and twice the error of
 * one group, or two contributions rounded one by one, are below 2C·(1 + η).
 *
 * <p><b>From sums to privacy.</b> Coins do not depend on the data, and the bound holds for any of them. For each outcome of the
 * coins, and of the sampling of the other records, the release is a Gaussian at two centres that are at most C·(1 + η) apart, or
 * its mixture under sampling, over the groups that the record may be dealt into. Divergences are jointly convex, so that the mixture
 * over all coins is dominated by the same pair as any of them. Noise of z·C·(1 + η) thus is the event of noise multiplier z.
 *
 * <p>Accuracy: η is 0.0022 for small P, 0.0026 for a million parameters and 0.0057 for a hundred million. It is the same for any
 * lot, data, order and number of threads.
 */
public final class SumSensitivity {
    /** b: rows of a part if it is a whole group. */
    static final int PART_ROWS = 192;
    /** Most parts of a group whose rows are not summed one by one. */
    static final int MOST_PARTS = 64;
    /** Expected rows of a group, or less: so that a group is seldom larger than a part. */
    private static final int GROUP_ROWS = 160;

    private static final double UNIT = 0x1p-24;
    private static final double MOST_EXCESS = 0.01;
    /** More than what doubles and the least floats are rounded by here. */
    private static final double SLACK = 1 + 0x1p-30;

    private static final long MOST_TRIANGLES = triangles(PART_ROWS, 1);
    private static final int MOST_ROWS_TOGETHER = mostRowsTogether();

    private SumSensitivity() {}

    /** Number of groups into which a lot of an expected, public size is dealt. */
    public static int groups(int expectedLot) {
        if (expectedLot < 1) {
            throw new IllegalArgumentException("an expected lot must be at least 1, got " + expectedLot);
        }
        return (expectedLot - 1) / GROUP_ROWS + 1;
    }

    /**
     * Number of parts in which a group is summed.
     *
     * @param rows of the group
     * @param mostRows of a part, at least 1; a public number, such as what memory holds
     */
    public static int parts(int rows, int mostRows) {
        for (int parts = 1; parts <= MOST_PARTS; parts++) {
            if (triangles(rows, parts) <= MOST_TRIANGLES && (long) parts * mostRows >= rows) {
                return parts;
            }
        }
        return rows;
    }

    /** Where a part begins if a group of so many rows is cut evenly. */
    public static int partStart(int part, int parts, int rows) {
        return (int) ((long) rows * part / parts);
    }

    /** Σ n_j(n_j + 1) over even parts: some have one row more than the others. */
    private static long triangles(int rows, int parts) {
        long least = rows / parts;
        long larger = rows % parts;
        return larger * (least + 1) * (least + 2) + (parts - larger) * least * (least + 1);
    }

    private static int mostRowsTogether() {
        int rows = PART_ROWS;
        while (triangles(rows + 1, MOST_PARTS) <= MOST_TRIANGLES) {
            rows++;
        }
        return rows;
    }

    /**
     * η: by what share of C one record can move the sum of a group-wise sum beyond C.
     *
     * @throws IllegalArgumentException if there are so many parameters that it would be above 0.01
     */
    public static double excess(int parameters) {
        double rows = MOST_ROWS_TOGETHER + 1.0;
        double half = MOST_TRIANGLES / 2.0;
        double additions = UNIT * (1 + 2 * PART_ROWS * UNIT) * (half + Math.max(half, rows));
        double grid = Math.sqrt(parameters) * Math.scalb(1.0, -GridSum.GRID_BITS - 1) * (2 * rows - 1);
        double excess = (additions + grid) * SLACK;
        if (excess <= MOST_EXCESS) {
            return excess;
        }
        throw new IllegalArgumentException("a model may have so many parameters that rounding adds at most %s, got %d"
                .formatted(MOST_EXCESS, parameters));
    }

    /**
     * The same for a sum of vectors of doubles that are added to a {@link GridSum} one by one: the rounding of one of them to the
     * grid, √P·2^-33, and of its norm and of a factor on it in doubles, less than (P + 4)·2^-53.
     */
    public static double excessOneByOne(int length) {
        return (Math.sqrt(length) * Math.scalb(1.0, -GridSum.GRID_BITS - 1) + (length + 4.0) * 0x1p-53) * SLACK;
    }
}
