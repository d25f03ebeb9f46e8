package io.abacusdp.training.sampling;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.abacusdp.accounting.Adjacency;
import io.abacusdp.accounting.auto.AutoAccountant;
import io.abacusdp.accounting.event.DpEvent;
import io.abacusdp.accounting.event.Gaussian;
import io.abacusdp.accounting.event.Laplace;
import io.abacusdp.accounting.event.NoOp;
import io.abacusdp.accounting.event.NonPrivate;
import io.abacusdp.accounting.event.RandomAllocation;
import io.abacusdp.accounting.event.Repeated;
import io.abacusdp.training.noise.NoiseSource;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class AllocatedLotsTest {
    @Test
    void everyRow_isInOneLotOfEachEpoch_whateverTheActualNumber() {
        AllocatedLots lots = new AllocatedLots(11, 4);
        assertThat(lots.lotsPerCharge()).isEqualTo(3);
        for (int actual : new int[] {0, 1, 11, 25}) {
            Sampler sampler = lots.sampler(NoiseSource.secure(), actual);
            for (int epoch = 0; epoch < 20; epoch++) {
                List<Integer> rows = new ArrayList<>();
                for (int lot = 0; lot < 3; lot++) {
                    Arrays.stream(sampler.next()).forEach(rows::add);
                }
                assertThat(rows)
                        .containsExactlyInAnyOrderElementsOf(
                                IntStream.range(0, actual).boxed().toList());
            }
        }
    }

    /**
     * Lots of three rows over two epochs: all 3^6 ways are equally likely, so that rows are dealt independently of each other and of
     * other epochs. Chi-square with 728 degrees of freedom; falsely rejects with probability 1e-9.
     */
    @Test
    void allWaysToDeal_areEquallyLikely_epochAfterEpoch() {
        Sampler sampler = new AllocatedLots(3, 1).sampler(NoiseSource.secure());
        int[] counts = new int[729];
        for (int run = 0; run < 729 * 200; run++) {
            int way = 0;
            for (int epoch = 0; epoch < 2; epoch++) {
                int[] lotOf = new int[3];
                for (int lot = 0; lot < 3; lot++) {
                    for (int row : sampler.next()) {
                        lotOf[row] = lot;
                    }
                }
                way = 27 * way + 9 * lotOf[0] + 3 * lotOf[1] + lotOf[2];
            }
            counts[way]++;
        }

        double chiSquare = Arrays.stream(counts)
                .mapToDouble(count -> Math.pow(count - 200, 2) / 200)
                .sum();
        // 728 + 6·√(2·728) + 4·6²/3, which is above the quantile of 1 − 1e-9 by Wilson and Hilferty.
        assertThat(chiSquare).isLessThan(728 + 229 + 48);
    }

    @Test
    void anEpoch_isChargedOnceAtItsFirstLot_alsoWhenARunIsResumed() {
        Lots lots = new AllocatedLots(11, 4);
        List<DpEvent> charges = new ArrayList<>();
        for (long step = 5; step < 12; step++) {
            charges.add(lots.charge(step, 5, s -> new Gaussian(2)));
        }

        DpEvent epoch = new RandomAllocation(3, 1, new Gaussian(2));
        DpEvent none = new NoOp();
        assertThat(charges).containsExactly(epoch, none, none, epoch, none, none, epoch);
        assertThat(lots.charge(7, 7, s -> new Gaussian(2))).isEqualTo(epoch);
        assertThat(lots.plan(7, step -> new Gaussian(2))).isEqualTo(new Repeated(3, epoch));
        assertThat(lots.steps(BigDecimal.valueOf(2))).isEqualTo(6);
        assertThat(lots.endsEpoch(6)).isTrue();
        assertThat(lots.size()).isEqualTo(4);
    }

    @Test
    void noiseThatChanges_isChargedAsTheLeastOfTheEpoch() {
        Lots lots = new AllocatedLots(12, 4);
        assertThat(lots.chargeFrom(0, step -> new Gaussian(3 - step)))
                .isEqualTo(new RandomAllocation(3, 1, new Gaussian(1)));
        assertThat(lots.chargeFrom(0, step -> step == 1 ? new NonPrivate() : new Gaussian(9)))
                .isEqualTo(new NonPrivate());
        assertThatIllegalArgumentException()
                .isThrownBy(() -> lots.chargeFrom(0, step -> new Laplace(2 + step)))
                .withMessageContaining("only Gaussian releases may change within an epoch");
    }

    @Test
    void adjacencies_areThoseThatHaveABound() {
        Lots lots = new AllocatedLots(1000, 10);
        assertThat(lots.adjacencies()).containsExactly(Adjacency.ADD_OR_REMOVE_ONE, Adjacency.ZERO_OUT);
        DpEvent epoch = lots.plan(100, step -> new Gaussian(1));
        for (Adjacency adjacency : Adjacency.values()) {
            assertThat(AutoAccountant.best().supports(epoch, adjacency))
                    .isEqualTo(lots.adjacencies().contains(adjacency));
        }
    }

    @Test
    void oneLotAnEpoch_isTheWholeData() {
        Lots lots = new AllocatedLots(5, 5);
        assertThat(lots.lotsPerCharge()).isEqualTo(1);
        assertThat(lots.sampler(NoiseSource.secure()).next()).containsExactly(0, 1, 2, 3, 4);
    }
}
