package io.abacusdp.accounting.calibrate;

import static io.abacusdp.accounting.Adjacency.ADD_OR_REMOVE_ONE;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import io.abacusdp.accounting.event.DpEvent;
import io.abacusdp.accounting.event.Gaussian;
import io.abacusdp.accounting.event.Laplace;
import io.abacusdp.accounting.event.PoissonSampled;
import io.abacusdp.accounting.event.Repeated;
import java.util.List;
import org.junit.jupiter.api.Test;

class RiskTargetTest {
    private static DpEvent sampled(double noise, double rate, long steps) {
        return new Repeated(steps, new PoissonSampled(rate, new Gaussian(noise)));
    }

    @Test
    void noise_publishedRisks_areFoundOnTheSafeSide() {
        Target advantage = RiskTarget.advantage(ADD_OR_REMOVE_ONE, .1610176197);
        Calibrated byAdvantage = new Calibration(advantage).noiseMultiplier(noise -> sampled(noise, .01, 1000));
        assertThat(byAdvantage.value()).isCloseTo(1, within(2e-6));
        assertThat(byAdvantage.guarantee().epsilon()).isZero();
        assertThat(byAdvantage.guarantee().delta()).isLessThanOrEqualTo(.1610176197);
        assertThat(byAdvantage.guarantee().accountant()).isEqualTo("exact");
        Target rate = RiskTarget.truePositiveRate(ADD_OR_REMOVE_ONE, .029139095, .01);
        Calibrated byRate = new Calibration(rate).noiseMultiplier(noise -> sampled(noise, .01, 1000));
        assertThat(byRate.value()).isCloseTo(1, within(1e-5));
        assertThat(rate.cost(byRate.event())).isLessThanOrEqualTo(rate.limit());
    }

    @Test
    void samplingRate_everyTarget_endsOnTheSafeSide() {
        List<Target> targets = List.of(
                RiskTarget.advantage(ADD_OR_REMOVE_ONE, .2),
                RiskTarget.truePositiveRate(ADD_OR_REMOVE_ONE, .05, .01),
                RiskTarget.mu(ADD_OR_REMOVE_ONE, .8, .01));
        for (Target target : targets) {
            Calibrated rate = new Calibration(target).samplingRate(q -> sampled(1, q, 500));
            assertThat(target.cost(rate.event())).isLessThanOrEqualTo(target.limit());
            assertThat(target.cost(sampled(1, rate.value() * (1 + 1e-5), 500))).isGreaterThan(target.limit());
        }
    }

    @Test
    void steps_oneMore_isTooMany() {
        List<Target> targets = List.of(
                RiskTarget.advantage(ADD_OR_REMOVE_ONE, .2), RiskTarget.truePositiveRate(ADD_OR_REMOVE_ONE, .05, .01));
        for (Target target : targets) {
            Calibrated steps = new Calibration(target).steps(count -> sampled(1, .02, count));
            assertThat(target.cost(steps.event())).isLessThanOrEqualTo(target.limit());
            assertThat(target.cost(sampled(1, .02, (long) steps.value() + 1))).isGreaterThan(target.limit());
        }
    }

    @Test
    void mu_gaussian_isTheInverseOfTheNoise() {
        Target target = RiskTarget.mu(ADD_OR_REMOVE_ONE, .5);
        Calibrated found = new Calibration(target).noiseMultiplier(noise -> new Repeated(4, new Gaussian(noise)));
        assertThat(found.value()).isBetween(4.0, 4 * (1 + 1e-6));
        assertThat(new Calibration(target)
                        .steps(count -> new Repeated(count, new Gaussian(10)))
                        .value())
                .isBetween(24.0, 25.0);
    }

    @Test
    void target_outOfReach_saysWhatToDo() {
        assertThatThrownBy(() -> new Calibration(RiskTarget.mu(ADD_OR_REMOVE_ONE, 1))
                        .steps(count -> new Repeated(count, new Laplace(10))))
                .isInstanceOf(UnreachableTargetException.class)
                .hasMessageContaining("no mu is finite for this event");
        assertThatThrownBy(() -> new Calibration(RiskTarget.advantage(ADD_OR_REMOVE_ONE, .1))
                        .steps(count -> new Repeated(count, new Gaussian(1))))
                .hasMessageContaining("not even one step gives advantage 0.1")
                .hasMessageContaining("would be possible");
    }

    @Test
    void target_outOfRange_isRefused() {
        assertThatThrownBy(() -> RiskTarget.advantage(ADD_OR_REMOVE_ONE, Double.NaN))
                .hasMessage("advantage must be in (0, 1), got NaN");
        assertThatThrownBy(() -> RiskTarget.truePositiveRate(ADD_OR_REMOVE_ONE, .01, .02))
                .hasMessageContaining("must be above the false positive rate 0.02");
        assertThatThrownBy(() -> RiskTarget.mu(ADD_OR_REMOVE_ONE, 0)).hasMessageContaining("mu must be finite");
        assertThatThrownBy(() -> RiskTarget.mu(ADD_OR_REMOVE_ONE, 1, .5)).hasMessageContaining("least rate");
    }
}
