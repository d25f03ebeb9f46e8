package io.abacusdp.accounting.pld;

import static io.abacusdp.accounting.Adjacency.ADD_OR_REMOVE_ONE;
import static org.assertj.core.api.Assertions.assertThat;

import io.abacusdp.accounting.Guarantee;
import io.abacusdp.accounting.classic.ClassicAccountant;
import io.abacusdp.accounting.event.Composed;
import io.abacusdp.accounting.event.DiscreteLaplace;
import io.abacusdp.accounting.event.DpEvent;
import io.abacusdp.accounting.event.PureDp;
import io.abacusdp.accounting.event.Repeated;
import java.util.List;
import org.junit.jupiter.api.Test;

/** At the sum of the largest losses of different parts, and next to it. */
class LargestLossTest {
    private final PldAccountant pld = new PldAccountant();

    private static DpEvent both(DpEvent one, DpEvent other) {
        return new Composed(List.of(one, other));
    }

    @Test
    void delta_atTheSumOfPureParts_isZero() {
        DpEvent pure = both(new PureDp(1), new PureDp(2));
        assertThat(pld.delta(pure, ADD_OR_REMOVE_ONE, 3).delta()).isZero();
        assertThat(ClassicAccountant.optimal().delta(pure, ADD_OR_REMOVE_ONE, 3).delta())
                .isZero();
        DpEvent discrete =
                both(new Repeated(3, new DiscreteLaplace(1, 1)), new Repeated(2, new DiscreteLaplace(.5, 1)));
        assertThat(pld.delta(discrete, ADD_OR_REMOVE_ONE, 4).delta()).isZero();
    }

    /** As doubles, 0.1 + 0.2 is above 0.3 by 2^−54·1.5: a little of δ is left, and no more than that distance. */
    @Test
    void delta_justBelowTheSum_isAtMostTheDistanceToIt() {
        Guarantee guarantee = pld.delta(both(new PureDp(.1), new PureDp(.2)), ADD_OR_REMOVE_ONE, .3);
        assertThat(guarantee.delta()).isBetween(2.2e-17 * .28, 6e-17);
    }

    /** δ(ε) = Π p_i·(1 − e^{ε − 3}) above the second largest loss, 1, with p = e^ε/(1 + e^ε). */
    @Test
    void delta_fromTheSecondLargestLossToTheSum_isThatOfTheTopAtom() {
        DpEvent pure = both(new PureDp(1), new PureDp(2));
        double top = 1 / ((1 + Math.exp(-1)) * (1 + Math.exp(-2)));
        for (double distance : new double[] {1e-12, 1e-8, 1e-6, 1e-4, .01, .1, 1}) {
            double truth = -top * Math.expm1(-distance);
            Guarantee guarantee = pld.delta(pure, ADD_OR_REMOVE_ONE, 3 - distance);
            assertThat(guarantee.lower().getAsDouble()).as("at 3 - " + distance).isLessThanOrEqualTo(truth + 5e-16);
            assertThat(guarantee.delta()).as("at 3 - " + distance).isBetween(truth - 5e-16, 2 * truth + 1e-15);
        }
    }
}
