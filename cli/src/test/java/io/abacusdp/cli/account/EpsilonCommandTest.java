package io.abacusdp.cli.account;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import com.fasterxml.jackson.databind.JsonNode;
import io.abacusdp.cli.Run;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class EpsilonCommandTest {
    private static final String RUN = "epsilon --noise-multiplier 1.5 --sampling-rate .04 --steps 2250 --delta 1e-5";

    /** Orders of TensorFlow Privacy. */
    private static final String ORDERS = "1.25,1.5,1.75,2,2.25,2.5,3,3.5,4,4.5,5..63,128,256,512";

    @Test
    void text_gaussiansOnTheClassicGrid_isThePublishedValue() {
        Run run = Run.of("epsilon --noise-multiplier 4 --steps 50 --delta 1e-5 --orders classic --conversion mironov"
                + " --digits 14");
        assertThat(run.status()).isZero();
        assertThat(run.err()).isEmpty();
        assertThat(run.figure("epsilon")).isCloseTo(10.045296468507, within(1e-10));
        assertThat(run.lines())
                .contains("delta 1e-5", "order 3.7", "accountant rdp", "adjacency add_or_remove_one")
                .hasSize(5);
    }

    @Test
    void json_sampledGaussian_isThePublishedValueInTheFormOfABatch() {
        Run run = Run.of(RUN + " --orders classic --conversion balle --format json");
        JsonNode answer = run.json().get(0);
        assertThat(answer.get("value").doubleValue()).isCloseTo(7.32911117143, within(1e-10));
        assertThat(answer.get("upper")).isEqualTo(answer.get("value"));
        assertThat(answer.get("id").isNull()).isTrue();
        assertThat(answer.get("lower").isNull()).isTrue();
        assertThat(answer.get("order").doubleValue()).isGreaterThan(1);
        assertThat(answer.get("accountant").textValue()).isEqualTo("rdp");
        assertThat(answer.get("micros").isIntegralNumber()).isTrue();
        assertThat(answer.fieldNames())
                .toIterable()
                .containsExactly(
                        "id",
                        "quantity",
                        "value",
                        "lower",
                        "upper",
                        "order",
                        "delta",
                        "adjacency",
                        "accountant",
                        "notes",
                        "event",
                        "micros");
        assertThat(answer.get("quantity").textValue()).isEqualTo("epsilon");
        assertThat(answer.get("adjacency").textValue()).isEqualTo("add_or_remove_one");
        assertThat(run.err()).isEmpty();
    }

    @ParameterizedTest
    @CsvSource({"60000, 150, 1.3, 15, 1e-5, .7242234026, 19, 6000", "100000, 100, 1, 30, 1e-7, 1.4154988495, 13, 30000"
    })
    void epochs_withExamplesAndBatchSize_givePublishedValuesAndSayTheSteps(
            int examples, int batchSize, double noise, int epochs, double delta, double epsilon, int order, int steps) {
        Run run = Run.of("epsilon --noise-multiplier %s --examples %d --batch-size %d --epochs %d --delta %s"
                        .formatted(noise, examples, batchSize, epochs, delta)
                + " --conversion balle --digits 14 --orders " + ORDERS);
        assertThat(run.figure("epsilon")).isCloseTo(epsilon, within(1e-9));
        assertThat(run.figure("order")).isEqualTo(order);
        assertThat(run.err()).contains(steps + " steps").contains("sampling rate ");
    }

    @Test
    void epochs_withSamplingRate_areCountedInDecimal() {
        // In doubles, 7/0.07 is above 100.
        assertThat(Run.of("epsilon --noise-multiplier 1 --sampling-rate .07 --epochs 7 --delta 1e-5")
                        .err())
                .isEqualTo("abacus: sampling rate 0.07, 100 steps\n");
        assertThat(Run.of("epsilon --noise-multiplier 1 --sampling-rate .07 --epochs 7.01 --delta 1e-5")
                        .err())
                .contains("101 steps");
    }

    @Test
    void defaults_allOrdersAndTheTightestConversion_areBelowTheGridAndAboveTheTruth() {
        assertThat(Run.of(RUN).figure("epsilon")).isBetween(6.7687803935, 7.3291);
    }

    @Test
    void steps_notGiven_isOneReleaseAndSaidSo() {
        Run run = Run.of("epsilon --noise-multiplier 1 --delta 1e-5");
        // The exact value is 4.37717809568122.
        assertThat(run.figure("epsilon")).isBetween(4.37717809568122, 5.0);
        assertThat(run.err()).contains("one step");
    }

    @Test
    void digits_few_roundUp() {
        assertThat(Run.of(RUN + " --orders classic --conversion balle --digits 2")
                        .lines())
                .contains("epsilon 7.4");
    }

    /** An answer can be asked again from what it says itself. */
    @Test
    void json_event_isTheOneThatWasAccounted() {
        JsonNode answer = Run.of(RUN + " --format json").json().get(0);
        Run again = Run.withInput(
                answer.get("event").toString(), "epsilon --events - --format json --delta " + answer.get("delta"));
        assertThat(again.json().get(0).get("value")).isEqualTo(answer.get("value"));
    }

    @Test
    void orders_bestAtTheEdge_isNoted() {
        String run = RUN + " --orders 20..30";
        assertThat(Run.of(run).out()).contains("note the best order, 20.0, is at the edge");
        Run json = Run.of(run + " --format json");
        assertThat(json.json()).hasSize(1);
        assertThat(json.json().get(0).at("/notes/0").textValue()).contains("at the edge");
    }

    @Test
    void events_fromStandardInput_areAccounted() {
        String event = "{\"type\":\"repeated\",\"count\":100,\"event\":{\"type\":\"pure_dp\",\"epsilon\":0.1}}";
        Run optimal = Run.withInput(event, "epsilon --events - --delta 1e-6 --accountant optimal --digits 13");
        assertThat(optimal.figure("epsilon")).isCloseTo(4.774567588108, within(1e-9));
        assertThat(optimal.lines()).contains("accountant optimal").noneMatch(line -> line.startsWith("order"));
        assertThat(Run.withInput(event, "epsilon --events - --delta 0 --accountant basic")
                        .figure("epsilon"))
                .isCloseTo(10, within(1e-4));
        assertThat(Run.withInput(event, "epsilon --events - --delta 1e-6 --accountant strong")
                        .figure("epsilon"))
                .isBetween(4.774567588108, 10.0);
    }

    @Test
    void events_fromAFile_areAccounted(@TempDir Path folder) throws IOException {
        Path file = folder.resolve("event.json");
        Files.writeString(file, "{\"type\":\"non_private\"}");
        Run run = Run.of("epsilon --delta 1e-6 --events " + file);
        assertThat(run.status()).isZero();
        assertThat(run.lines()).contains("epsilon Infinity");
        assertThat(run.err()).contains("no finite epsilon");
        assertThat(Run.of("epsilon --delta 1e-6 --format json --events " + file)
                        .json()
                        .get(0)
                        .get("value")
                        .textValue())
                .isEqualTo("Infinity");
    }

    @Test
    void events_thatAreNone_areRefusedWithTheirPath(@TempDir Path folder) throws IOException {
        Run run = Run.withInput("{\"type\":\"gaussian\",\"noise_multiplier\":0}", "epsilon --events - --delta 1e-6");
        assertThat(run.status()).isEqualTo(2);
        assertThat(run.err()).contains("standard input: $.noise_multiplier: must be finite and above 0");
        Path binary = folder.resolve("binary");
        Files.write(binary, new byte[] {(byte) 0xff, (byte) 0xfe});
        assertThat(Run.of("epsilon --delta 1e-6 --events " + binary).err()).contains("it is not UTF-8");
        assertThat(Run.of("epsilon --delta 1e-6 --events " + folder).status()).isEqualTo(2);
    }

    @Test
    void adjacency_replaceOne_costsMore() {
        // Gaussian(2) under replace-one is Gaussian(1) under add-or-remove-one: exactly 4.886554117462.
        assertThat(Run.of("epsilon --noise-multiplier 2 --delta 1e-6 --adjacency replace_one")
                        .figure("epsilon"))
                .isBetween(4.886554117462, 5.5);
    }
}
