package io.abacusdp.federated.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.abacusdp.accounting.event.Composed;
import io.abacusdp.accounting.event.Skellam;
import io.abacusdp.accounting.numeric.Normal;
import io.abacusdp.federated.noise.SecureSum;
import io.abacusdp.federated.privacy.PrivacyCosts;
import io.abacusdp.federated.privacy.PrivacyHistory;
import io.abacusdp.federated.privacy.PrivacyStyle;
import io.abacusdp.training.step.Clipping;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** A client that is in a sum knows what it added itself; what the server claims must hold against it too. */
class InsiderTest {
    @TempDir
    private Path directory;

    private RoundPricing pricing(int clients, int threshold, double noise) {
        TestFederation federation = TestFederation.of(directory, PrivacyStyle.USER);
        federation.clients = clients;
        federation.isSecure = true;
        federation.patience = new Patience(Duration.ofSeconds(1), Duration.ofSeconds(1), 2, 1);
        federation.threshold = OptionalInt.of(threshold);
        federation.clientNoise = Optional.of(new ClientNoise(clients, noise, new Clipping.Flat(1)));
        return new RoundPricing(federation.plan(), Set.of());
    }

    private static double claimed(RoundPricing pricing) {
        PrivacyHistory history = new PrivacyHistory();
        history.add(pricing.charge());
        return PrivacyCosts.best(TestFederation.DELTA)
                .released(history)
                .orElseThrow()
                .epsilon();
    }

    /** Of a Gaussian of the same variance, without rounding to integers: what clients do costs a little more. By bisection. */
    private static double epsilon(double sensitivity, double variance) {
        double mu = sensitivity / Math.sqrt(variance);
        double low = 0;
        double high = 100;
        for (int i = 0; i < 60; i++) {
            double middle = (low + high) / 2;
            double delta = Normal.cdf(mu / 2 - middle / mu) - Math.exp(middle) * Normal.cdf(-mu / 2 - middle / mu);
            if (delta > TestFederation.DELTA) {
                low = middle;
            } else {
                high = middle;
            }
        }
        return low;
    }

    /** Two of three gave 3.63, where the fellow survivor had 5.38 before it; now what is claimed holds against it. */
    @ParameterizedTest
    @CsvSource({"3, 2", "2, 2", "5, 3", "5, 5", "20, 14"})
    void claimed_ofASumOfTheThreshold_holdsAgainstAFellowSurvivor(int clients, int threshold) {
        RoundPricing pricing = pricing(clients, threshold, 1.185);
        SecureSum sum = pricing.secureSum().orElseThrow();

        double unknownToIt = (threshold - 1) * sum.noise().variancePerClient();

        assertThat(epsilon(sum.scale(), unknownToIt)).isLessThanOrEqualTo(claimed(pricing));
    }

    /** The same settings with half of the noise of a client, as it was, by the accountant that the report has. */
    @Test
    void claimed_ofTwoOfThree_isWhatItWas_andHalfOfTheNoiseWouldNotBeWorthIt() {
        RoundPricing pricing = pricing(3, 2, 1.264);
        Composed event = (Composed) pricing.charge().released().orElseThrow();
        Skellam noise = (Skellam) event.events().get(0);

        assertThat(claimed(pricing)).isCloseTo(3.63, within(0.005));
        assertThat(PrivacyCosts.best(TestFederation.DELTA)
                        .ofClient(new Skellam(noise.variance() / 2, noise.l1Sensitivity(), noise.l2Sensitivity()))
                        .epsilon())
                .isCloseTo(5.38, within(0.02));
    }
}
