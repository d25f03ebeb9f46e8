package io.abacusdp.training.report;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import com.fasterxml.jackson.databind.JsonNode;
import io.abacusdp.accounting.Adjacency;
import io.abacusdp.accounting.Guarantee;
import io.abacusdp.accounting.event.DpEvent;
import io.abacusdp.accounting.event.Gaussian;
import io.abacusdp.accounting.event.Laplace;
import io.abacusdp.accounting.event.NonPrivate;
import io.abacusdp.accounting.event.PoissonSampled;
import io.abacusdp.accounting.event.SampledWithoutReplacement;
import io.abacusdp.accounting.filter.FixedPlan;
import io.abacusdp.format.EventJson;
import io.abacusdp.storage.StrictJson;
import io.abacusdp.training.audit.AuditOutcome;
import io.abacusdp.training.data.Digits;
import io.abacusdp.training.data.ExampleFormat;
import io.abacusdp.training.data.PrivateRanges;
import io.abacusdp.training.trainer.DataRecord;
import io.abacusdp.training.trainer.EpochRecord;
import io.abacusdp.training.trainer.PrivacyRecord;
import io.abacusdp.training.trainer.PrivacyUnit;
import io.abacusdp.training.trainer.RunRecord;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class TrainingReportTest {
    private static final ExampleFormat DIGITS = Digits.load().train().format();
    private static final DpEvent STEP = new PoissonSampled(0.01, new Gaussian(1));

    private static final Provenance PROVENANCE = new Provenance("abacus train --epochs 2", "abacus 1 (Java 17)");

    @Test
    void text_privateRun_statesTheGuaranteeAndItsLimits() {
        String text = report(privateRun(), Optional.empty()).text();
        assertThat(text)
                .contains(
                        "is (2.1001, 1e-5)-differentially private under",
                        "add-or-remove-one adjacency. The number of training examples, 6400, is taken as public",
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

    /** 2.7182 is the run's epsilon, and 1.3591 that of its first epoch; neither may stand where it would be taken as one. */
    @Test
    void runUnderATestSeed_isCalledNotPrivateWhereverEpsilonWouldBe() {
        TrainingReport report =
                report(run(privacy(2.7182, STEP, false), List.of("INSECURE: a fixed seed")), Optional.empty());
        assertThat(report.text())
                .startsWith("Training on rows of <people>, not private\n")
                .contains("! Not private: made under a test seed", "! INSECURE: a fixed seed")
                .contains(
                        "epsilon           not private: made under a test seed (would be 2.7182 with secret randomness)")
                .contains("Epsilon over steps, not private: made under a test seed.")
                .contains("epoch  steps  epsilon with secret randomness ")
                .contains("There is no bound, as the run was made under a test seed")
                .doesNotContain("differentially private under", "its privacy is the same", "this run, at least");
        assertThat(report.html()).contains("The epsilon below would hold with secret randomness only.");
        JsonNode json = StrictJson.parse(report.json());
        for (String place : List.of("/privacy", "/epochs/0", "/epochs/1", "/groups/0", "/groups/2")) {
            assertThat(json.at(place + "/epsilon").isNull()).as(place).isTrue();
            assertThat(json.at(place + "/not_private").asText())
                    .as(place)
                    .isEqualTo("not private: made under a test seed");
            assertThat(json.at(place + "/epsilon_with_secret_randomness").isNumber())
                    .as(place)
                    .isTrue();
        }
        assertThat(json.at("/statement/0").asText()).startsWith("Not private: made under a test seed");
    }

    /**
     * The expected figures were made without this code, in numpy: the privacy loss of a mixture of 0 to k members against none,
     * binomial weights, on grids of 0.001 and 0.0005, each cell's mass split so that its mean is kept, raised to the 1000th power by
     * FFT, and extrapolated in the square of the grid. For one record the same gives 1.82824, as everywhere.
     */
    @Test
    void groups_areAccountedAndNotMultiplied() {
        TrainingReport report = report(privateRun(), Optional.empty());
        JsonNode groups = StrictJson.parse(report.json()).path("groups");

        assertThat(groups.findValuesAsText("records")).containsExactly("2", "5", "10");
        double[] expected = {3.979086, 11.637974, 27.899558};
        for (int i = 0; i < expected.length; i++) {
            assertThat(groups.at("/" + i + "/epsilon").doubleValue()).isCloseTo(expected[i], within(1e-5));
        }
        assertThat(report.text())
                .contains("People with several records", "2 records   epsilon 3.9791", "10 records  epsilon 27.9")
                .doesNotContain("times as large");
    }

    @Test
    void groups_withoutABound_areCalledSo() {
        DpEvent fixedSize = new SampledWithoutReplacement(6400, 64, new Laplace(1));
        String refused = report(run(privacy(2, fixedSize, true), List.of()), Optional.empty())
                .text();
        TrainingReport infinite =
                report(run(privacy(Double.POSITIVE_INFINITY, new NonPrivate(), true), List.of()), Optional.empty());

        // Under add-or-remove-one nothing is known of Laplace noise on samples of fixed size.
        assertThat(refused).containsPattern("2 records +no epsilon is known for this sampling");
        assertThat(infinite.text()).containsPattern("10 records +no finite epsilon is known");
        assertThat(StrictJson.parse(infinite.json()).at("/groups/1/epsilon").asText())
                .isEqualTo("Infinity");
    }

    @Test
    void privateRanges_areInTheFirstSentence() throws Exception {
        TrainingReport report =
                report(run(privacy(2.1, STEP, true), List.of(), List.of(PrivateRanges.NOTE)), Optional.empty());

        assertThat(report.statement().get(0))
                .isEqualTo("The model, and every model on the way to it, is (2.1, 1e-5)-differentially private under"
                        + " add-or-remove-one adjacency, except for the ranges and categories of the data: they were taken"
                        + " from the private data, and the guarantee does not cover what they reveal.");
        assertThat(report.document().lead()).isInstanceOf(ReportBlock.Warning.class);
        assertThat(StrictJson.parse(report.json()).at("/statement/0").asText())
                .isEqualTo(report.statement().get(0));
    }

    @Test
    void declaredSize_isToldAsDeclared() {
        TrainingReport report = report(declaring(7000), Optional.empty());

        assertThat(report.statement().get(1))
                .isEqualTo("The number of training examples is not told: all that depends on it was taken from the"
                        + " declared public size, 7000.");
        assertThat(report.text()).contains("a declared size of 7000, of shape 8 x 8 x 1");
        JsonNode json = StrictJson.parse(report.json());
        assertThat(json.at("/data/examples").intValue()).isEqualTo(7000);
        assertThat(json.at("/size_declared").booleanValue()).isTrue();
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
        assertThat(json.at("/audit/measured_epsilon").asDouble()).isEqualTo(1.9);
        assertThat(json.at("/audit/noise_factor").asDouble()).isEqualTo(1.08);
        assertThat(json.at("/audit/refuted").asBoolean()).isFalse();
        assertThat(json.at("/version").asText()).isEqualTo("abacus 1 (Java 17)");
    }

    @Test
    void audit_isReportedAndARefutedClaimIsAWarning() {
        assertThat(report(privateRun(), Optional.of(outcome(0.5))).text())
                .contains("Empirical audit", "an epsilon of 2.101 is claimed and 1.9 was measured at delta 1e-5")
                .contains(
                        "    proven      |================================================== 2.1001",
                        "    measured    |============================================= 1.9",
                        "    lower bound |============ 0.5",
                        "                0-------------------------------------------------> epsilon");
        assertThat(report(privateRun(), Optional.of(outcome(3))).text())
                .contains("! an epsilon of 2.101 is claimed", "The claim is refuted");
    }

    @Test
    void runWithoutTestSetOrEpochs_isReported() {
        RunRecord base = privateRun();
        RunRecord bare = new RunRecord(
                base.settings(),
                base.data(),
                false,
                Optional.empty(),
                base.model(),
                base.privacy(),
                List.of(),
                base.begun(),
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
                400,
                120,
                110,
                290,
                0.95,
                lower,
                3.67,
                1.08,
                1.9,
                privateRun().privacy().guarantee());
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
                PrivacyUnit.RECORD,
                FixedPlan.of(1000, step),
                20,
                10,
                FixedPlan.of(1000, step).first(1000),
                isSecure);
    }

    private static RunRecord run(PrivacyRecord privacy, List<String> warnings) {
        return run(privacy, warnings, List.of("ranges were taken from the data"));
    }

    private static RunRecord run(PrivacyRecord privacy, List<String> warnings, List<String> dataNotes) {
        return run(
                privacy,
                warnings,
                new DataRecord("rows of <people>", 6400, List.of(8, 8, 1), 10, dataNotes, DIGITS),
                false);
    }

    private static RunRecord declaring(int size) {
        DataRecord data = new DataRecord("rows of <people>", size, List.of(8, 8, 1), 10, List.of(), DIGITS);
        return run(privacy(2.1, STEP, true), List.of(), data, true);
    }

    private static RunRecord run(
            PrivacyRecord privacy, List<String> warnings, DataRecord data, boolean isSizeDeclared) {
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
                    OptionalDouble.of(0.25 + 0.25 * i)));
        }
        return new RunRecord(
                Map.of("lot size", "64"),
                data,
                isSizeDeclared,
                Optional.of(data),
                "{}",
                privacy,
                epochs,
                LocalDate.parse("2026-01-02"),
                RunRecord.Ending.PLAN_DONE,
                List.of("the run was resumed"),
                warnings);
    }
}
