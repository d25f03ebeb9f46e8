package io.abacusdp.cli.check;

import static io.abacusdp.cli.check.CheckedFiles.check;
import static io.abacusdp.cli.check.CheckedFiles.json;
import static io.abacusdp.cli.check.CheckedFiles.metadata;
import static io.abacusdp.cli.check.CheckedFiles.sumAgain;
import static io.abacusdp.cli.check.CheckedFiles.text;
import static io.abacusdp.cli.check.CheckedFiles.wrong;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.abacusdp.cli.Run;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** What is added to the release of an audited run, where no figure that was there is changed: nobody else is to speak in it. */
class RemadeReportTest {
    @TempDir
    static Path trained;

    @TempDir
    private Path scratch;

    @BeforeAll
    static void train() {
        Run run = Run.of("train --epochs 2 --audit 60 --out " + trained.resolve("run"));
        assertThat(run.status()).as(run.err()).isIn(0, 4);
    }

    private record Lie(String name, String found, Change change) {
        interface Change {
            void apply(Path release) throws IOException;
        }

        static Lie ofReport(String name, String found, Consumer<ObjectNode> change) {
            return new Lie(name, found, release -> json(release.resolve("report.json"), change));
        }

        @Override
        public String toString() {
            return name;
        }
    }

    private static Stream<Lie> lies() {
        String notWritten = "report.json: it has fields or words that are not written of the run";
        return Stream.of(
                new Lie(
                        "a second report",
                        "summary.html: is no part of a release",
                        release -> Files.writeString(release.resolve("summary.html"), "epsilon 0.1")),
                new Lie(
                        "a word in the README",
                        "README.txt: it is not that of a release",
                        release -> text(release.resolve("README.txt"), words -> words + "Epsilon is 0.1.\n")),
                new Lie(
                        "a page that hides what it has to say",
                        "report.html: it is not the page that report.json makes",
                        release -> text(
                                release.resolve("report.html"),
                                words -> words.replace("<main", "<p>Epsilon is a tenth.</p><main hidden"))),
                new Lie(
                        "a sentence on a page",
                        "report.txt: it is not the page that report.json makes",
                        release -> text(release.resolve("report.txt"), words -> words + "In effect, all is hidden.\n")),
                new Lie(
                        "a field of the record",
                        "record.json: it has fields that no record has",
                        release -> json(release.resolve("record.json"), record -> record.put("epsilon", 0.1))),
                new Lie(
                        "a word in the model's metadata",
                        "the model's metadata has what is not written of the run",
                        release -> metadata(
                                release.resolve("model.safetensors"),
                                metadata -> metadata.put("effective_epsilon", "0.1"))),
                new Lie(
                        "another accountant in the model's metadata",
                        "the model's metadata has what is not written of the run",
                        release -> metadata(
                                release.resolve("model.safetensors"), metadata -> metadata.put("accountant", "pld"))),
                Lie.ofReport("a field of the report", notWritten, report -> report.put("epsilon", 0.1)),
                Lie.ofReport(
                        "a field of its privacy",
                        notWritten,
                        report -> report.withObject("/privacy").put("effective_epsilon", 0.1)),
                Lie.ofReport(
                        "a setting that no run has",
                        "report.json: it has settings that no run has: [effective epsilon]",
                        report -> report.withObject("/settings").put("effective epsilon", "0.1")),
                Lie.ofReport(
                        "no clipping",
                        "report.json: an epsilon is stated, and gradients are not clipped",
                        report -> report.withObject("/settings").put("clipping", "Flat[norm=Infinity]")),
                Lie.ofReport(
                        "an audit that found less",
                        "report.json: its audit's figures are not those of its guesses",
                        report -> report.withObject("/audit").put("greatest_possible", 9)),
                Lie.ofReport(
                        "more guesses of the audit",
                        "report.json: its audit's figures are not those of its guesses",
                        report -> report.withObject("/audit").put("correct", 18)),
                Lie.ofReport(
                        "another verdict of the audit",
                        notWritten,
                        report -> report.withObject("/audit").put("verdict", "no attack works")),
                Lie.ofReport(
                        "no audit",
                        "report.txt: it is not the page that report.json makes",
                        report -> report.putNull("audit")),
                Lie.ofReport(
                        "a note",
                        "report.txt: it is not the page that report.json makes",
                        report -> report.withArray("notes").add("In effect, epsilon is 0.1.")));
    }

    @ParameterizedTest
    @MethodSource("lies")
    void release_inWhichSomebodyElseSpeaks_isFound(Lie lie) throws IOException {
        Path release = CheckedFiles.copy(trained.resolve("run/release"), scratch.resolve("release"));
        assertThat(wrong(check(release))).allMatch(text -> text.contains("its own audit refutes the claim"));

        lie.change.apply(release);
        sumAgain(release);

        Run checked = check(release);
        assertThat(wrong(checked)).as(checked.out()).anyMatch(text -> text.contains(lie.found));
    }

    /** A page of another version may read otherwise; then nobody can tell, and that is said. */
    @Test
    void report_ofAnotherVersion_isSaidNotToBeKnown() throws IOException {
        Path release = CheckedFiles.copy(trained.resolve("run/release"), scratch.resolve("release"));
        json(release.resolve("report.json"), report -> report.put("version", "abacus 0.0.1"));
        sumAgain(release);

        assertThat(CheckedFiles.findings(check(release), "unknown"))
                .anyMatch(text -> text.startsWith("report.json: whether all its fields are those that a run writes"))
                .anyMatch(text -> text.startsWith("report.html: whether it says more than the program wrote"));
    }

    /** Under a test seed no epsilon holds; what an audit says of it is no figure of the page. */
    @Test
    void auditedRun_underATestSeed_isWrongInNothing() {
        Path run = scratch.resolve("seeded");
        int status = Run.of("train --epochs 1 --audit 50 --adaptive --insecure-seed-for-tests 3 --out " + run)
                .status();

        assertThat(status).isIn(0, 4);
        for (Path path : List.of(run, run.resolve("release"))) {
            assertThat(wrong(check(path))).allMatch(text -> text.contains("its own audit refutes the claim"));
        }
    }
}
