package io.abacusdp.federated.server;

import static org.assertj.core.api.Assertions.assertThat;

import io.abacusdp.federated.privacy.PrivacyStyle;
import io.abacusdp.training.model.Model;
import io.abacusdp.training.step.Clipping;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.concurrent.ConcurrentHashMap;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Measures the noise that was charged for: without it every epsilon would be a fiction.
 *
 * <p>A mean of 650 squares of standard normal variables has a standard deviation of √(2/650) = 0.055. Seeds are fixed, so that the
 * bounds of six of them, 0.67 and 1.33, are never missed by chance.
 */
class NoiseOfRoundsTest {
    private static final double LEAST = 0.67;
    private static final double MOST = 1.33;

    @TempDir
    private Path directory;

    private TestFederation federation = new TestFederation(Path.of(""));

    private final Map<String, float[]> updates = new ConcurrentHashMap<>();

    @BeforeEach
    void setUp() {
        federation = new TestFederation(directory);
        federation.rounds = 1;
        federation.way = server -> new Tap(server, (client, task, update) -> {
            updates.put(client, update.update());
            return update;
        });
    }

    private float[] start() {
        return Model.initialise(federation.model(), federation.streams.source("initial model"))
                .parameters();
    }

    private static double meanSquare(double[] values) {
        double sum = 0;
        for (double value : values) {
            sum += value * value;
        }
        return sum / values.length;
    }

    /** Noise σ·C on the sum of updates, whoever answered: here one of four did not. */
    @Test
    void user_theServerAddsTheNoiseOfThePlanToTheSum() throws Exception {
        federation.style = PrivacyStyle.USER;
        federation.clientNoise = Optional.of(new ClientNoise(4, 2, new Clipping.Flat(0.5)));
        federation.patience = new Patience(Duration.ofSeconds(60), Duration.ofMillis(500), 3, 1);
        var tapped = federation.way;
        federation.way = server -> new Silent(tapped.apply(server), List.of("site-2"), 0);
        federation.begin();

        float[] start = start();
        double[] noise = new double[start.length];
        for (int i = 0; i < noise.length; i++) {
            double sum = 0;
            for (float[] update : updates.values()) {
                sum += update[i];
            }
            // The mean is the noisy sum over 4, all of whose weights are 1.
            noise[i] = ((federation.parameters[i] - start[i]) * 4.0 - sum) / (2 * 0.5);
        }
        assertThat(updates).hasSize(3);
        assertThat(meanSquare(noise)).isBetween(LEAST, MOST);
    }

    /** With noise so strong that nothing else matters: five steps of rate 0.5 with noise z·C over a lot of 32 each. */
    @Test
    void sample_eachClientAddsTheNoiseOfThePlanToItsSteps() throws Exception {
        federation.style = PrivacyStyle.SAMPLE;
        federation.sampleNoise = 1e4;
        federation.begin();

        for (float[] update : updates.values()) {
            double[] noise = new double[update.length];
            for (int i = 0; i < noise.length; i++) {
                noise[i] = update[i] / (0.5 * 1e4 * 1 / 32 * Math.sqrt(5));
            }
            assertThat(meanSquare(noise)).isBetween(LEAST, MOST);
        }
        assertThat(updates).hasSize(4);
    }

    /**
     * Clients whose updates are next to nothing: what is left of the sum is noise. One of three drops out, so that it is that of
     * the threshold of two, and a fellow client that takes its own half off has what the plan says before it.
     */
    @Test
    void secure_theClientsAddNoiseOfThePlanBesidesThatOfAFellowClient() throws Exception {
        federation.style = PrivacyStyle.USER;
        federation.isSecure = true;
        federation.clients = 3;
        federation.threshold = OptionalInt.of(2);
        federation.clientNoise = Optional.of(new ClientNoise(3, 2, new Clipping.Flat(1e6)));
        // Slow clients are awaited; the silent one only for the grace.
        federation.patience = new Patience(Duration.ofSeconds(60), Duration.ofMillis(500), 2, 1);
        federation.way = server -> new Silent(server, List.of("site-2"), 0);
        federation.begin();

        float[] start = start();
        double[] noise = new double[start.length];
        for (int i = 0; i < noise.length; i++) {
            noise[i] = (federation.parameters[i] - start[i]) * 3.0 / (2 * 1e6);
        }
        assertThat(updates).isEmpty();
        assertThat(meanSquare(noise) / 2).isBetween(LEAST, MOST);
    }
}
