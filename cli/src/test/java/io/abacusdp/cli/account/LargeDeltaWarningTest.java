package io.abacusdp.cli.account;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.abacusdp.cli.Run;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Every command that knows a delta and the number of examples warns from 1/n on, people and programs. */
class LargeDeltaWarningTest {
    private static final String SIZE = " --examples 1000 --batch-size 10";

    @ParameterizedTest
    @ValueSource(
            strings = {
                "epsilon --noise-multiplier 2 --steps 10",
                "noise --epsilon 1 --steps 10",
                "steps --noise-multiplier 2 --epsilon 1",
                "statement --noise-multiplier 2 --steps 10"
            })
    void delta_fromOneOverTheExamplesOn_isWarnedOf(String command) {
        String warning = "delta 0.001 is not below 1/1000: a mechanism that publishes one of the 1000 records outright";

        Run text = Run.of(command + SIZE + " --delta 1e-3");
        Run json = Run.of(command + SIZE + " --delta 1e-3 --format json");
        Run below = Run.of(command + SIZE + " --delta 0.0009999999999999998 --format json");

        assertThat(text.status()).as(text.err()).isZero();
        assertThat(text.err()).contains("abacus: warning: " + warning);
        for (JsonNode answer : json.json()) {
            assertThat(answer.path("warning").asText()).startsWith(warning);
        }
        assertThat(json.json()).isNotEmpty();
        assertThat(below.status()).isZero();
        assertThat(below.err()).doesNotContain("warning");
        assertThat(below.json()).isNotEmpty().noneMatch(answer -> answer.has("warning"));
    }

    @Test
    void delta_thatWasFoundOrCompared_isWarnedOfToo() {
        assertThat(Run.of("delta --noise-multiplier 2 --steps 10 --epsilon 0.01" + SIZE)
                        .err())
                .contains("warning: delta 0.0", "is not below 1/1000");
        assertThat(Run.of("delta --noise-multiplier 2 --steps 10 --epsilon 5" + SIZE)
                        .err())
                .doesNotContain("warning");
        assertThat(Run.of("compare --noise-multiplier 2 --steps 10 --delta 0.001" + SIZE)
                        .err())
                .contains("warning: delta 0.001");
    }

    @Test
    void statement_saysThatTheNumberOfExamplesIsPublic() {
        Run known = Run.of("statement --noise-multiplier 2 --steps 10 --delta 1e-3" + SIZE);
        Run unknown = Run.of("statement --noise-multiplier 2 --steps 10 --delta 1e-3 --sampling-rate 0.01");

        assertThat(known.lines().get(3)).contains("Number of examples: 1000, which is taken as public");
        assertThat(known.out()).contains("Guarantee at delta 0.001\n  Warning: delta 0.001 is not below 1/1000");
        assertThat(unknown.lines().get(3)).contains("Number of examples: it is taken as public");
        assertThat(unknown.err()).doesNotContain("warning");
    }
}
