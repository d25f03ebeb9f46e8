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
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class ShuffledSamplerTest {
    @Test
    void everyRow_isInOneLotOfEachEpoch() {
        ShuffledSampler sampler = new ShuffledSampler(11, 4, NoiseSource.secure());

        assertThat(sampler.lotsPerEpoch()).isEqualTo(3);
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
            ShuffledSampler sampler = new ShuffledSampler(4, 2, source);
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
        ShuffledSampler sampler = new ShuffledSampler(11, 4, NoiseSource.insecureForTests(3));
        List<DpEvent> charges = new ArrayList<>();
        for (long step = 0; step < 7; step++) {
            charges.add(sampler.charge(step, s -> new Gaussian(2)));
            sampler.next();
        }

        DpEvent epoch = new Gaussian(2);
        DpEvent none = new NoOp();
        assertThat(charges).containsExactly(epoch, none, none, epoch, none, none, epoch);
        // A new sampler begins a new epoch, whatever step a resumed run is at.
        assertThat(new ShuffledSampler(11, 4, NoiseSource.secure()).charge(7, s -> new Gaussian(2)))
                .isEqualTo(epoch);
        assertThat(sampler.expectedSize()).isEqualTo(4);
        assertThat(sampler.isSecure()).isFalse();
    }

    @Test
    void plan_countsBegunEpochsInFull_withoutAnySampling() {
        ShuffledSampler sampler = new ShuffledSampler(11, 4, NoiseSource.secure());

        assertThat(sampler.plan(6, step -> new Gaussian(2))).isEqualTo(new Repeated(2, new Gaussian(2)));
        assertThat(sampler.plan(7, step -> new Gaussian(2))).isEqualTo(new Repeated(3, new Gaussian(2)));
        assertThat(sampler.plan(0, step -> new Gaussian(2))).isEqualTo(new Composed(List.of()));
    }

    /** 4 epochs of noise multiplier 2 are a Gaussian of μ = 1, and of μ = 2 for a replaced example (epsilons by SciPy). */
    @Test
    void plan_costsOneGaussianForEachEpoch() {
        ShuffledSampler sampler = new ShuffledSampler(1000, 10, NoiseSource.secure());
        DpEvent plan = sampler.plan(400, step -> new Gaussian(2));

        AutoAccountant accountant = AutoAccountant.best();
        assertThat(accountant.epsilon(plan, Adjacency.ZERO_OUT, 1e-5).epsilon())
                .isCloseTo(4.377178095681237, within(1e-6));
        assertThat(accountant.epsilon(plan, Adjacency.REPLACE_ONE, 1e-5).epsilon())
                .isCloseTo(9.997256146434298, within(1e-6));
        assertThat(sampler.adjacencies())
                .containsExactly(Adjacency.ZERO_OUT, Adjacency.REPLACE_ONE)
                .doesNotContain(Adjacency.ADD_OR_REMOVE_ONE);
    }

    @Test
    void changingNoise_isChargedByTheLeastOfTheEpoch() {
        ShuffledSampler sampler = new ShuffledSampler(9, 3, NoiseSource.secure());

        assertThat(sampler.plan(6, step -> new Gaussian(10 - step)))
                .isEqualTo(new Composed(List.of(new Repeated(1, new Gaussian(8)), new Repeated(1, new Gaussian(5)))));
        assertThat(sampler.charge(0, step -> new Gaussian(1 + step))).isEqualTo(new Gaussian(1));
        // 1/3² + 1/3² is more than 1/2.5² but less than 1/2².
        DpEvent two = new Composed(List.of(new Gaussian(3), new Gaussian(3)));
        assertThat(sampler.charge(0, step -> step == 1 ? two : new Gaussian(2.5)))
                .isEqualTo(two);
        assertThat(sampler.charge(0, step -> step == 1 ? two : new Gaussian(2))).isEqualTo(new Gaussian(2));
        assertThat(sampler.charge(0, step -> new Gaussian(step == 1 ? 1e-170 : 1e-160)))
                .isEqualTo(new NonPrivate());
        assertThat(sampler.charge(0, step -> step == 1 ? new NonPrivate() : new Gaussian(9)))
                .isEqualTo(new NonPrivate());
    }

    @Test
    void otherReleases_mustNotChangeWithinAnEpoch() {
        ShuffledSampler sampler = new ShuffledSampler(9, 3, NoiseSource.secure());

        assertThat(sampler.charge(0, step -> new Laplace(2))).isEqualTo(new Laplace(2));
        assertThatIllegalArgumentException()
                .isThrownBy(() -> sampler.charge(0, step -> new Laplace(2 + step)))
                .withMessageContaining("only Gaussian releases may change within a shuffled epoch")
                .withMessageContaining("Laplace[noiseMultiplier=2.0]");
    }
}
