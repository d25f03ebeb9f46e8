package io.abacusdp.accounting.pld;

import static io.abacusdp.accounting.Adjacency.REPLACE_ONE;
import static io.abacusdp.accounting.Adjacency.ZERO_OUT;
import static org.assertj.core.api.Assertions.assertThat;

import io.abacusdp.accounting.Adjacency;
import io.abacusdp.accounting.Guarantee;
import io.abacusdp.accounting.auto.AutoAccountant;
import io.abacusdp.accounting.event.Composed;
import io.abacusdp.accounting.event.DpEvent;
import io.abacusdp.accounting.event.Gaussian;
import io.abacusdp.accounting.event.Laplace;
import io.abacusdp.accounting.event.PoissonSampled;
import io.abacusdp.accounting.event.PureDp;
import io.abacusdp.accounting.event.Repeated;
import io.abacusdp.accounting.event.TreeAggregation;
import java.util.List;
import org.junit.jupiter.api.Test;

class SampledWholeTest {
    private static double density(double x, double scale) {
        return Math.exp(-Math.abs(x) / scale) / (2 * scale);
    }

    /** Two sums with Laplace noise on one sample, the record going from one end to the other: an integral over the plane. */
    private static double replaced(double rate, double scale, double epsilon) {
        double step = 1.0 / 16;
        double sum = 0;
        for (double x = -30 * scale + step / 2; x < 30 * scale; x += step) {
            for (double y = -30 * scale + step / 2; y < 30 * scale; y += step) {
                double none = (1 - rate) * density(x, scale) * density(y, scale);
                double with = none + rate * density(x - 1, scale) * density(y - 1, scale);
                double other = none + rate * density(x + 1, scale) * density(y + 1, scale);
                sum += Math.max(0, with - Math.exp(epsilon) * other) * step * step;
            }
        }
        return sum;
    }

    @Test
    void delta_ofReplacedRecordsInSeveralSums_isBetweenItsBounds() {
        DpEvent event = new PoissonSampled(.1, new Repeated(2, new Laplace(2)));
        for (double epsilon : new double[] {.01, .05, .1, .15}) {
            double truth = replaced(.1, 2, epsilon);
            Guarantee guarantee = new PldAccountant().delta(event, REPLACE_ONE, epsilon);
            assertThat(guarantee.delta()).isGreaterThan(truth * (1 - 1e-3));
            assertThat(guarantee.lower().getAsDouble()).isBetween(0.0, truth * (1 + 1e-3));
        }
    }

    /** P/Q is at most 1 + q(e^ε − 1), ε of both sums together. */
    @Test
    void epsilon_ofReplacedRecordsInSeveralSums_isNotContradictedByTheorems() {
        for (long runs : new long[] {1, 250}) {
            DpEvent event = new Repeated(runs, new PoissonSampled(.1, new Repeated(2, new Laplace(2))));
            Guarantee guarantee = AutoAccountant.best().epsilon(event, REPLACE_ONE, 1e-200);
            assertThat(guarantee.epsilon()).isLessThan(runs * Math.log1p(.1 * Math.expm1(2)) * (1 + 1e-9));
            assertThat(guarantee.lower().getAsDouble()).isLessThanOrEqualTo(guarantee.epsilon());
        }
    }

    /** A tree's noise is on a sum, and does not show whether the record was drawn. */
    @Test
    void lower_ofSumsThatAreNoLaplace_isNotThatOfAMechanismThatShowsTheSample() {
        DpEvent sums = new Composed(List.of(new Laplace(2), new TreeAggregation(4, 100)));
        double shown = lower(new Composed(List.of(new Laplace(2), new PureDp(.5))), ZERO_OUT);
        assertThat(lower(sums, ZERO_OUT)).isLessThan(.1 * shown);
        DpEvent noisy = new Composed(List.of(new Laplace(2), new Gaussian(3)));
        assertThat(lower(noisy, REPLACE_ONE)).isLessThan(.5 * shown);
    }

    private static double lower(DpEvent onSample, Adjacency adjacency) {
        return new PldAccountant()
                .epsilon(new PoissonSampled(.1, onSample), adjacency, 1e-3)
                .lower()
                .getAsDouble();
    }
}
