package io.abacusdp.accounting.calibrate;

import static io.abacusdp.accounting.event.DpEvent.sampledGaussian;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.data.Offset.offset;

import io.abacusdp.accounting.Accountant;
import io.abacusdp.accounting.Adjacency;
import io.abacusdp.accounting.classic.ClassicAccountant;
import io.abacusdp.accounting.event.ApproximateDp;
import io.abacusdp.accounting.event.Composed;
import io.abacusdp.accounting.event.DpEvent;
import io.abacusdp.accounting.event.Gaussian;
import io.abacusdp.accounting.event.Laplace;
import io.abacusdp.accounting.event.NonPrivate;
import io.abacusdp.accounting.event.Repeated;
import io.abacusdp.accounting.rdp.Conversion;
import io.abacusdp.accounting.rdp.Orders;
import io.abacusdp.accounting.rdp.RdpAccountant;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

class CalibrationTest {
    private static final Adjacency ADD = Adjacency.ADD_OR_REMOVE_ONE;
    private static final RdpAccountant RDP = new RdpAccountant();

    @Test
    void noiseMultiplier_forAnEpsilon_isThePublishedOne() {
        RdpAccountant classic = new RdpAccountant(Orders.classicGrid(), Conversion.BALLE);
        Calibrated found =
                new Calibration(classic, ADD, 8, 1e-5).noiseMultiplier(noise -> sampledGaussian(.04, noise, 2250));
        assertThat(found.value()).isCloseTo(1.416, offset(5e-4));
        assertThat(found.guarantee().epsilon()).isLessThanOrEqualTo(8);
    }

    @Test
    void noiseMultiplier_forRandomTargets_neverExceedsAndIsWithin1e6OfTheBest() {
        SplittableRandom random = new SplittableRandom(3);
        for (int i = 0; i < 60; i++) {
            double q = Math.exp(random.nextDouble(-9, 0));
            long steps = (long) Math.exp(random.nextDouble(0, 12));
            double epsilon = Math.exp(random.nextDouble(-3, 4));
            double delta = Math.exp(random.nextDouble(-40, -3));
            Calibration target = new Calibration(RDP, ADD, epsilon, delta);
            Calibrated found = target.noiseMultiplier(noise -> sampledGaussian(q, noise, steps));
            assertThat(epsilon(RDP, found.event(), delta))
                    .isLessThanOrEqualTo(epsilon)
                    .isEqualTo(found.guarantee().epsilon());
            DpEvent less = sampledGaussian(q, found.value() * (1 - 1e-6), steps);
            assertThat(epsilon(RDP, less, delta)).as("q %s steps %s", q, steps).isGreaterThan(epsilon);
        }
    }

    @Test
    void steps_forATarget_areTheMostThatFit() {
        Calibrated found = new Calibration(RDP, ADD, 2, 1e-5).steps(steps -> sampledGaussian(.01, 1, steps));
        assertThat(epsilon(RDP, sampledGaussian(.01, 1, (long) found.value()), 1e-5))
                .isLessThanOrEqualTo(2);
        assertThat(epsilon(RDP, sampledGaussian(.01, 1, (long) found.value() + 1), 1e-5))
                .isGreaterThan(2);
    }

    @Test
    void samplingRate_forATarget_isTheHighestThatFits() {
        Calibrated found = new Calibration(RDP, ADD, 2, 1e-5).samplingRate(rate -> sampledGaussian(rate, 1, 1000));
        assertThat(epsilon(RDP, sampledGaussian(found.value(), 1, 1000), 1e-5)).isLessThanOrEqualTo(2);
        assertThat(epsilon(RDP, sampledGaussian(found.value() * (1 + 1e-6), 1, 1000), 1e-5))
                .isGreaterThan(2);
        assertThat(new Calibration(RDP, ADD, 100, 1e-5)
                        .samplingRate(rate -> sampledGaussian(rate, 1, 1))
                        .value())
                .isEqualTo(1);
    }

    @Test
    void noiseMultiplier_byOtherAccountants_worksAlike() {
        // Basic composition of 20 Laplace releases: scale 20/ε.
        Calibrated basic = new Calibration(ClassicAccountant.basic(), ADD, 1, 0)
                .noiseMultiplier(noise -> new Repeated(20, new Laplace(noise)));
        assertThat(basic.value()).isBetween(20.0, 20 * (1 + 1e-6));
        // Optimal composition needs no more than what is published for the exact law, 13.6, and some.
        Calibrated optimal = new Calibration(ClassicAccountant.optimal(), ADD, 1, 1e-4)
                .noiseMultiplier(noise -> new Repeated(20, new Laplace(noise)));
        assertThat(optimal.value()).isBetween(13.5, 14.5);
    }

    @Test
    void target_outOfReach_saysWhatWouldBePossible() {
        assertThatThrownBy(() -> new Calibration(RDP, ADD, 1, 1e-5)
                        .noiseMultiplier(noise -> new Composed(List.of(new Gaussian(noise), new NonPrivate()))))
                .isInstanceOf(UnreachableTargetException.class)
                .hasMessageContaining("no noise multiplier up to 1.0E12", "no epsilon is finite");
        assertThatThrownBy(() -> new Calibration(RDP, ADD, .1, 1e-5).steps(steps -> sampledGaussian(.5, 1, steps)))
                .isInstanceOf(UnreachableTargetException.class)
                .hasMessageContaining("not even one step gives epsilon 0.1", "would be possible");
        assertThatThrownBy(() -> new Calibration(RDP, ADD, 1, 1e-5)
                        .samplingRate(
                                rate -> new Composed(List.of(sampledGaussian(rate, 1, 1), new ApproximateDp(0, 1e-4)))))
                .isInstanceOf(UnreachableTargetException.class)
                .hasMessageContaining("no sampling rate");
    }

    @Test
    void target_ofBadNumbers_isRefused() {
        assertThatThrownBy(() -> new Calibration(RDP, ADD, Double.NaN, 1e-5)).hasMessageContaining("epsilon must be");
        assertThatThrownBy(() -> new Calibration(RDP, ADD, 1, Double.NaN)).hasMessageContaining("delta must be");
        assertThatThrownBy(() -> new Calibration(RDP, ADD, -1, 1e-5)).hasMessageContaining("got -1.0");
    }

    private static double epsilon(Accountant accountant, DpEvent event, double delta) {
        return accountant.epsilon(event, ADD, delta).epsilon();
    }
}
