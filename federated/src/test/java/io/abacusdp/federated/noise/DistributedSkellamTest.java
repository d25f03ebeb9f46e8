package io.abacusdp.federated.noise;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import io.abacusdp.accounting.Adjacency;
import io.abacusdp.accounting.event.ApproximateDp;
import io.abacusdp.accounting.event.Composed;
import io.abacusdp.accounting.event.DpEvent;
import io.abacusdp.accounting.event.Skellam;
import io.abacusdp.accounting.rdp.RdpAccountant;
import java.math.BigDecimal;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

class DistributedSkellamTest {
    @Test
    void variancePerClient_timesHonestClients_isAtLeastTheTarget() {
        for (int honest = 1; honest < 200; honest++) {
            DistributedSkellam noise = new DistributedSkellam(1000.1, honest);
            BigDecimal made = new BigDecimal(noise.variancePerClient()).multiply(BigDecimal.valueOf(honest));
            assertThat(made).isGreaterThanOrEqualTo(new BigDecimal("1000.1000000000000227373675443232059478759765625"));
            assertThat(made.doubleValue()).isEqualTo(1000.1, within(1e-9));
        }
    }

    /** The sum of the honest clients has the variance that is charged; 5.5 deviations reject falsely with 4e-8. */
    @Test
    void noise_ofTheHonestClients_hasTheChargedVariance() {
        double variance = 500;
        DistributedSkellam distributed = new DistributedSkellam(variance, 10);
        SkellamNoise one = distributed.ofOneClient();
        SplittableRandom random = new SplittableRandom(5);
        int[] sums = new int[20_000];
        for (int client = 0; client < 10; client++) {
            one.addTo(sums, random);
        }
        double squares = 0;
        for (int sum : sums) {
            squares += (double) sum * sum;
        }
        assertThat(Math.abs(squares / sums.length - variance))
                .isLessThan(5.5 * Math.sqrt((2 * variance * variance + variance) / sums.length));
    }

    @Test
    void event_chargesTheHonestClientsAndWhatCanFail() {
        FixedPoint encoding = new FixedPoint(4, 1, 100);
        DpEvent event = new DistributedSkellam(1e4, 10).event(encoding, 0x1p-40);
        Composed composed = (Composed) event;
        assertThat(composed.events().get(0))
                .isEqualTo(new Skellam(1e4, encoding.l1Sensitivity(), encoding.l2Sensitivity()));
        ApproximateDp failure = (ApproximateDp) composed.events().get(1);
        assertThat(failure.epsilon()).isZero();
        // 2^-40, and 10 clients of 4 numbers at 2^-99 each, 2^30 times.
        assertThat(failure.delta())
                .isEqualTo(0x1p-40 + 40 * 0x1p-69, within(1e-27))
                .isGreaterThan(0x1p-40);
    }

    /** Gaussian noise of multiplier 1 costs 4.38 at 1e-5 (analytic Gaussian); Skellam's bound is a little above it. */
    @Test
    void event_isAccountedNearTheGaussianOfTheSameVariance() {
        FixedPoint encoding = new FixedPoint(4, 1, 1e4);
        double variance = encoding.l2Sensitivity() * encoding.l2Sensitivity();
        DpEvent event = new DistributedSkellam(variance, 10).event(encoding, 0x1p-40);
        double epsilon = new RdpAccountant()
                .epsilon(event, Adjacency.ADD_OR_REMOVE_ONE, 1e-5)
                .epsilon();
        assertThat(epsilon).isBetween(4.377, 4.9);
    }

    @Test
    void create_badNumbers_areRefused() {
        assertThatThrownBy(() -> new DistributedSkellam(0, 3)).hasMessageContaining("variance must be positive");
        assertThatThrownBy(() -> new DistributedSkellam(Double.NaN, 3)).hasMessageContaining("got NaN");
        assertThatThrownBy(() -> new DistributedSkellam(1, 0))
                .hasMessageContaining("honest clients must be at least 1");
    }
}
