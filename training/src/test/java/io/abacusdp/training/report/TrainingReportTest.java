package io.abacusdp.training.report;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.abacusdp.accounting.Adjacency;
import io.abacusdp.accounting.Guarantee;
import io.abacusdp.accounting.event.DpEvent;
import io.abacusdp.accounting.event.Gaussian;
import io.abacusdp.accounting.event.NonPrivate;
import io.abacusdp.accounting.event.PoissonSampled;
import io.abacusdp.accounting.filter.FixedPlan;
import io.abacusdp.format.EventJson;
import io.abacusdp.format.StrictJson;
import io.abacusdp.training.audit.AuditOutcome;
import io.abacusdp.training.trainer.DataRecord;
import io.abacusdp.training.trainer.EpochRecord;
import io.abacusdp.training.trainer.PrivacyRecord;
import io.abacusdp.training.trainer.RunRecord;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class TrainingReportTest {
    private static final DpEvent STEP = new PoissonSampled(0.01, new Gaussian(1));

    private static final Provenance PROVENANCE = new Provenance("abacus train --epochs 2", "abacus 1 (Java 17)");

    @Test
    void text_privateRun_statesTheGuaranteeAndItsLimits() {
        String text = report(privateRun(), Optional.empty()).text();
        assertThat(text)
                .contains(
                        "is (2.1001, 1e-5)-differentially private under",
                        "add-or-remove-one adjacency",
                        "of which one has a record that the other lacks",
                        "e^2.1001 = 8.17",
                        "epsilon of at most 2.5",
                        "Choosing settings by other runs",
                        "as if it were public",
                        "ranges were taken from the data",
                        "the run was resumed",
                        "1000 charged, 10 in the model, 20 planned",
                        "abacus train --epochs 2",
                        "abacus epsilon --events events.json --delta 1e-5 --adjacency add_or_remove_one",
                        EventJson.write(privateRun().privacy().event()))
                .doesNotContain("Empirical audit", "INSECURE", "Not private");
    }

    @Test
    void html_privateRun_hasAllChartsAndIsWellFormed() throws Exception {
        String page = report(privateRun(), Optional.empty()).html();
        assertThat(PageXml.elements(page, "svg")).hasSize(4);
        assertThat(PageXml.elements(page, "figcaption").stream().map(caption -> caption.getTextContent()))
                .containsExactly(
                        "Trade-off between false alarms and missed records",
                        "Epsilon over steps",
                        "Accuracy on the test set",
                        "Loss on the test set");
        assertThat(page).doesNotContain("NaN", "<script");
    }

    @Test
    void insecureRun_isCalledNotPrivateEverywhere() {
        String text = report(run(privacy(2.1, STEP, false), List.of("INSECURE: a fixed seed")), Optional.empty())
                .text();
        assertThat(text)
                .contains("! Not private: noise and lots came from a fixed seed", "! INSECURE: a fixed seed")
                .contains("none; 2.1 if the noise were secret", "If the noise were secret, these would be bounds")
                .doesNotContain("differentially private under");
    }

    @Test
    void runWithoutNoise_isCalledNotPrivateAndHasNoInfinityInCharts() throws Exception {
        RunRecord run = run(privacy(Double.POSITIVE_INFINITY, new NonPrivate(), true), List.of("NOT PRIVATE"));
        TrainingReport report = report(run, Optional.empty());
        assertThat(report.text()).contains("! Not private: no finite epsilon holds", "no noise", "! There is no bound");
        assertThat(PageXml.elements(report.html(), "path"))
                .isNotEmpty()
                .noneMatch(path -> path.getAttribute("d").matches(".*[a-gi-km-uw-zN].*"));
        assertThat(StrictJson.parse(report.json()).at("/privacy/epsilon").asText())
                .isEqualTo("Infinity");
    }

    @Test
    void json_hasEveryFigureAndReadsBackAsTheEvent() {
        RunRecord run = privateRun();
        JsonNode json = StrictJson.parse(report(run, Optional.of(outcome(0.5))).json());
        assertThat(json.at("/privacy/epsilon").asDouble()).isEqualTo(2.10005);
        assertThat(json.at("/privacy/delta").asDouble()).isEqualTo(1e-5);
        assertThat(json.at("/privacy/lower").isNull()).isTrue();
        assertThat(json.at("/privacy/budget").asDouble()).isEqualTo(2.5);
        assertThat(json.at("/privacy/secure").asBoolean()).isTrue();
        assertThat(EventJson.read(json.at("/privacy/event")))
                .isEqualTo(run.privacy().event());
        assertThat(json.at("/data/name").asText()).isEqualTo("rows of <people>");
        assertThat(json.at("/epochs/1/test_accuracy").asDouble()).isEqualTo(0.75);
        assertThat(json.at("/epochs/0/test_loss").isNull()).isFalse();
        assertThat(json.at("/ending").asText()).isEqualTo("plan_done");
        assertThat(json.at("/settings/lot size").asText()).isEqualTo("64");
        assertThat(json.at("/audit/epsilon_lower").asDouble()).isEqualTo(0.5);
        assertThat(json.at("/audit/refuted").asBoolean()).isFalse();
        assertThat(json.at("/version").asText()).isEqualTo("abacus 1 (Java 17)");
    }

    @Test
    void audit_isReportedAndARefutedClaimIsAWarning() {
        assertThat(report(privateRun(), Optional.of(outcome(0.5))).text())
                .contains("Empirical audit", "epsilon is at least 0.5 at delta 1e-5 with 95 %");
        assertThat(report(privateRun(), Optional.of(outcome(3))).text())
                .contains("! 110 of 120 guesses", "the claim is refuted");
    }

    @Test
    void runWithoutTestSetOrEpochs_isReported() {
        RunRecord base = privateRun();
        RunRecord bare = new RunRecord(
                base.settings(),
                base.data(),
                Optional.empty(),
                base.model(),
                base.privacy(),
                List.of(),
                base.begun(),
                0.5,
                0,
                RunRecord.Ending.BUDGET_EXHAUSTED,
                List.of(),
                List.of());
        TrainingReport report = report(bare, Optional.empty());
        assertThat(report.text()).contains("A test set: there was none.", "exceeded its budget");
        assertThat(StrictJson.parse(report.json()).at("/test").isNull()).isTrue();
    }

    @Test
    void writeTo_writesAllThreeForms(@TempDir Path directory) throws Exception {
        TrainingReport report = report(privateRun(), Optional.empty());
        Path page = report.writeTo(directory.resolve("new"));
        assertThat(Files.readString(page)).isEqualTo(report.html());
        assertThat(Files.readString(page.resolveSibling("report.txt"))).isEqualTo(report.text());
        assertThat(Files.readString(page.resolveSibling("report.json"))).isEqualTo(report.json());
    }

    private static TrainingReport report(RunRecord run, Optional<AuditOutcome> audit) {
        return new TrainingReport(run, audit, PROVENANCE);
    }

    private static AuditOutcome outcome(double lower) {
        return new AuditOutcome(
                400, 120, 110, 0.95, lower, 3.67, privateRun().privacy().guarantee());
    }

    private static RunRecord privateRun() {
        return run(privacy(2.10005, STEP, true), List.of());
    }

    private static PrivacyRecord privacy(double epsilon, DpEvent step, boolean isSecure) {
        return new PrivacyRecord(
                Guarantee.of(epsilon, 1e-5, Adjacency.ADD_OR_REMOVE_ONE, "exact"),
                OptionalDouble.of(2.5),
                step instanceof NonPrivate ? 0 : 1,
                "poisson",
                FixedPlan.of(1000, step),
                20,
                10,
                isSecure);
    }

    private static RunRecord run(PrivacyRecord privacy, List<String> warnings) {
        DataRecord data = new DataRecord(
                "rows of <people>",
                6400,
                List.of(8, 8, 1),
                10,
                "ab".repeat(32),
                List.of("ranges were taken from the data"));
        List<EpochRecord> epochs = new ArrayList<>();
        for (int i = 1; i <= 2; i++) {
            epochs.add(new EpochRecord(
                    i,
                    500L * i,
                    500L * i,
                    privacy.guarantee().epsilon() * i / 2,
                    1,
                    1,
                    0.1,
                    OptionalDouble.of(2.0 / i),
                    OptionalDouble.of(0.25 + 0.25 * i),
                    i,
                    5000));
        }
        return new RunRecord(
                Map.of("lot size", "64"),
                data,
                Optional.of(data),
                "{}",
                privacy,
                epochs,
                Instant.parse("2026-01-02T03:04:05Z"),
                2,
                5000,
                RunRecord.Ending.PLAN_DONE,
                List.of("the run was resumed"),
                warnings);
    }
}
