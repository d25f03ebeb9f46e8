package io.abacusdp.cli.train;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.abacusdp.accounting.Adjacency;
import io.abacusdp.accounting.Guarantee;
import io.abacusdp.cli.Run;
import io.abacusdp.training.audit.AuditSettings;
import io.abacusdp.training.audit.Finding;
import io.abacusdp.training.audit.MechanismOutcome;
import java.util.List;
import org.junit.jupiter.api.Test;

class AuditCommandTest {
    /** Few runs, so that next to nothing is refuted, and few records, so that sums are right in any order. */
    private static final String QUICK = "audit --runs 1000 --order-records 64 --order-runs 100 --confidence 0.9999";

    @Test
    void audit_asText_printsATableAnAxisAndTheFigures() {
        Run run = Run.of(QUICK);

        assertThat(run.status()).as(run.out()).isZero();
        assertThat(run.lines().get(0)).startsWith("data   attack").contains("seen", "noise_below", "epsilon_above");
        assertThat(run.out())
                .contains("likelihood ratio", "size of the lot", "difference of two releases", "noise where nothing")
                .contains("proven      |==", "> epsilon", "the claim is not refuted");
        assertThat(run.figure("epsilon")).isBetween(2.99, 3.0);
        assertThat(run.figure("measured_epsilon")).isBetween(0.0, 3.0);
        assertThat(run.figure("lower_bound")).isBetween(0.0, 3.0);
        assertThat(run.figure("noise_seen")).isBetween(1.0, 1.1);
        assertThat(run.err()).contains("1,000 runs of 8 steps");
    }

    @Test
    void audit_asJson_hasAllFindings() {
        JsonNode result = Run.of(QUICK + " --format json --epsilon 1 --delta 1e-6 --records 16 --lot 8 --steps 2")
                .json()
                .get(0);

        assertThat(result.path("claimed_epsilon").doubleValue()).isBetween(0.99, 1.0);
        assertThat(result.path("delta").doubleValue()).isEqualTo(1e-6);
        assertThat(result.path("refuted").booleanValue()).isFalse();
        assertThat(result.path("runs").intValue()).isEqualTo(1000);
        assertThat(result.path("findings").findValuesAsText("attack"))
                .containsExactly(
                        "likelihood ratio",
                        "likelihood ratio, few false alarms",
                        "size of the lot",
                        "difference of two releases",
                        "lots of a fixed size",
                        "likelihood ratio");
        assertThat(result.at("/findings/0/seen").textValue()).endsWith("of 1000 right");
    }

    /** A seed that anybody knows: the same audit again, whatever the number of threads. */
    @Test
    void audit_withASeed_isTheSameAgain() {
        String seeded = QUICK + " --format json --insecure-seed-for-tests 1 --threads ";
        assertThat(Run.of(seeded + 1).out()).isEqualTo(Run.of(seeded + 2).out());
    }

    @Test
    void refutedClaim_isExitStatus4AndSaysSo() {
        AuditAnswer answer = new AuditAnswer(outcome(0.8, 1.001));
        assertThat(answer.status()).isEqualTo(4);
        assertThat(answer.outcome().verdict()).contains("the claim is refuted, by the attack 'a test' on the data");
        assertThat(new AuditAnswer(outcome(1.05, 0.99)).status()).isEqualTo(4);
        assertThat(outcome(1.05, 0.99).verdict()).contains("less noise than claimed");
        assertThat(new AuditAnswer(outcome(1.05, Double.NaN)).status()).isEqualTo(4);
        assertThat(new AuditAnswer(outcome(1.05, 1.001)).status()).isZero();
        assertThat(Run.of("audit --help").out()).contains("Exit status 4 if the claim is refuted");
        assertThat(Run.of("--help").out()).contains("4 checked, and");
    }

    private static MechanismOutcome outcome(double factor, double noise) {
        return new MechanismOutcome(
                AuditSettings.of(3, 1e-5),
                1.44,
                Guarantee.of(3, 1e-5, Adjacency.ADD_OR_REMOVE_ONE, "test"),
                List.of(new Finding("made up", "a test", "", 0.03, factor, 3 / factor)),
                0.004,
                noise,
                1);
    }

    @Test
    void audit_givenWhatItCannotUse_refuses() {
        assertThat(Run.of("audit --runs 99").err()).contains("runs must be from 100 to 10000000, got 99");
        assertThat(Run.of("audit --lot 40").err()).contains("lot must be from 1 to the records 32, got 40");
        assertThat(Run.of("audit --order-records 4").err())
                .contains("records in order must be from 8 to 16777216, got 4");
        assertThat(Run.of("audit --delta 0").status()).isEqualTo(3);
        assertThat(Run.of("audit --confidence 1").status()).isEqualTo(2);
    }
}
