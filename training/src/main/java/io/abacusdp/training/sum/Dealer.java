package io.abacusdp.training.sum;

import java.util.random.RandomGenerator;

/**
 * Deals each row of a lot into a group by a coin of its own, which depends neither on the row nor on the other rows: a row that
 * is missing leaves all others in their groups. That groups are equally likely is for speed only. Not safe for use by several
 * threads.
 */
public final class Dealer {
    private final int groups;
    private final RandomGenerator coins;

    /**
     * @param expectedLot the public size of a lot, never its actual one
     * @param coins random numbers that nobody can foresee, each used once
     */
    public Dealer(int expectedLot, RandomGenerator coins) {
        this.groups = SumSensitivity.groups(expectedLot);
        this.coins = coins;
    }

    /** The rows in their groups. One number is drawn for each row. */
    public Lot deal(int[] rows) {
        int[] groupOfRow = new int[rows.length];
        int[] coinOfRow = new int[rows.length];
        for (int i = 0; i < rows.length; i++) {
            long bits = coins.nextLong();
            // 32 random bits times the number of groups, without what is below 1; the other 32 are the row's coin.
            groupOfRow[i] = (int) (((bits >>> Integer.SIZE) * groups) >>> Integer.SIZE);
            coinOfRow[i] = (int) bits;
        }
        return Lot.of(rows, groupOfRow, coinOfRow, groups);
    }
}
