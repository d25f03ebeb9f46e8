package io.abacusdp.accounting.rdp;

import static io.abacusdp.accounting.Adjacency.ADD_OR_REMOVE_ONE;
import static org.assertj.core.api.Assertions.assertThat;

import io.abacusdp.accounting.Guarantee;
import io.abacusdp.accounting.ReferenceCsv;
import io.abacusdp.accounting.auto.AutoAccountant;
import io.abacusdp.accounting.event.DpEvent;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Rarely sampled Gaussians, very often, against values of rare_runs.py. */
class CutSampledGaussianRdpTest {
    private static final RdpAccountant RDP = new RdpAccountant();

    @Test
    void bounds_ofManyRareRuns_areNotBelowTheTruthAndNear() {
        List<String[]> rows = ReferenceCsv.rows("rare_runs.csv");
        assertThat(rows.size()).isGreaterThan(5);
        for (String[] row : rows.subList(1, rows.size())) {
            double epsilon = Double.parseDouble(row[3]);
            double delta = Double.parseDouble(row[4]);
            DpEvent event = DpEvent.sampledGaussian(
                    Double.parseDouble(row[0]), Double.parseDouble(row[1]), Long.parseLong(row[2]));
            assertThat(RDP.epsilon(event, ADD_OR_REMOVE_ONE, delta).epsilon())
                    .as(String.join(",", row))
                    .isBetween(epsilon, epsilon * 1.3);
            assertThat(RDP.delta(event, ADD_OR_REMOVE_ONE, epsilon).delta()).isBetween(delta, delta * 40);
        }
    }

    /** δ at 2.1e-7 is 1.56e-15 by rare_runs.csv. */
    @Test
    void epsilon_ofABillionRunsAtATinyRate_isTiny() {
        DpEvent event = DpEvent.sampledGaussian(1e-12, 1, 1_000_000_000);
        Guarantee guarantee = AutoAccountant.best().epsilon(event, ADD_OR_REMOVE_ONE, 1e-15);
        assertThat(guarantee.epsilon()).isBetween(2.1e-7, 1e-6);
        assertThat(RDP.delta(event, ADD_OR_REMOVE_ONE, guarantee.epsilon()).delta())
                .isLessThanOrEqualTo(1e-15);
    }

    /** ∫ Q·X^α over what is not cut, by the trapezoidal rule. */
    @Test
    void curve_ofWhatIsLeft_isNotBelowItsIntegral() {
        for (double rate : new double[] {1e-6, 1e-3, .02}) {
            for (double sigma : new double[] {.7, 1, 3}) {
                RdpLoss loss = CutSampledGaussianRdp.of(rate, sigma, 1e-12);
                assertThat(loss.delta()).isBetween(1e-16, 1e-12);
                for (double order : new double[] {2, 3.5, 10, 100}) {
                    double moment = Math.log1p(excess(rate, sigma, order, 7)) / (order - 1);
                    assertThat(loss.curve().at(order))
                            .as("rate %s, σ %s, α %s", rate, sigma, order)
                            .isGreaterThanOrEqualTo(moment * (1 - 1e-6));
                }
            }
        }
    }

    /** E[X^α − 1 − α(X − 1)] over outcomes up to a number of deviations that is below the cut. */
    private static double excess(double rate, double sigma, double order, double end) {
        double sum = 0;
        double step = 1e-3;
        for (double x = -9; x < end; x += step) {
            double w = rate * Math.expm1(x / sigma - 1 / (2 * sigma * sigma));
            double density = Math.exp(-x * x / 2) / Math.sqrt(2 * Math.PI);
            sum += density * (Math.expm1(order * Math.log1p(w)) - order * w) * step;
        }
        return sum;
    }
}
