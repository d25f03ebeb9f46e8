package io.abacusdp.accounting.risk;

import static io.abacusdp.accounting.Adjacency.ADD_OR_REMOVE_ONE;
import static io.abacusdp.accounting.Adjacency.REPLACE_ONE;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import io.abacusdp.accounting.UnsupportedEventException;
import io.abacusdp.accounting.event.Gaussian;
import io.abacusdp.accounting.event.Laplace;
import io.abacusdp.accounting.event.PoissonSampled;
import io.abacusdp.accounting.event.Repeated;
import io.abacusdp.accounting.exact.ExactAccountant;
import org.junit.jupiter.api.Test;

class GdpEstimateTest {
    @Test
    void epsilon_publishedRow_isBelowTheTruth() {
        Repeated event = new Repeated(50, new PoissonSampled(.2, new Gaussian(3)));
        double delta = 1.0 / 48000;
        assertThat(GdpEstimate.of(event, ADD_OR_REMOVE_ONE).epsilon(delta)).isCloseTo(1.838, within(5e-4));
        double truth =
                new ExactAccountant().epsilon(event, ADD_OR_REMOVE_ONE, delta).epsilon();
        assertThat(truth).isCloseTo(1.96081, within(5e-6));
        assertThat(GdpEstimate.WARNING).isEqualTo("estimate, can under-report");
    }

    @Test
    void of_plainGaussian_isExact() {
        GdpEstimate estimate = GdpEstimate.of(new Repeated(4, new Gaussian(2)), ADD_OR_REMOVE_ONE);
        assertThat(estimate.mu()).isCloseTo(1, within(1e-15));
        assertThat(estimate.epsilon(1e-5)).isCloseTo(4.37717809568122, within(1e-12));
        assertThat(new GdpEstimate(Double.POSITIVE_INFINITY).epsilon(.1)).isInfinite();
    }

    @Test
    void of_otherEvents_isRefused() {
        assertThatThrownBy(() -> GdpEstimate.of(new Laplace(1), ADD_OR_REMOVE_ONE))
                .isInstanceOf(UnsupportedEventException.class);
        assertThatThrownBy(() -> GdpEstimate.of(new Gaussian(1), REPLACE_ONE))
                .isInstanceOf(UnsupportedEventException.class);
        assertThatThrownBy(() -> new GdpEstimate(Double.NaN)).hasMessage("mu must be at least 0, got NaN");
    }
}
