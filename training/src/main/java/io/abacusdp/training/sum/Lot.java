package io.abacusdp.training.sum;

import java.util.Arrays;
import java.util.function.IntPredicate;

/**
 * The rows of a lot, dealt into groups. Within a group rows keep the order in which they were drawn, so that a group without one
 * row is the same group but for that row. Immutable. Private, but for the number of groups.
 */
public final class Lot {
    private final int[] rows;
    private final int[] coins;
    private final int[] groupEnds;

    private Lot(int[] rows, int[] coins, int[] groupEnds) {
        this.rows = rows;
        this.coins = coins;
        this.groupEnds = groupEnds;
    }

    /** All rows in one group, with coins of 0. The bound holds for it as for any other; a large one takes long. */
    public static Lot oneGroup(int... rows) {
        return new Lot(rows.clone(), new int[rows.length], new int[] {rows.length});
    }

    /** Rows, each in the group of its own number below a count, and with a coin. */
    static Lot of(int[] rows, int[] groupOfRow, int[] coinOfRow, int groups) {
        int[] ends = new int[groups];
        for (int group : groupOfRow) {
            ends[group]++;
        }
        Arrays.parallelPrefix(ends, Integer::sum);
        int[] sorted = new int[rows.length];
        int[] coins = new int[rows.length];
        int[] next = new int[groups];
        System.arraycopy(ends, 0, next, 1, groups - 1);
        for (int i = 0; i < rows.length; i++) {
            int place = next[groupOfRow[i]]++;
            sorted[place] = rows[i];
            coins[place] = coinOfRow[i];
        }
        return new Lot(sorted, coins, ends);
    }

    /** The same without some rows; the others stay in their groups. */
    public Lot without(IntPredicate absent) {
        int[] kept = new int[rows.length];
        int[] keptCoins = new int[rows.length];
        int[] ends = new int[groupEnds.length];
        int count = 0;
        int row = 0;
        for (int group = 0; group < ends.length; group++) {
            for (; row < groupEnds[group]; row++) {
                if (!absent.test(rows[row])) {
                    keptCoins[count] = coins[row];
                    kept[count++] = rows[row];
                }
            }
            ends[group] = count;
        }
        return new Lot(Arrays.copyOf(kept, count), Arrays.copyOf(keptCoins, count), ends);
    }

    /** Those rows that are wanted. */
    public int[] rows(IntPredicate wanted) {
        return Arrays.stream(rows).filter(wanted).toArray();
    }

    /** Number of rows. */
    public int size() {
        return rows.length;
    }

    /** The row at a place, from 0; groups lie one after the other. */
    public int row(int place) {
        return rows[place];
    }

    /**
     * 32 random bits of the row at a place, drawn for it in this lot; they depend neither on the row, nor on other rows, nor on the
     * row's group.
     */
    public int coin(int place) {
        return coins[place];
    }

    /** Number of groups; some may be empty. */
    public int groups() {
        return groupEnds.length;
    }

    /** The place behind a group's last row. */
    public int groupEnd(int group) {
        return groupEnds[group];
    }
}
