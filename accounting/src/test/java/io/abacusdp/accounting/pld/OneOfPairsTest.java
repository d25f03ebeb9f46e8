package io.abacusdp.accounting.pld;

import static org.assertj.core.api.Assertions.assertThat;

import io.abacusdp.accounting.Adjacency;
import io.abacusdp.accounting.Guarantee;
import io.abacusdp.accounting.event.DiscreteLaplace;
import io.abacusdp.accounting.event.DpEvent;
import io.abacusdp.accounting.event.Exponential;
import io.abacusdp.accounting.event.Gaussian;
import io.abacusdp.accounting.event.Laplace;
import io.abacusdp.accounting.event.PoissonSampled;
import io.abacusdp.accounting.event.PureDp;
import io.abacusdp.accounting.event.RandomChoice;
import io.abacusdp.accounting.event.RandomizedResponse;
import io.abacusdp.accounting.event.SampledWithoutReplacement;
import java.util.List;
import org.junit.jupiter.api.Test;

/** One of several mechanisms, where the outcome shows which: its delta is the mean of theirs, if both directions cost the same. */
class OneOfPairsTest {
    /** Their lattices have points of their own; some need the point 0, where a pair and its mirror image meet. */
    private static final List<DpEvent> PARTS = List.of(
            new Laplace(1),
            new PoissonSampled(0.5, new Laplace(0.7)),
            new Gaussian(1.3),
            new PoissonSampled(0.3, new Gaussian(0.9)),
            new SampledWithoutReplacement(100, 30, new Gaussian(2)),
            new DiscreteLaplace(1.1, 1),
            new PoissonSampled(0.2, new DiscreteLaplace(0.6, 1)),
            new Exponential(1.2),
            new PureDp(0.8),
            new RandomizedResponse(0.4, 3));

    @Test
    void delta_ofAChoice_isTheMeanOfItsParts_inAnyOrder() {
        PldAccountant accountant = PldAccountant.withTolerance(1e-3);
        double share = 0.375;
        for (double epsilon : new double[] {0.1, 0.7}) {
            for (DpEvent first : PARTS) {
                Guarantee one = accountant.delta(first, Adjacency.REPLACE_ONE, epsilon);
                for (DpEvent second : PARTS) {
                    Guarantee other = accountant.delta(second, Adjacency.REPLACE_ONE, epsilon);
                    DpEvent choice = new RandomChoice(List.of(share, 1 - share), List.of(first, second));
                    Guarantee found = accountant.delta(choice, Adjacency.REPLACE_ONE, epsilon);
                    String text = "%s or %s at %s: %s".formatted(first, second, epsilon, found);
                    assertThat(found.delta())
                            .as(text)
                            .isGreaterThanOrEqualTo((share * lower(one) + (1 - share) * lower(other)) * (1 - 1e-12));
                    assertThat(lower(found))
                            .as(text)
                            .isLessThanOrEqualTo((share * one.delta() + (1 - share) * other.delta()) * (1 + 1e-12));
                }
            }
        }
    }

    private static double lower(Guarantee guarantee) {
        return guarantee.lower().orElse(0);
    }
}
