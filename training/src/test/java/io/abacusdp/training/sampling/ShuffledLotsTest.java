package io.abacusdp.training.sampling;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.within;

import io.abacusdp.accounting.Adjacency;
import io.abacusdp.accounting.auto.AutoAccountant;
import io.abacusdp.accounting.event.Composed;
import io.abacusdp.accounting.event.DpEvent;
import io.abacusdp.accounting.event.Gaussian;
import io.abacusdp.accounting.event.Laplace;
import io.abacusdp.accounting.event.NoOp;
import io.abacusdp.accounting.event.NonPrivate;
import io.abacusdp.accounting.event.Repeated;
import io.abacusdp.training.noise.NoiseSource;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class ShuffledLotsTest {
    @Test
    void everyRow_isInOneLotOfEachEpoch() {
        ShuffledLots lots = new ShuffledLots(11, 4);
        Sampler sampler = lots.sampler(NoiseSource.secure());

        assertThat(lots.lotsPerCharge()).isEqualTo(3);
        for (int epoch = 0; epoch < 20; epoch++) {
            List<Integer> rows = new ArrayList<>();
            for (int size : new int[] {4, 4, 3}) {
                int[] lot = sampler.next();
                assertThat(lot).hasSize(size);
                Arrays.stream(lot).forEach(rows::add);
            }
            assertThat(rows)
                    .containsExactlyInAnyOrderElementsOf(
                            IntStream.range(0, 11).boxed().toList());
        }
    }

    /**
     * The first two epochs of new samplers: each is one of the 24 orders of 4 rows, and they are independent. Chi-square
     * with 575 degrees of freedom; falsely rejects with probability 1e-9.
     */
    @Test
    void allOrders_areEquallyLikely_epochAfterEpoch() {
        NoiseSource source = NoiseSource.secure();
        Map<String, Integer> counts = new HashMap<>();
        for (int run = 0; run < 576 * 200; run++) {
            Sampler sampler = new ShuffledLots(4, 2).sampler(source);
            StringBuilder orders = new StringBuilder();
            for (int lot = 0; lot < 4; lot++) {
                int[] rows = sampler.next();
                orders.append(rows[0]).append(rows[1]);
            }
            counts.merge(orders.toString(), 1, Integer::sum);
        }

        assertThat(counts).hasSize(576);
        double chiSquare = counts.values().stream()
                .mapToDouble(count -> Math.pow(count - 200, 2) / 200)
                .sum();
        assertThat(chiSquare).isLessThan(802.25);
    }

    @Test
    void anEpoch_isChargedOnceAtItsFirstLot() {
        Lots lots = new ShuffledLots(11, 4);
        List<DpEvent> charges = new ArrayList<>();
        for (long step = 5; step < 12; step++) {
            charges.add(lots.charge(step, 5, s -> new Gaussian(2)));
        }

        DpEvent epoch = new Gaussian(2);
        DpEvent none = new NoOp();
        assertThat(charges).containsExactly(epoch, none, none, epoch, none, none, epoch);
        // A new sampler begins a new epoch, whatever step a resumed run is at.
        assertThat(lots.charge(7, 7, s -> new Gaussian(2))).isEqualTo(epoch);
        assertThatIllegalArgumentException()
                .isThrownBy(() -> lots.charge(6, 7, s -> new Gaussian(2)))
                .withMessage("step must be at least the sampler's first, 7, got 6");
        assertThat(lots.size()).isEqualTo(4);
    }

    /** Between two charges that cost something no row is drawn twice, whatever the sizes: nothing is used that was not paid. */
    @Test
    void charges_areMadeWheneverTheSamplerBeginsAnEpoch() {
        for (int examples = 1; examples <= 12; examples++) {
            for (int size = 1; size <= examples; size++) {
                ShuffledLots lots = new ShuffledLots(examples, size);
                Sampler sampler = lots.sampler(NoiseSource.secure());
                Set<Integer> sincePaid = new HashSet<>();
                for (long step = 3; step < 33; step++) {
                    if (!lots.charge(step, 3, s -> new Gaussian(2)).equals(new NoOp())) {
                        sincePaid.clear();
                    }
                    for (int row : sampler.next()) {
                        assertThat(sincePaid.add(row)).isTrue();
                    }
                }
            }
        }
    }

    @Test
    void plan_countsBegunEpochsInFull_withoutAnySampling() {
        Lots lots = new ShuffledLots(11, 4);

        assertThat(lots.plan(6, step -> new Gaussian(2))).isEqualTo(new Repeated(2, new Gaussian(2)));
        assertThat(lots.plan(7, step -> new Gaussian(2))).isEqualTo(new Repeated(3, new Gaussian(2)));
        assertThat(lots.plan(0, step -> new Gaussian(2))).isEqualTo(new Composed(List.of()));
    }

    /** 4 epochs of noise multiplier 2 are a Gaussian of μ = 1, and of μ = 2 for a replaced example (epsilons by SciPy). */
    @Test
    void plan_costsOneGaussianForEachEpoch() {
        Lots lots = new ShuffledLots(1000, 10);
        DpEvent plan = lots.plan(400, step -> new Gaussian(2));

        AutoAccountant accountant = AutoAccountant.best();
        assertThat(accountant.epsilon(plan, Adjacency.ZERO_OUT, 1e-5).epsilon())
                .isCloseTo(4.377178095681237, within(1e-6));
        assertThat(accountant.epsilon(plan, Adjacency.REPLACE_ONE, 1e-5).epsilon())
                .isCloseTo(9.997256146434298, within(1e-6));
        assertThat(lots.adjacencies())
                .containsExactly(Adjacency.ZERO_OUT, Adjacency.REPLACE_ONE)
                .doesNotContain(Adjacency.ADD_OR_REMOVE_ONE);
    }

    @Test
    void changingNoise_isChargedByTheLeastOfTheEpoch() {
        Lots lots = new ShuffledLots(9, 3);

        assertThat(lots.plan(6, step -> new Gaussian(10 - step)))
                .isEqualTo(new Composed(List.of(new Repeated(1, new Gaussian(8)), new Repeated(1, new Gaussian(5)))));
        assertThat(lots.charge(0, 0, step -> new Gaussian(1 + step))).isEqualTo(new Gaussian(1));
        // 1/3² + 1/3² is more than 1/2.5² but less than 1/2².
        DpEvent two = new Composed(List.of(new Gaussian(3), new Gaussian(3)));
        assertThat(lots.charge(0, 0, step -> step == 1 ? two : new Gaussian(2.5)))
                .isEqualTo(two);
        assertThat(lots.charge(0, 0, step -> step == 1 ? two : new Gaussian(2))).isEqualTo(new Gaussian(2));
        assertThat(lots.charge(0, 0, step -> new Gaussian(step == 1 ? 1e-170 : 1e-160)))
                .isEqualTo(new NonPrivate());
        assertThat(lots.charge(0, 0, step -> step == 1 ? new NonPrivate() : new Gaussian(9)))
                .isEqualTo(new NonPrivate());
    }

    @Test
    void otherReleases_mustNotChangeWithinAnEpoch() {
        Lots lots = new ShuffledLots(9, 3);

        assertThat(lots.charge(0, 0, step -> new Laplace(2))).isEqualTo(new Laplace(2));
        assertThatIllegalArgumentException()
                .isThrownBy(() -> lots.charge(0, 0, step -> new Laplace(2 + step)))
                .withMessageContaining("only Gaussian releases may change within an epoch")
                .withMessageContaining("Laplace[noiseMultiplier=2.0]");
    }
}
