package io.abacusdp.accounting.pld;

import static io.abacusdp.accounting.Adjacency.ADD_OR_REMOVE_ONE;
import static io.abacusdp.accounting.Adjacency.REPLACE_ONE;
import static io.abacusdp.accounting.Adjacency.ZERO_OUT;
import static org.assertj.core.api.Assertions.assertThat;

import io.abacusdp.accounting.Accountant;
import io.abacusdp.accounting.Adjacency;
import io.abacusdp.accounting.Guarantee;
import io.abacusdp.accounting.ReferenceCsv;
import io.abacusdp.accounting.event.DpEvent;
import io.abacusdp.accounting.event.Gaussian;
import io.abacusdp.accounting.event.Repeated;
import io.abacusdp.accounting.event.SampledWithReplacement;
import io.abacusdp.accounting.event.SampledWithoutReplacement;
import io.abacusdp.accounting.exact.ExactAccountant;
import io.abacusdp.accounting.numeric.Enclosure;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Batches of a fixed size against frontier-fixed.csv. */
class FixedSizeReferenceTest {
    private static final PldAccountant ACCOUNTANT = PldAccountant.withTolerance(2e-2);

    private record Row(String text, String kind, DpEvent event, double epsilon, double delta) {
        boolean is(String what) {
            return kind.contains(what);
        }
    }

    private static List<Row> rows(String kind) {
        return ReferenceCsv.rows("frontier-fixed.csv").stream()
                .map(cell -> new Row(
                        String.join(",", cell),
                        cell[0],
                        new Repeated(
                                Long.parseLong(cell[4]),
                                cell[0].startsWith("wor")
                                        ? new SampledWithoutReplacement(
                                                Long.parseLong(cell[1]),
                                                Long.parseLong(cell[2]),
                                                new Gaussian(Double.parseDouble(cell[3])))
                                        : new SampledWithReplacement(
                                                Long.parseLong(cell[1]),
                                                Long.parseLong(cell[2]),
                                                new Gaussian(Double.parseDouble(cell[3])))),
                        Double.parseDouble(cell[5]),
                        Double.parseDouble(cell[6])))
                .filter(row -> row.is(kind))
                .toList();
    }

    @Test
    void delta_withoutReplacementRecordAbsent_isExact() {
        for (Row row : rows("wor_add_remove")) {
            Enclosure delta = ExactAccountant.laws(row.event(), ADD_OR_REMOVE_ONE)
                    .get(row.is("addition") ? 1 : 0)
                    .delta(row.epsilon());
            assertThat(delta.lower()).as(row.text()).isBetween(row.delta() * (1 - 2e-12), row.delta() * (1 + 1e-12));
            assertThat(delta.upper()).as(row.text()).isBetween(row.delta() * (1 - 1e-13), row.delta() * (1 + 2e-12));
        }
    }

    @Test
    void delta_withReplacementRecordAbsent_enclosesTheReference() {
        for (Row row : rows("wr_add_remove")) {
            Enclosure delta = Directions.of(row.event(), ADD_OR_REMOVE_ONE, 1 << 22)
                    .composites()
                    .get(row.is("addition") ? 1 : 0)
                    .delta(row.epsilon(), 5e-2);
            assertThat(delta.lower()).as(row.text()).isBetween(row.delta() * 0.95, row.delta() * (1 + 1e-10));
            assertThat(delta.upper()).as(row.text()).isBetween(row.delta() * (1 - 1e-10), row.delta() * 1.05);
        }
    }

    @Test
    void delta_recordReplaced_isBetweenTheAttainedPairAndTheHybrid() {
        for (Row row : rows("replace_one")) {
            Guarantee delta = ACCOUNTANT.delta(row.event(), REPLACE_ONE, row.epsilon());
            if (row.is("upper")) {
                assertThat(delta.delta()).as(row.text()).isBetween(row.delta() * (1 - 1e-10), row.delta() * 1.05);
            } else {
                assertThat(delta.lower().orElseThrow())
                        .as(row.text())
                        .isBetween(row.delta() * 0.95, row.delta() * (1 + 1e-10));
                assertThat(delta.delta()).as(row.text()).isGreaterThan(row.delta());
            }
        }
    }

    @Test
    void delta_zeroedOut_isAtMostThatOfReplaced() {
        for (DpEvent event : List.of(
                new Repeated(50, new SampledWithoutReplacement(200, 20, new Gaussian(3))),
                new Repeated(50, new SampledWithReplacement(200, 20, new Gaussian(3))))) {
            Guarantee zeroed = ACCOUNTANT.delta(event, ZERO_OUT, 1);
            Guarantee replaced = ACCOUNTANT.delta(event, REPLACE_ONE, 1);
            assertThat(zeroed.delta()).isBetween(replaced.delta() * 0.999, replaced.delta() * 1.001);
            assertThat(zeroed.lower().orElseThrow())
                    .isPositive()
                    .isLessThan(replaced.lower().orElseThrow());
        }
    }

    @Test
    void profile_ofMoreDrawsThanATableHolds_isRefusedByEveryAccountant() {
        DpEvent often = new SampledWithReplacement(1, 10, new Gaussian(1));
        for (Accountant accountant : List.of(ACCOUNTANT, new ExactAccountant())) {
            assertThat(accountant.supports(often, ADD_OR_REMOVE_ONE)).isFalse();
        }
    }

    @Test
    void delta_ofABatchOfAll_isThatOfNoSampling() {
        DpEvent all = new SampledWithoutReplacement(10, 10, new Gaussian(2));
        Guarantee replaced = ACCOUNTANT.delta(all, REPLACE_ONE, 0.5);
        double unsampled = ACCOUNTANT.delta(new Gaussian(2), REPLACE_ONE, 0.5).delta();
        assertThat(replaced.delta()).isBetween(unsampled * 0.95, unsampled * 1.05);
        for (Adjacency adjacency : Adjacency.values()) {
            assertThat(ACCOUNTANT.delta(all, adjacency, 0.5).lower().orElseThrow())
                    .isLessThanOrEqualTo(unsampled * 1.05);
            assertThat(ACCOUNTANT.delta(all, adjacency, 0.5).delta())
                    .isGreaterThanOrEqualTo(ACCOUNTANT
                            .delta(new Gaussian(2), adjacency, 0.5)
                            .lower()
                            .orElseThrow());
        }
    }
}
