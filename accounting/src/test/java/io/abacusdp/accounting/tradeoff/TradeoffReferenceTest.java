package io.abacusdp.accounting.tradeoff;

import static io.abacusdp.accounting.Adjacency.ADD_OR_REMOVE_ONE;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.abacusdp.accounting.ReferenceCsv;
import io.abacusdp.accounting.pld.PldAccountant;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;

class TradeoffReferenceTest {
    /** Rows whose values in the table are off by up to 5e-7, see its header. */
    private static final Set<String> OFF = Set.of("1.38901:6.35138e-05:480560", "1.16403:0.000362931:62991");

    @Test
    void exact_allRows_areWithin1e8() {
        for (String[] row : ReferenceCsv.rows("sgm_tradeoff.csv")) {
            TradeoffCurve curve = TradeoffCurve.of(Sampled.of(row[0]), ADD_OR_REMOVE_ONE);
            double tolerance = OFF.contains(row[0]) ? 5e-7 : 1e-8;
            double alpha = Double.parseDouble(row[1]);
            double beta = Double.parseDouble(row[2]);
            TradeoffPoint point = curve.point(alpha, Direction.REMOVE);
            assertThat(point.method()).isEqualTo("exact");
            assertThat(point.falseNegativeRate()).isCloseTo(beta, within(tolerance));
            // The inverse is as steep as the curve is flat there, and its argument has only twelve digits.
            double steepness = Math.max(1, alpha / beta) * 10;
            assertThat(curve.falseNegativeRate(beta, Direction.ADD)).isCloseTo(alpha, within(tolerance * steepness));
            assertThat(curve.delta(0, Direction.SYMMETRIC)).isCloseTo(Double.parseDouble(row[5]), within(tolerance));
            double middle = Double.parseDouble(row[3]);
            double opposite = Double.parseDouble(row[4]);
            // Between the two points of slope −1 the symmetric curve is the straight line that joins them.
            double between = 0.5 * (middle + opposite);
            assertThat(curve.falseNegativeRate(between, Direction.SYMMETRIC)).isCloseTo(between, within(tolerance));
        }
    }

    @Test
    void pld_allRows_neverGiveMoreThanTheTruth() {
        Map<String, TradeoffCurve> curves = new HashMap<>();
        PldAccountant accountant = PldAccountant.withTolerance(1e-3);
        for (String[] row : ReferenceCsv.rows("sgm_tradeoff.csv")) {
            TradeoffCurve curve = curves.computeIfAbsent(
                    row[0], events -> TradeoffCurve.byPld(accountant, Sampled.of(events), ADD_OR_REMOVE_ONE));
            double rounding = OFF.contains(row[0]) ? 5e-7 : 2e-12;
            double alpha = Double.parseDouble(row[1]);
            double beta = Double.parseDouble(row[2]);
            TradeoffPoint point = curve.point(alpha, Direction.REMOVE);
            assertThat(point.method()).isEqualTo("pld");
            assertThat(point.falseNegativeRate()).isBetween(beta - 2e-3, beta + rounding);
            assertThat(curve.falseNegativeRate(beta, Direction.ADD)).isBetween(alpha - 2e-3, alpha + 1e-9 + rounding);
            double advantage = Double.parseDouble(row[5]);
            assertThat(curve.delta(0, Direction.SYMMETRIC)).isBetween(advantage - rounding, advantage + 2e-3);
        }
    }
}
