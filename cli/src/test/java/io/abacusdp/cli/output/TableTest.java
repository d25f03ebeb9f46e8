package io.abacusdp.cli.output;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;

class TableTest {
    @Test
    void csv_ofQuotesAndInfinity_isQuotedAndNamed() {
        Table table = new Table("a", "b", "c");
        table.add(TableCell.text("say \"x\""), TableCell.given(Double.POSITIVE_INFINITY), TableCell.NONE);
        assertThat(table.csv()).containsExactly("a,b,c", "\"say \"\"x\"\"\",Infinity,");
        assertThat(table.json()).containsExactly("{\"a\":\"say \\\"x\\\"\",\"b\":\"Infinity\",\"c\":null}");
        assertThat(table.text()).containsExactly("a        b         c", "say \"x\"  Infinity  -");
    }

    @Test
    void without_aColumn_keepsTheOthers() {
        Table table = new Table("a", "b");
        table.add(TableCell.given(1), TableCell.count(2));
        assertThat(table.without("a").text()).containsExactly("b", "2");
    }

    @Test
    void add_tooFewCells_isRefused() {
        assertThatThrownBy(() -> new Table("a", "b").add(TableCell.NONE)).hasMessage("a row must have 2 cells, got 1");
    }
}
