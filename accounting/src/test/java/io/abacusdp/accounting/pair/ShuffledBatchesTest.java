package io.abacusdp.accounting.pair;

import static io.abacusdp.accounting.Adjacency.ADD_OR_REMOVE_ONE;
import static io.abacusdp.accounting.Adjacency.REPLACE_ONE;
import static io.abacusdp.accounting.Adjacency.ZERO_OUT;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.abacusdp.accounting.Guarantee;
import io.abacusdp.accounting.ReferenceCsv;
import io.abacusdp.accounting.UnsupportedEventException;
import io.abacusdp.accounting.event.DpEvent;
import io.abacusdp.accounting.event.Gaussian;
import io.abacusdp.accounting.event.RandomAllocation;
import io.abacusdp.accounting.event.RandomChoice;
import io.abacusdp.accounting.event.Repeated;
import io.abacusdp.accounting.event.ShuffledEpoch;
import io.abacusdp.accounting.pld.PldAccountant;
import io.abacusdp.accounting.rdp.RdpAccountant;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Shuffled epochs against frontier-shuffle.csv. */
class ShuffledBatchesTest {
    private static final PldAccountant ACCOUNTANT = new PldAccountant();

    @Test
    void delta_ofOneEpoch_isBetweenThePublishedBounds() {
        for (String[] cell : ReferenceCsv.rows("frontier-shuffle.csv")) {
            long batches = Long.parseLong(cell[1]);
            double noise = Double.parseDouble(cell[2]);
            double epsilon = Double.parseDouble(cell[3]);
            String text = String.join(",", cell);
            DpEvent event = new ShuffledEpoch(batches, new Gaussian(noise));
            double lower = Double.parseDouble(cell[4]);
            assertThat(ShuffledBatches.deltaBelow(noise, batches, epsilon))
                    .as(text)
                    .isBetween(lower * (1 - 1e-6), lower * (1 + 1e-12));
            Guarantee zeroed = ACCOUNTANT.delta(event, ZERO_OUT, epsilon);
            double upper = Double.parseDouble(cell[6]);
            assertThat(zeroed.delta()).as(text).isBetween(upper * (1 - 1e-12), upper * (1 + 1e-3));
            assertThat(zeroed.lower().orElseThrow()).as(text).isLessThanOrEqualTo(lower * (1 + 1e-9));
            Guarantee replaced = ACCOUNTANT.delta(event, REPLACE_ONE, epsilon);
            double both = Double.parseDouble(cell[7]);
            assertThat(replaced.delta()).as(text).isBetween(both * (1 - 1e-12), both * (1 + 1e-3));
        }
    }

    @Test
    void delta_replaced_isAtLeastThatOfTheAllocationWithHalfTheNoise() {
        DpEvent shuffled = new Repeated(3, new ShuffledEpoch(20, new Gaussian(2)));
        DpEvent allocated = new Repeated(3, new RandomAllocation(20, 1, new Gaussian(1)));
        double least = ACCOUNTANT.delta(shuffled, REPLACE_ONE, 1).lower().orElseThrow();
        Guarantee same = ACCOUNTANT.delta(allocated, ADD_OR_REMOVE_ONE, 1);
        assertThat(least).isBetween(same.lower().orElseThrow() * 0.99, same.delta());
    }

    @Test
    void epsilon_isThatOfOnePassWithoutAmplification_byEveryAccountant() {
        DpEvent shuffled = new Repeated(4, new ShuffledEpoch(100, new Gaussian(1.5)));
        DpEvent plain = new Repeated(4, new Gaussian(1.5));
        for (var adjacency : new io.abacusdp.accounting.Adjacency[] {ZERO_OUT, REPLACE_ONE}) {
            double epsilon = ACCOUNTANT.epsilon(plain, adjacency, 1e-5).epsilon();
            Guarantee found = ACCOUNTANT.epsilon(shuffled, adjacency, 1e-5);
            assertThat(found.epsilon()).isBetween(epsilon * (1 - 1e-3), epsilon * (1 + 1e-3));
            assertThat(found.lower().orElseThrow()).isPositive().isLessThan(found.epsilon());
            assertThat(new RdpAccountant().epsilon(shuffled, adjacency, 1e-5).epsilon())
                    .isEqualTo(
                            new RdpAccountant().epsilon(plain, adjacency, 1e-5).epsilon());
        }
        assertThatThrownBy(() -> ACCOUNTANT.profile(shuffled, ADD_OR_REMOVE_ONE))
                .isInstanceOf(UnsupportedEventException.class)
                .hasMessageContaining("zero_out");
    }

    /** What an epoch attains is an allocation's pair, of which no mixtures are made; what dominates it is one Gaussian's. */
    @Test
    void epsilon_ofAChoiceOfEpochs_isThatOfAChoiceOfGaussians() {
        DpEvent shuffled = choice(new ShuffledEpoch(217, new Gaussian(3)));
        double epsilon =
                ACCOUNTANT.epsilon(choice(new Gaussian(3)), REPLACE_ONE, 1e-5).epsilon();
        Guarantee found = ACCOUNTANT.epsilon(shuffled, REPLACE_ONE, 1e-5);
        assertThat(found.epsilon()).isBetween(epsilon * (1 - 1e-3), epsilon * (1 + 1e-3));
        assertThat(found.lower().orElseThrow()).isLessThan(found.epsilon());
        assertThatThrownBy(() -> ACCOUNTANT.profile(new RandomAllocation(5, 1, shuffled), REPLACE_ONE))
                .isInstanceOf(UnsupportedEventException.class);
    }

    private static DpEvent choice(DpEvent event) {
        return new RandomChoice(List.of(.5, .5), List.of(event, new Gaussian(2)));
    }
}
