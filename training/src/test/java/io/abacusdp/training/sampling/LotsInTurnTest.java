package io.abacusdp.training.sampling;

import static io.abacusdp.accounting.Adjacency.ADD_OR_REMOVE_ONE;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import io.abacusdp.accounting.event.DpEvent;
import io.abacusdp.accounting.event.Gaussian;
import io.abacusdp.accounting.event.NoOp;
import io.abacusdp.accounting.event.SampledInTurn;
import io.abacusdp.training.noise.RandomStreams;
import java.util.Arrays;
import org.junit.jupiter.api.Test;

/** Lots of which an example is in one of so many steps, always the same: what correlated noise rests on. */
class LotsInTurnTest {
    private static final RandomStreams STREAMS = RandomStreams.insecureForTests(3);

    @Test
    void cyclicLots_ofAllEpochs_areTheSameAndHaveEveryRowOnce() {
        CyclicLots lots = new CyclicLots(103, 10);
        Sampler sampler = lots.sampler(STREAMS.source("cyclic"), 97);
        int[][] first = new int[11][];
        Arrays.setAll(first, i -> sampler.next());
        assertThat(lots.lotsPerCharge()).isEqualTo(11);
        assertThat(Arrays.stream(first).flatMapToInt(Arrays::stream).sorted().toArray())
                .containsExactly(java.util.stream.IntStream.range(0, 97).toArray());
        for (int epoch = 0; epoch < 3; epoch++) {
            for (int[] lot : first) {
                assertThat(sampler.next()).containsExactly(lot);
            }
        }
        assertThat(lots.participation()).isEqualTo(Participation.IN_TURN);
        assertThat(lots.adjacencies()).contains(ADD_OR_REMOVE_ONE);
    }

    /** Falsely rejects with probability below 1e-6: sums of 1,000 fair choices among 5 have a deviation of 12.6. */
    @Test
    void cyclicLots_areDealtByEachRowItself() {
        int[] inFirst = new int[2];
        for (int i = 0; i < 1000; i++) {
            int[] lot = new CyclicLots(10, 2)
                    .sampler(STREAMS.source("dealt", i), 10)
                    .next();
            for (int row = 0; row < 2; row++) {
                int wanted = row;
                inFirst[row] += Arrays.stream(lot).anyMatch(r -> r == wanted) ? 1 : 0;
            }
        }
        assertThat(inFirst[0]).isBetween(200 - 65, 200 + 65);
        assertThat(inFirst[1]).isBetween(200 - 65, 200 + 65);
    }

    /** Falsely rejects with probability below 1e-6. */
    @Test
    void groupedLots_takeARowAtEveryBthStepOnlyAndAtBTimesTheRate() {
        GroupedLots lots = new GroupedLots(100, 10, 4);
        Sampler sampler = lots.sampler(STREAMS.source("grouped"), 100);
        int[] turn = new int[100];
        Arrays.fill(turn, -1);
        int drawn = 0;
        for (int step = 0; step < 4000; step++) {
            for (int row : sampler.next()) {
                assertThat(turn[row]).isIn(-1, step % 4);
                turn[row] = step % 4;
                drawn++;
            }
        }
        // Each of 100 rows has 1,000 steps of its group, at rate 0.4: a mean of 40,000 and a deviation of 155.
        assertThat((double) drawn).isCloseTo(40_000, within(5 * 155.0));
        assertThat(lots.rate()).isEqualTo(0.4);
        assertThat(lots.participation()).isEqualTo(Participation.SAMPLED_IN_TURN);
    }

    @Test
    void groupedLots_areChargedOnceForAsManyStepsAsGroups() {
        GroupedLots lots = new GroupedLots(100, 10, 4);
        DpEvent sample = new SampledInTurn(0.4, new Gaussian(2));
        assertThat(lots.charge(0, 0, step -> new Gaussian(2))).isEqualTo(sample);
        assertThat(lots.charge(3, 0, step -> new Gaussian(2))).isEqualTo(new NoOp());
        assertThat(lots.charge(4, 0, step -> new Gaussian(2))).isEqualTo(sample);
        assertThat(lots.charge(6, 6, step -> new Gaussian(2))).as("resumed").isEqualTo(sample);
        assertThat(lots.plan(9, step -> new Gaussian(2))).isEqualTo(DpEvent.bandedGaussian(0.4, 2, 9, 4));
        assertThatThrownBy(() -> lots.chargeFrom(0, step -> new Gaussian(2 + step)))
                .hasMessageContaining("must be the same");
        assertThatThrownBy(() -> new GroupedLots(100, 10, 11)).hasMessageContaining("groups must be from 1 to");
    }

    @Test
    void otherLots_promiseNothing() {
        for (Sampling sampling : Sampling.values()) {
            assertThat(sampling.lots(100, 10).participation())
                    .isEqualTo(sampling == Sampling.CYCLIC ? Participation.IN_TURN : Participation.ANY);
        }
    }
}
