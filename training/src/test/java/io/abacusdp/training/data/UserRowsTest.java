package io.abacusdp.training.data;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;

class UserRowsTest {
    private static CsvTable table(String text) throws IOException {
        return CsvTable.read("t", new ByteArrayInputStream(text.getBytes(StandardCharsets.UTF_8)));
    }

    @Test
    void rows_areTheFirstOnesOfEach() throws IOException {
        UserRows rows = UserRows.of(table("x,who\n1,a\n2,b\n3,a\n4,a\n5,b\n"), "who", 2);

        assertThat(rows.count()).isEqualTo(2);
        assertThat(rows.rows(0)).containsExactly(0, 2);
        assertThat(rows.rows(1)).containsExactly(1, 4);
        assertThat(rows.kept()).containsExactly(0, 1, 2, 4);
    }

    @Test
    void rows_withoutAName_areRefusedByTheirNumber() throws IOException {
        assertThatThrownBy(() -> UserRows.of(table("x,who\n1,a\n2,  \n"), "who", 2))
                .hasMessageContaining("row 2 must name its user");
        assertThatThrownBy(() -> UserRows.of(table("x,who\n1,a\n"), "whom", 2)).hasMessageContaining("column");
    }

    /** What the selection rests on: without one person, the rows of all others are kept or left out as before. */
    @Test
    void selection_withoutOnePerson_isTheSameForAllOthers() {
        SplittableRandom random = new SplittableRandom(5);
        for (int trial = 0; trial < 200; trial++) {
            List<String> users = new ArrayList<>();
            for (int row = 0; row < 30; row++) {
                users.add(Integer.toString(random.nextInt(8)));
            }
            int most = 1 + random.nextInt(4);
            String gone = users.get(random.nextInt(users.size()));
            List<Integer> before = new ArrayList<>();
            for (int row : UserRows.of(users, most).kept()) {
                if (!users.get(row).equals(gone)) {
                    before.add(row);
                }
            }
            List<Integer> there = new ArrayList<>();
            List<String> others = new ArrayList<>();
            for (int row = 0; row < users.size(); row++) {
                if (!users.get(row).equals(gone)) {
                    there.add(row);
                    others.add(users.get(row));
                }
            }
            List<Integer> after = new ArrayList<>();
            for (int row : UserRows.of(others, most).kept()) {
                after.add(there.get(row));
            }
            assertThat(new TreeSet<>(after)).isEqualTo(new TreeSet<>(before));
        }
    }
}
