package io.abacusdp.cli.federated;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.abacusdp.cli.Run;
import io.abacusdp.testkit.EpsilonOracle;
import java.nio.file.Path;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * What runs of ten settings report, against what follows from their command lines alone, by a computation that shares no code with
 * federations or accountants. No figure is below the truth; those that are tight are within 0.2 % of it.
 */
class IndependentEpsilonTest {
    /** Of the bundled digits, which are dealt to clients evenly. */
    private static final int RECORDS = 1440;

    @TempDir
    private Path home;

    private JsonNode simulate(String options) {
        Run run = Run.of("federated simulate --format json --out " + home.resolve("run") + " " + options);
        assertThat(run.status()).as(run.err()).isZero();
        return run.json().get(run.json().size() - 1);
    }

    private static void assertTight(JsonNode reported, double truth) {
        assertThat(reported.doubleValue()).isBetween(truth * (1 - 2e-4), truth * (1 + 2e-3));
    }

    /** The worst client is the smallest, and its lot is what the rate gives it, rounded. */
    @ParameterizedTest
    @CsvSource({
        "sample, 4, 0.5, 2, 2, 2, 1e-5",
        "sample, 7, 0.1, 1, 5, 3, 1e-5",
        "sample, 11, 0.25, 1.5, 4, 2, 1e-7",
        "hybrid, 3, 1, 6, 3, 2, 1e-6"
    })
    void records(String style, int clients, double rate, double noise, int steps, int rounds, double delta) {
        JsonNode reported = simulate(
                "--style %s --clients %d --sampling-rate %s --noise-multiplier %s --steps %d --rounds %d --delta %s%s"
                        .formatted(
                                style,
                                clients,
                                rate,
                                noise,
                                steps,
                                rounds,
                                delta,
                                style.equals("hybrid") ? " --client-noise-multiplier 9" : ""));

        int smallest = RECORDS / clients;
        int largest = (RECORDS + clients - 1) / clients;
        double worst = 0;
        for (int records : new int[] {smallest, largest}) {
            double lot = Math.max(1, Math.round(rate * records));
            worst = Math.max(worst, EpsilonOracle.sampledGaussian(lot / records, noise, (long) steps * rounds, delta));
        }
        assertTight(reported.path("epsilon_sample"), worst);
        assertThat(reported.path("delta").doubleValue()).isEqualTo(delta);
    }

    /** Clients whom the server protects: amplified for those who do not know when they took part, and not for others. */
    @ParameterizedTest
    @CsvSource({"4, 4, 1.5, 3, ''", "8, 2, 1, 5, ''", "6, 6, 2, 2, ' --adaptive-clip'"})
    void clientsOfATrustedServer(int clients, int asked, double noise, int rounds, String more) {
        JsonNode reported = simulate(
                "--style user --clients %d --clients-per-round %d --client-noise-multiplier %s --rounds %d --steps 1%s"
                        .formatted(clients, asked, noise, rounds, more));

        assertTight(
                reported.path("epsilon_user"),
                EpsilonOracle.sampledGaussian((double) asked / clients, noise, rounds, 1e-5));
        assertTight(reported.path("epsilon_user_sampling_known"), EpsilonOracle.gaussian(noise, rounds, 1e-5));
    }

    /**
     * Clients of secure aggregation: whatever the threshold and the colluders, the noise that others do not know is the multiple of
     * the bound that was asked for. The truth is next to that of a Gaussian; what is reported is a bound by Rényi divergences, of
     * 650 numbers rounded to integers.
     */
    @ParameterizedTest
    @CsvSource({"3, 2, 0, 1.5, 2", "5, 4, 1, 2, 3", "6, 5, 3, 1.264, 1"})
    void clientsOfSecureAggregation(int clients, int threshold, int colluders, double noise, int rounds) {
        JsonNode reported = simulate(
                "--style user --secure-aggregation --clients %d --threshold %d --colluders %d --client-noise-multiplier %s --rounds %d --steps 1"
                        .formatted(clients, threshold, colluders, noise, rounds));

        // What clients add to one sum has a variance of 2^20 each at least.
        double variance = 0x1p20;
        double most = EpsilonOracle.skellam(Math.sqrt(650) / noise, 1 / noise, variance, rounds, 1e-5 * (1 - 1e-6));
        assertThat(reported.path("epsilon_user").doubleValue())
                .isBetween(EpsilonOracle.gaussian(noise, rounds, 1e-5), most);
        assertThat(reported.path("epsilon_user_sampling_known")).isEqualTo(reported.path("epsilon_user"));
    }
}
