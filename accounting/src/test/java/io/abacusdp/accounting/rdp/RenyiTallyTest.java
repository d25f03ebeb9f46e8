package io.abacusdp.accounting.rdp;

import static io.abacusdp.accounting.event.DpEvent.sampledGaussian;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.data.Offset.offset;

import io.abacusdp.accounting.Adjacency;
import io.abacusdp.accounting.UnsupportedEventException;
import io.abacusdp.accounting.event.ApproximateDp;
import io.abacusdp.accounting.event.Gaussian;
import io.abacusdp.accounting.event.PoissonSampled;
import io.abacusdp.accounting.event.TruncatedPoisson;
import java.util.Arrays;
import org.junit.jupiter.api.Test;

class RenyiTallyTest {
    @Test
    void epsilon_ofNothing_isZero() {
        RenyiTally accountant = new RenyiTally();
        assertThat(accountant.epsilon(1e-5).epsilon()).isZero();
        assertThat(accountant.delta(0).delta()).isZero();
        assertThat(accountant.totalRdpMass()).isZero();
        assertThat(accountant.orders()).hasSize(152).startsWith(1.1, 1.2).endsWith(62, 63);
    }

    @Test
    void composeGaussian_fiftySteps_givesThePublishedGuarantee() {
        RenyiTally accountant = new RenyiTally(Orders.classicGrid(), Conversion.MIRONOV, Adjacency.ADD_OR_REMOVE_ONE)
                .composeGaussian(4, 20)
                .composeGaussian(4, 30);
        assertThat(accountant.epsilon(1e-5).epsilon()).isCloseTo(10.045296468507, offset(1e-12));
        assertThat(accountant.epsilon(1e-5).order()).hasValue(3.7);
        assertThat(accountant.rdpAt(2)).isCloseTo(50 * 2 / 32.0, offset(1e-12));
    }

    @Test
    void compose_stepByStep_equalsReplayOfTheHistoryToTheLastBit() {
        RenyiTally steps = new RenyiTally();
        for (int i = 0; i < 200; i++) {
            steps.compose(new PoissonSampled(.01, new Gaussian(1 + i % 7)));
        }
        RenyiTally replay = new RenyiTally().compose(steps.history());
        assertThat(replay.rdpCurve()).isEqualTo(steps.rdpCurve());
        assertThat(replay.epsilon(1e-5)).isEqualTo(steps.epsilon(1e-5));
        assertThat(replay.delta(2)).isEqualTo(steps.delta(2));
    }

    @Test
    void composeRdp_ofAGivenCurve_addsIt() {
        RenyiTally accountant = new RenyiTally().composeGaussian(2, 1);
        double[] before = accountant.rdpCurve();
        double[] given =
                Arrays.stream(accountant.orders()).map(order -> order / 10).toArray();
        accountant.composeRdp(given);
        double[] after = accountant.rdpCurve();
        for (int i = 0; i < before.length; i++) {
            assertThat(after[i]).isCloseTo(before[i] + given[i], offset(1e-13));
        }
        assertThat(accountant.totalRdpMass())
                .isGreaterThan(Arrays.stream(before).sum());
    }

    @Test
    void compose_refused_leavesTheStateUnchanged() {
        RenyiTally accountant = new RenyiTally().compose(sampledGaussian(.01, 1, 1000));
        double before = accountant.epsilon(1e-5).epsilon();
        assertThatThrownBy(() -> accountant.compose(new TruncatedPoisson(.1, 5, 100, new Gaussian(1))))
                .isInstanceOf(UnsupportedEventException.class)
                .hasMessageContaining("TruncatedPoisson");
        assertThatThrownBy(() -> accountant.composeRdp(1, 2, 3)).hasMessageContaining("one value for each");
        assertThatThrownBy(() -> accountant.composeGaussian(Double.NaN, 1)).hasMessageContaining("got NaN");
        assertThatThrownBy(() -> accountant.composeGaussian(1, -1)).hasMessageContaining("got -1");
        assertThat(accountant.epsilon(1e-5).epsilon()).isEqualTo(before);
        accountant.compose(sampledGaussian(.01, 1, 1));
        assertThat(accountant.epsilon(1e-5).epsilon()).isGreaterThan(before);
    }

    @Test
    void deltaApart_ofApproximateEvents_addsUp() {
        RenyiTally accountant = new RenyiTally().compose(new ApproximateDp(.1, 1e-6));
        assertThat(accountant.deltaApart()).isBetween(1e-6, 1e-6 * (1 + 1e-14));
        assertThatThrownBy(() -> new RdpAccountant().curve(new ApproximateDp(.1, 1e-6), Adjacency.ZERO_OUT))
                .hasMessageContaining("not part of any Rényi curve");
    }

    @Test
    void of_allOrders_isRefused() {
        assertThatThrownBy(() -> new RenyiTally(Orders.continuous(), Conversion.OPTIMAL, Adjacency.ADD_OR_REMOVE_ONE))
                .hasMessageContaining("needs a grid");
    }

    @Test
    void of_badOrders_isRefused() {
        assertThatThrownBy(() -> Orders.of()).hasMessageContaining("at least one order");
        assertThatThrownBy(() -> Orders.of(2, 1)).hasMessageContaining("above 1, got 1.0");
        assertThat(Orders.of(3, 2, 3).grid()).containsExactly(2, 3);
    }
}
