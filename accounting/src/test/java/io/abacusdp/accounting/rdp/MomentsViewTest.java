package io.abacusdp.accounting.rdp;

import static io.abacusdp.accounting.event.DpEvent.sampledGaussian;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.data.Offset.offset;

import io.abacusdp.accounting.Adjacency;
import io.abacusdp.accounting.event.Gaussian;
import org.junit.jupiter.api.Test;

class MomentsViewTest {
    private static final Adjacency ADD = Adjacency.ADD_OR_REMOVE_ONE;

    @Test
    void logMoment_ofAGaussian_isItsClosedForm() {
        MomentsView view = new MomentsView(new Gaussian(2), ADD);
        // K(λ) = λ(λ + 1)/2σ².
        assertThat(view.logMoment(2)).isCloseTo(6 / 8.0, offset(1e-13));
        assertThat(view.logMoment(32)).isCloseTo(32 * 33 / 8.0, offset(1e-11));
        // Between integers the chord, above the convex curve: (6 + 12)/16 against 2.5·3.5/8.
        assertThat(view.logMoment(2.5)).isCloseTo(18 / 16.0, offset(1e-13)).isGreaterThan(2.5 * 3.5 / 8);
    }

    @Test
    void epsilon_ofDpSgd_isAboveTheTightest() {
        MomentsView view = new MomentsView(sampledGaussian(.01, 4, 10_000), ADD);
        double tightest = new RdpAccountant()
                .epsilon(sampledGaussian(.01, 4, 10_000), ADD, 1e-5)
                .epsilon();
        // Abadi et al. 2016 state 1.26 for q = 0.01, sigma = 4, 10,000 steps, delta = 1e-5.
        assertThat(view.epsilon(1e-5)).isCloseTo(1.26, offset(.005)).isGreaterThan(tightest);
    }

    @Test
    void closedApproximation_isTheLeadingTermAndBelowTheMoment() {
        assertThat(MomentsView.closedApproximation(.01, 4, 8)).isCloseTo(1e-4 * 72 / (.99 * 16), offset(1e-18));
        assertThat(MomentsView.APPROXIMATION).isEqualTo("approximation, not a bound");
        // Why it is not a bound: at q = 0.1, z = 1, the tenth moment is far above.
        assertThat(new MomentsView(sampledGaussian(.1, 1, 1), ADD).logMoment(10))
                .isGreaterThan(10 * MomentsView.closedApproximation(.1, 1, 10));
    }

    @Test
    void arguments_outOfRange_areRefused() {
        MomentsView view = new MomentsView(new Gaussian(2), ADD);
        assertThatThrownBy(() -> view.logMoment(1)).hasMessageContaining("[2, 32], got 1.0");
        assertThatThrownBy(() -> view.logMoment(Double.NaN)).hasMessageContaining("got NaN");
        assertThatThrownBy(() -> view.epsilon(0)).hasMessageContaining("(0, 1), got 0.0");
        assertThatThrownBy(() -> MomentsView.closedApproximation(1, 1, 2)).hasMessageContaining("0 <= q < 1");
    }
}
