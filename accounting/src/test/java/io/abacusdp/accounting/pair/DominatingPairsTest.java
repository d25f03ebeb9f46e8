package io.abacusdp.accounting.pair;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import io.abacusdp.accounting.Adjacency;
import io.abacusdp.accounting.UnsupportedEventException;
import io.abacusdp.accounting.event.ApproximateDp;
import io.abacusdp.accounting.event.DpEvent;
import io.abacusdp.accounting.event.Gaussian;
import io.abacusdp.accounting.event.Laplace;
import io.abacusdp.accounting.event.PoissonSampled;
import io.abacusdp.accounting.event.ZeroConcentratedDp;
import java.util.List;
import org.junit.jupiter.api.Test;

class DominatingPairsTest {
    private static DominatedEvent only(DpEvent event, Adjacency adjacency) {
        List<DominatedEvent> all = DominatingPairs.of(event, adjacency, "test");
        assertThat(all).hasSize(1);
        return all.get(0);
    }

    @Test
    void gaussian_replacedRecord_movesTwice() {
        assertThat(only(new Gaussian(3), Adjacency.ADD_OR_REMOVE_ONE).above())
                .isEqualTo(new DominatingPair.GaussianShift(3, 1));
        assertThat(only(new Gaussian(3), Adjacency.REPLACE_ONE).above())
                .isEqualTo(new DominatingPair.GaussianShift(3, 2));
    }

    @Test
    void sampledGaussian_replacedRecord_isAgainstItsMirrorImage() {
        DpEvent event = new PoissonSampled(0.1, new Gaussian(3));
        DominatedEvent replaced = only(event, Adjacency.REPLACE_ONE);
        assertThat(replaced.above())
                .isEqualTo(new DominatingPair.GaussianMixture(3, 0.1, List.of(1.0), List.of(1.0), true));
        assertThat(replaced.symmetric()).isTrue();
        DominatedEvent removed = only(event, Adjacency.ADD_OR_REMOVE_ONE);
        assertThat(removed.above())
                .isEqualTo(new DominatingPair.GaussianMixture(3, 0.1, List.of(1.0), List.of(1.0), false));
        assertThat(removed.symmetric()).isFalse();
    }

    @Test
    void laplace_replacedRecord_movesTwiceOnlyWithoutSampling() {
        assertThat(only(new Laplace(4), Adjacency.REPLACE_ONE).above())
                .isEqualTo(new DominatingPair.LaplaceShift(0.5, 1, false));
        assertThat(only(new PoissonSampled(0.1, new Laplace(4)), Adjacency.REPLACE_ONE)
                        .above())
                .isEqualTo(new DominatingPair.LaplaceShift(0.25, 0.1, true));
    }

    @Test
    void approximateDp_sampled_hasItsMassUnderBothLaws() {
        DpEvent event = new PoissonSampled(0.25, new ApproximateDp(1.5, 1e-3));
        Atoms atoms = (Atoms) only(event, Adjacency.ADD_OR_REMOVE_ONE).above();
        double underP = atoms.infinity();
        double underQ = atoms.counterInfinity();
        for (int i = 0; i < atoms.losses().length; i++) {
            underP += atoms.masses()[i];
            underQ += atoms.masses()[i] * Math.exp(-atoms.losses()[i]);
        }
        assertThat(underP).isCloseTo(1, within(1e-15));
        assertThat(underQ).isCloseTo(1, within(1e-15));
    }

    @Test
    void of_noKnownPair_refusesInTheNameOfTheAccountant() {
        assertThatThrownBy(() ->
                        DominatingPairs.of(new ZeroConcentratedDp(0, 0.1), Adjacency.ADD_OR_REMOVE_ONE, "curious"))
                .isInstanceOf(UnsupportedEventException.class)
                .hasMessageContaining("the curious accountant");
    }
}
