package io.abacusdp.federated.privacy;

import static org.assertj.core.api.Assertions.assertThat;

import io.abacusdp.accounting.Adjacency;
import io.abacusdp.accounting.event.ApproximateDp;
import io.abacusdp.accounting.event.Composed;
import io.abacusdp.accounting.event.DpEvent;
import io.abacusdp.accounting.event.Gaussian;
import io.abacusdp.accounting.event.PoissonSampled;
import io.abacusdp.accounting.event.Repeated;
import io.abacusdp.accounting.event.Skellam;
import io.abacusdp.testkit.EpsilonOracle;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class ClientAdjacencyTest {
    private static final double DELTA = 1e-5;
    private static final DpEvent OF_SERVER = new PoissonSampled(0.5, new Gaussian(2));
    private static final DpEvent OF_CLIENTS =
            new Composed(List.of(new Skellam(1e8, 2e4, 1e4), new ApproximateDp(0, 1e-12)));

    private static PrivacyHistory history(DpEvent... events) {
        PrivacyHistory history = new PrivacyHistory();
        for (DpEvent event : events) {
            history.add(new RoundCharge(Map.of("a", OF_SERVER), Optional.of(event), Map.of("a", event)));
        }
        return history;
    }

    @Test
    void noiseOfClients_isFoundInAnyCompany() {
        assertThat(ClientAdjacency.of(OF_SERVER)).isEqualTo(Adjacency.ADD_OR_REMOVE_ONE);
        assertThat(ClientAdjacency.of(new Repeated(3, OF_CLIENTS))).isEqualTo(Adjacency.ZERO_OUT);
        assertThat(ClientAdjacency.of(new Composed(List.of(OF_SERVER, new Repeated(3, OF_CLIENTS)))))
                .isEqualTo(Adjacency.ZERO_OUT);
        assertThat(ClientAdjacency.of(new PoissonSampled(0.5, OF_CLIENTS))).isEqualTo(Adjacency.ZERO_OUT);
    }

    @Test
    void costs_areStatedUnderTheAdjacencyOfTheirNoise() {
        PrivacyCosts costs = PrivacyCosts.best(DELTA);
        PrivacyHistory mixed = history(OF_CLIENTS, OF_SERVER, OF_CLIENTS);

        assertThat(costs.released(mixed).orElseThrow().adjacency()).isEqualTo(Adjacency.ZERO_OUT);
        assertThat(costs.worstParticipant(mixed).orElseThrow().guarantee().adjacency())
                .isEqualTo(Adjacency.ZERO_OUT);
        assertThat(costs.worstRecords(mixed).orElseThrow().guarantee().adjacency())
                .isEqualTo(Adjacency.ADD_OR_REMOVE_ONE);
        assertThat(costs.released(history(OF_SERVER)).orElseThrow().adjacency()).isEqualTo(Adjacency.ADD_OR_REMOVE_ONE);
    }

    /**
     * Under zero-out both sums have the whole noise, and differ by one encoded update: the truth is that of one shift of L2 norm
     * 10^4 in Skellam noise of variance 10^8, next to a Gaussian of noise 1.
     */
    @Test
    void epsilonUnderZeroOut_isThatOfAShiftInTheSameNoise() {
        double stated = PrivacyCosts.best(DELTA)
                .released(history(OF_CLIENTS, OF_CLIENTS))
                .orElseThrow()
                .epsilon();

        assertThat(stated)
                .isBetween(
                        EpsilonOracle.gaussian(1, 2, DELTA), EpsilonOracle.skellam(2, 1, 1e8, 2, DELTA * (1 - 1e-6)));
    }
}
