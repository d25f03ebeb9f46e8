package io.abacusdp.training.sum;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class DealerTest {
    private static final int[] ROWS = IntStream.range(0, 5000).map(i -> 3 * i).toArray();

    /** A row that is missing leaves the others where they are, in their order. */
    @Test
    void lotWithoutARow_hasAllOthersInTheirGroups() {
        Lot lot = new Dealer(2000, new SplittableRandom(1)).deal(ROWS);
        List<List<Integer>> groups = groups(lot);
        for (int absent : new int[] {0, 3 * 4999, 3 * 777}) {
            List<List<Integer>> expected = new ArrayList<>();
            groups.forEach(group ->
                    expected.add(group.stream().filter(row -> row != absent).toList()));

            Lot without = lot.without(row -> row == absent);

            assertThat(groups(without)).isEqualTo(expected);
            assertThat(without.size()).isEqualTo(4999);
        }
        assertThat(lot.size()).isEqualTo(5000);
    }

    /** A row's group is that of its own coin, whatever the row and the rows after it are. */
    @Test
    void group_dependsOnTheCoinAlone() {
        int[] others = ROWS.clone();
        others[17] = 1;
        List<List<Integer>> groups = groups(new Dealer(2000, new SplittableRandom(1)).deal(ROWS));
        List<List<Integer>> replaced = groups(new Dealer(2000, new SplittableRandom(1)).deal(others));

        groups.replaceAll(
                group -> group.stream().map(row -> row == 51 ? 1 : row).toList());
        assertThat(replaced).isEqualTo(groups);
    }

    /** 5000 rows in 13 groups: a size is beyond 385 ± 5·18.8 with probability below 1e-5, and here the coins are fixed. */
    @Test
    void groups_areAboutEqualAndInOrder() {
        List<List<Integer>> groups = groups(new Dealer(2000, new SplittableRandom(4)).deal(ROWS));

        assertThat(groups).hasSize(13);
        assertThat(groups).allSatisfy(group -> {
            assertThat(group.size()).isBetween(290, 480);
            assertThat(group).isSorted();
        });
    }

    @Test
    void lotOfNoRows_hasEmptyGroups() {
        assertThat(groups(new Dealer(2000, new SplittableRandom(4)).deal(new int[0])))
                .hasSize(13)
                .allMatch(List::isEmpty);
    }

    private static List<List<Integer>> groups(Lot lot) {
        List<List<Integer>> groups = new ArrayList<>();
        int place = 0;
        for (int group = 0; group < lot.groups(); group++) {
            List<Integer> rows = new ArrayList<>();
            for (; place < lot.groupEnd(group); place++) {
                rows.add(lot.row(place));
            }
            groups.add(rows);
        }
        assertThat(place).isEqualTo(lot.size());
        return groups;
    }
}
