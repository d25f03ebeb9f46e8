package io.abacusdp.cli.bench;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.abacusdp.cli.Run;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag("slow")
class BenchTrainCommandTest {
    @Test
    void json_ofSomeCases_isOneObjectACase() {
        Run run = Run.of("bench train --model cnn,mlp --lot 8,16 --examples 64 --seconds 0.05 --format json");
        assertThat(run.status()).isZero();
        List<JsonNode> cases = run.json();
        assertThat(cases.stream().map(node -> node.get("model").textValue() + " " + node.get("lot")))
                .containsExactly("cnn 8", "cnn 16", "mlp 8", "mlp 16");
        assertThat(cases).allSatisfy(node -> {
            assertThat(node).hasSize(4);
            assertThat(node.get("examples_per_second").doubleValue()).isPositive();
            assertThat(node.get("heap_mib").doubleValue()).isPositive();
        });
    }

    @Test
    void text_ofOneCase_isATable() {
        Run run = Run.of("bench train --model logistic --lot 8 --examples 64 --seconds 0.05 --threads 1");
        assertThat(run.lines()).hasSize(2);
        assertThat(run.lines().get(0).split(" +")).containsExactly("model", "lot", "examples_per_second", "heap_mib");
        assertThat(run.lines().get(1)).startsWith("logistic  8 ");
    }

    /** The tests of this module run without the Vector API. */
    @Test
    void fallback_inUse_isSaidOnStandardError() {
        Run run = Run.of("bench train --model logistic --lot 8 --examples 64 --seconds 0.05");
        assertThat(run.err()).contains("slow: this is the fallback in plain Java");
    }
}
