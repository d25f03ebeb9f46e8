package io.abacusdp.cli.account;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.abacusdp.cli.Run;
import java.util.List;
import org.junit.jupiter.api.Test;

class CompareCommandTest {
    private static final String RUN = "compare --noise-multiplier 1 --sampling-rate .01 --steps 1000 --delta 1e-5";

    @Test
    void text_ofASampledGaussian_isATableAndReasonsBelow() {
        Run run = Run.of(RUN);
        assertThat(run.status()).isZero();
        assertThat(run.lines().get(0).split(" +")).containsExactly("accountant", "epsilon", "lower", "order");
        assertThat(run.lines().get(1).split(" +")).containsExactly("exact", "1.82824", "1.82823", "-");
        assertThat(run.lines().get(2)).startsWith("pld ");
        assertThat(run.lines().get(3)).matches("rdp +2\\.10084 .*");
        assertThat(run.lines().get(4)).startsWith("the optimal accountant cannot account Gaussian");
        assertThat(run.lines()).hasSize(7);
    }

    @Test
    void text_withMicros_saysHowLongEachTook() {
        Run run = Run.of(RUN + " --micros");
        assertThat(run.lines().get(0)).endsWith("micros");
        assertThat(run.lines().get(1)).matches("exact .* \\d+");
    }

    @Test
    void csv_ofRefusals_isQuoted() {
        List<String> lines = Run.of(RUN + " --format csv").lines();
        assertThat(lines).hasSize(7).startsWith("accountant,epsilon,lower,order,micros,refusal");
        assertThat(lines.get(1)).matches("exact,1\\.82823666\\d+,1\\.82823666\\d+,,\\d+,");
        assertThat(lines.get(6)).startsWith("basic,,,,,\"the basic accountant").endsWith("\"");
    }

    @Test
    void json_ofWhatIsHandedOver_saysWhy() {
        Run run = Run.withInput(
                "{\"type\":\"laplace\",\"noise_multiplier\":1}", "compare --events - --delta 1e-6 --format json");
        JsonNode handedOver = run.json().stream()
                .filter(row -> row.get("accountant").textValue().equals("exact"))
                .findFirst()
                .orElseThrow();
        assertThat(handedOver.get("epsilon").isNull()).isTrue();
        assertThat(handedOver.get("refusal").textValue()).contains("the exact accountant cannot account Laplace");
        assertThat(run.json()).filteredOn(row -> row.get("refusal").isNull()).hasSize(5);
    }

    @Test
    void event_thatNobodyCanAccount_isRefused() {
        Run run = Run.withInput(
                "{\"type\":\"random_allocation\",\"sampled\":1,\"slots\":2,\"event\":{\"type\":\"pure_dp\",\"epsilon\":1}}",
                "compare --events - --delta 1e-6");
        assertThat(run.out()).isEmpty();
        assertThat(run.status()).isNotZero();
    }
}
