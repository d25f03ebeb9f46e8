package io.abacusdp.training.data;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

class OwnedRowsTest {
    private static final List<String> COLUMNS = List.of("from", "to");

    private static CsvTable table(String text) throws IOException {
        return CsvTable.read("t", new ByteArrayInputStream(text.getBytes(StandardCharsets.UTF_8)));
    }

    @Test
    void rows_areUsedWhileAllOwnersHaveRoom() throws IOException {
        CsvTable table = table("from,to,x\na,b,1\nb,a,2\na,c,3\nc,c,4\nc,d,5\n");
        assertThat(OwnedRows.of(table, COLUMNS, 1)).containsExactly(0, 3);
        assertThat(OwnedRows.of(table, COLUMNS, 2)).containsExactly(0, 1, 3, 4);
        assertThat(OwnedRows.of(table, COLUMNS, 3)).containsExactly(0, 1, 2, 3, 4);
    }

    /** Nobody owns more than the bound; no row that was left out would have fitted; and what the rows say does not matter. */
    @Test
    void rows_keepTheBoundWhateverTheySay() throws IOException {
        SplittableRandom random = new SplittableRandom(8);
        for (int trial = 0; trial < 100; trial++) {
            StringBuilder one = new StringBuilder("from,to,x\n");
            StringBuilder other = new StringBuilder("from,to,x\n");
            int[][] owners = new int[40][];
            for (int row = 0; row < owners.length; row++) {
                owners[row] = new int[] {random.nextInt(9), random.nextInt(9)};
                one.append("%d,%d,%d\n".formatted(owners[row][0], owners[row][1], random.nextInt()));
                other.append("%d,%d,%d\n".formatted(owners[row][0], owners[row][1], random.nextInt()));
            }
            int most = 1 + random.nextInt(5);
            int[] kept = OwnedRows.of(table(one.toString()), COLUMNS, most);
            assertThat(OwnedRows.of(table(other.toString()), COLUMNS, most)).isEqualTo(kept);
            Map<Integer, Integer> used = new HashMap<>();
            Set<Integer> rows = new HashSet<>();
            for (int row : kept) {
                rows.add(row);
                used.merge(owners[row][0], 1, Integer::sum);
                if (owners[row][0] != owners[row][1]) {
                    used.merge(owners[row][1], 1, Integer::sum);
                }
            }
            assertThat(used.values()).allMatch(count -> count <= most);
            for (int row = 0; row < owners.length; row++) {
                assertThat(rows.contains(row)
                                || used.getOrDefault(owners[row][0], 0) == most
                                || used.getOrDefault(owners[row][1], 0) == most)
                        .isTrue();
            }
        }
    }

    @Test
    void rows_withoutAnOwner_areRefused() {
        assertThatThrownBy(() -> OwnedRows.of(table("from,to,x\na,,1\n"), COLUMNS, 1))
                .hasMessageContaining("row 1 must name its owner");
        assertThatThrownBy(() -> OwnedRows.of(table("from,x\na,1\n"), COLUMNS, 1))
                .hasMessageContaining("lacks one");
    }
}
