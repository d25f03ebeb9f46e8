package io.abacusdp.federated.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.abacusdp.federated.privacy.PrivacyCosts;
import io.abacusdp.federated.privacy.PrivacyHistory;
import io.abacusdp.federated.privacy.PrivacyStyle;
import io.abacusdp.training.step.Clipping;
import java.nio.file.Path;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class NoiseCalibrationTest {
    @TempDir
    private Path directory;

    private static double epsilon(TestFederation federation, int rounds) {
        PrivacyHistory history = new PrivacyHistory();
        history.add(new RoundPricing(federation.plan(), Set.of()).charge(), rounds);
        return PrivacyCosts.best(TestFederation.DELTA)
                .released(history)
                .orElseThrow()
                .epsilon();
    }

    /** One round of all clients is the Gaussian mechanism: sigma of epsilon 1 at delta 1e-5 is 3.73063163481594. */
    @Test
    void multiplier_ofTheServersNoise_isTheKnownOne() {
        assertThat(new NoiseCalibration(1, 1e-5, 1).multiplier(1.0)).isCloseTo(3.73063163481594, within(1e-5));
        assertThat(new NoiseCalibration(1, 1e-5, 4).multiplier(1.0)).isCloseTo(2 * 3.73063163481594, within(1e-5));
        assertThat(new NoiseCalibration(1, 1e-5, 4).multiplier(0.25)).isLessThan(4);
    }

    /** What a plan with the noise costs is within the target, and noise of integers takes little more than Gaussian noise. */
    @Test
    void multiplier_ofTheClientsNoise_isWithinTheTargetOfThePlan() {
        TestFederation federation = TestFederation.of(directory, PrivacyStyle.USER);
        federation.isSecure = true;
        SecureRoster roster = federation.plan().secure().orElseThrow();
        NoiseCalibration calibration = new NoiseCalibration(4, TestFederation.DELTA, 5);

        double noise = calibration.multiplier(roster, 650, z -> 0);
        double counted = calibration.multiplier(roster, 650, z -> 2 * z);

        assertThat(noise).isBetween(calibration.multiplier(1.0), calibration.multiplier(1.0) * 1.15);
        federation.clientNoise = Optional.of(new ClientNoise(4, noise, new Clipping.Flat(1)));
        assertThat(epsilon(federation, 5)).isBetween(3.99, 4.0);
        federation.clientNoise =
                Optional.of(new ClientNoise(4, counted, new Clipping.Adaptive(1, 0.5, 0.2, 2 * counted)));
        assertThat(epsilon(federation, 5)).isBetween(3.99, 4.0);
    }
}
