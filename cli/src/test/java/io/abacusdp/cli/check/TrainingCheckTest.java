package io.abacusdp.cli.check;

import static io.abacusdp.cli.check.CheckedFiles.check;
import static io.abacusdp.cli.check.CheckedFiles.findings;
import static io.abacusdp.cli.check.CheckedFiles.json;
import static io.abacusdp.cli.check.CheckedFiles.metadata;
import static io.abacusdp.cli.check.CheckedFiles.sumAgain;
import static io.abacusdp.cli.check.CheckedFiles.text;
import static io.abacusdp.cli.check.CheckedFiles.wrong;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.abacusdp.cli.Run;
import io.abacusdp.storage.Safetensors;
import io.abacusdp.storage.Sha256;
import io.abacusdp.storage.Tensor;
import io.abacusdp.storage.Tensors;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Files of a real run, true and lying. Whoever lies also makes the list of sums fit. */
class TrainingCheckTest {
    @TempDir
    static Path trained;

    @TempDir
    private Path scratch;

    private Path run = Path.of("");
    private Path release = Path.of("");
    private Path report = Path.of("");
    private Path model = Path.of("");

    @BeforeAll
    static void train() {
        Run run = Run.of("train --epochs 2 --out " + trained.resolve("run"));
        assertThat(run.status()).as(run.err()).isZero();
    }

    @BeforeEach
    void copy() throws IOException {
        run = CheckedFiles.copy(trained.resolve("run"), scratch.resolve("run"));
        release = run.resolve("release");
        report = release.resolve("report.json");
        model = release.resolve("model.safetensors");
    }

    @Test
    void files_ofAnHonestRun_holdAndAreLeftAsTheyWere() throws IOException {
        Map<String, String> before = contents();
        for (Path path : List.of(run, release, report, model)) {
            Run checked = check(path);
            assertThat(wrong(checked)).as(path.toString()).isEmpty();
            assertThat(checked.status()).isZero();
            assertThat(findings(checked, "holds")).anyMatch(text -> text.contains("is what the events cost (exact)"));
            assertThat(findings(checked, "unknown")).isNotEmpty();
        }
        assertThat(findings(check(run), "holds"))
                .anyMatch(text -> text.startsWith("charges.log, release: what is released states all charges"))
                .anyMatch(text -> text.startsWith("report.txt: the same figures in"))
                .anyMatch(text -> text.startsWith("report.html: the same figures in"));
        assertThat(contents()).isEqualTo(before);
    }

    private Map<String, String> contents() throws IOException {
        Map<String, String> contents = new TreeMap<>();
        try (Stream<Path> files = Files.walk(run)) {
            for (Path file : files.filter(Files::isRegularFile).toList()) {
                contents.put(
                        run.relativize(file).toString(), Files.getLastModifiedTime(file) + " " + Sha256.ofFile(file));
            }
        }
        return contents;
    }

    @Test
    void answer_asText_endsWithTheVerdict() throws IOException {
        Run honest = Run.of("check " + release);
        json(report, of("epsilon", 1.0));
        Run lying = Run.of("check " + release);

        assertThat(honest.lines().get(0)).isEqualTo("This is a release.");
        assertThat(honest.out()).endsWith("Nothing that can be checked is wrong." + System.lineSeparator());
        assertThat(lying.out()).contains("WRONG: ");
        assertThat(lying.status()).isEqualTo(4);
        assertThat(lying.err()).isEmpty();
    }

    record Lie(String name, String found, Consumer<ObjectNode> change) {
        @Override
        public String toString() {
            return name;
        }
    }

    private static Consumer<ObjectNode> of(String field, double value) {
        return report -> privacy(report).put(field, value);
    }

    private static ObjectNode privacy(ObjectNode report) {
        return report.withObject("/privacy");
    }

    private static ObjectNode settings(ObjectNode report) {
        return report.withObject("/settings");
    }

    private static Stream<Lie> lies() {
        double epsilon = 2.999999127766319;
        return Stream.of(
                new Lie("epsilon lowered", "the events cost at least 2.99999", of("epsilon", 2.5)),
                new Lie("epsilon lowered by a billionth", "the events cost at least", of("epsilon", epsilon - 3e-9)),
                new Lie("epsilon 0", "the events cost at least", of("epsilon", 0)),
                new Lie("delta lowered", "the events cost at least 4", of("delta", 1e-9)),
                new Lie("delta raised", "delta is 0.0001, and 1.0E-5 in its goal", of("delta", 1e-4)),
                new Lie("lower above upper", "at least 3.5 and at most", of("lower", 3.5)),
                new Lie("lower above the truth", "the events cost at most", report -> {
                    privacy(report).put("lower", 3.01).put("epsilon", 3.02).putNull("budget");
                }),
                new Lie("noise changed", "charges have [1.63", of("noise_multiplier", 2.0)),
                new Lie(
                        "noise changed in events",
                        "noise multiplier 1.63",
                        report ->
                                report.withObject("/privacy/event/event/event").put("noise_multiplier", 2.0)),
                new Lie(
                        "empty releases on samples",
                        "no step of DP-SGD",
                        report -> report.withObject("/privacy/event/event")
                                .putObject("event")
                                .put("type", "no_op")),
                new Lie(
                        "charged steps changed",
                        "5 steps are said to be charged, and its events are 6",
                        report -> privacy(report).put("charged_steps", 5)),
                new Lie("charges fewer than steps", "the model took 6 steps; 5 were charged", report -> {
                    report.withObject("/privacy/event").put("count", 5);
                    privacy(report).put("charged_steps", 5).put("epsilon", 2.99).putNull("lower");
                    report.withArray("epochs").forEach(epoch -> ((ObjectNode) epoch).put("charged_steps", 5));
                }),
                new Lie(
                        "steps of the plan changed",
                        "planned_steps is 60, and 6 in its settings",
                        report -> privacy(report).put("planned_steps", 60)),
                new Lie(
                        "rate changed",
                        "a rate of 0.1 is charged for lots of 512 of 1440",
                        report -> report.withObject("/privacy/event/event").put("rate", 0.1)),
                new Lie(
                        "number of examples changed",
                        "is charged for lots of 512 of 1000",
                        report -> report.withObject("/data").put("examples", 1000)),
                new Lie(
                        "adjacency changed",
                        "adjacency is zero_out, and add_or_remove_one",
                        report -> privacy(report).put("adjacency", "zero_out")),
                new Lie("epsilon of another adjacency", "the events cost at least", report -> {
                    privacy(report).put("adjacency", "replace_one");
                    settings(report).put("adjacency", "replace_one");
                }),
                new Lie("sampling that is not accounted so", "no guarantee under add_or_remove_one", report -> {
                    privacy(report).put("sampling", "shuffled");
                    settings(report).put("sampling", "shuffled");
                }),
                new Lie(
                        "an epoch's epsilon lowered",
                        "epoch 1: epsilon 0.5",
                        report -> ((ObjectNode) report.withArray("epochs").get(0)).put("epsilon", 0.5)),
                new Lie(
                        "an epoch with more charges",
                        "epoch 2 has 60 charged steps of 6",
                        report -> ((ObjectNode) report.withArray("epochs").get(1)).put("charged_steps", 60)),
                new Lie("budget below epsilon", "beyond its budget of 2", of("budget", 2)),
                new Lie(
                        "no noise",
                        "at delta 1e-5",
                        report -> report.withObject("/privacy/event/event")
                                .putObject("event")
                                .put("type", "non_private")),
                new Lie(
                        "test seed with an epsilon",
                        "came from a test seed",
                        report -> privacy(report).put("secure", false)),
                new Lie(
                        "a sentence more in the statement",
                        "its statement is not what its figures say",
                        report -> report.withArray("statement").add("In effect epsilon is 0.1.")),
                new Lie(
                        "a sentence less in the statement",
                        "its statement is not what its figures say",
                        report -> report.withArray("statement").remove(1)),
                new Lie(
                        "number of examples said to be declared",
                        "said to be declared, and the public size in its settings is none",
                        report -> report.put("size_declared", true)),
                new Lie(
                        "less noise added",
                        "is no multiplier of 1.63",
                        report -> settings(report).put("noise added", "1.2 times the clipping norm")),
                new Lie(
                        "noise added that is no number",
                        "is no multiplier of 1.63",
                        report -> settings(report).put("noise added", "x")),
                new Lie(
                        "sums that move by less",
                        "is no multiplier of 1.63",
                        report -> settings(report).put("sensitivity of sums", "0.5 times the clipping norm")),
                new Lie("a large delta without a warning", "does not warn that its delta", report -> {
                    privacy(report).put("delta", 0.5);
                    settings(report).put("goal", "Target[epsilon=3.0, delta=0.5]");
                }),
                new Lie("another model", "model is {}", report -> report.put("model", "{}")));
    }

    @ParameterizedTest
    @MethodSource("lies")
    void report_thatLies_isFound(Lie lie) throws IOException {
        json(report, lie.change);

        Run alone = check(report);

        assertThat(wrong(alone)).as(alone.out()).anyMatch(text -> text.contains(lie.found));
        assertThat(alone.status()).isEqualTo(4);
        sumAgain(release);
        assertThat(check(release).status()).isEqualTo(4);
        assertThat(check(run).status()).isEqualTo(4);
    }

    @Test
    void epsilon_thatIsStatedTooLarge_isConservative() throws IOException {
        json(report, node -> {
            privacy(node).put("epsilon", 3.5).put("budget", 3.5);
            settings(node).put("goal", "Target[epsilon=3.5, delta=1.0E-5]");
            node.withArray("statement")
                    .set(
                            0,
                            "The model, and every model on the way to it, is (3.5, 1e-5)-differentially private under"
                                    + " add-or-remove-one adjacency.");
        });

        Run checked = check(report);

        assertThat(findings(checked, "conservative"))
                .singleElement()
                .asString()
                .contains("epsilon 3.5", "2.99999913 can be proven");
        assertThat(checked.status()).isZero();
    }

    /** The page says what the JSON does not. */
    @Test
    void page_thatLies_isFound() throws IOException {
        for (String page : List.of("report.txt", "report.html")) {
            Path copy = CheckedFiles.copy(release, scratch.resolve(page));
            for (Map.Entry<String, String> lie : Map.of(
                            "\\(3,\\s", "(2, ",
                            "1e-5\\)", "1e-6)",
                            "e\\^3\\b", "e^2.9",
                            "under\\sadd-or-remove-one", "under replace-one",
                            "(?s)(noise multiplier\\b.*?)1\\.6\\d+", "$19.5")
                    .entrySet()) {
                String honest = Files.readString(copy.resolve(page));
                text(copy.resolve(page), words -> words.replaceFirst(lie.getKey(), lie.getValue()));
                sumAgain(copy);
                assertThat(wrong(check(copy))).as(lie.toString()).anyMatch(text -> text.startsWith(page + ": says "));
                Files.writeString(copy.resolve(page), honest);
            }
            Files.writeString(copy.resolve(page), "All is well.");
            sumAgain(copy);
            assertThat(wrong(check(copy))).contains(page + ": states no epsilon that could be compared");
        }
    }

    @Test
    void model_thatLies_isFound() throws IOException {
        metadata(model, metadata -> metadata.put("epsilon", "2.5"));
        sumAgain(release);

        assertThat(wrong(check(model))).singleElement().asString().contains("the events cost at least");
        assertThat(wrong(check(release)))
                .anyMatch(text -> text.startsWith("report.json, model.safetensors: epsilon 2.99"));
    }

    @Test
    void model_ofAnotherEpsilonAndItsEvents_isNotThatOfTheReport() throws IOException {
        metadata(model, metadata -> metadata.computeIfPresent("event", (key, event) -> event.replace(":6,", ":600,")));
        metadata(model, metadata -> metadata.put("epsilon", "Infinity"));
        sumAgain(release);

        assertThat(check(model).status()).isZero();
        assertThat(wrong(check(release)))
                .anyMatch(text -> text.contains("the charges of one are not those of the other"));
    }

    /** Private data could leave in an array that no model reads. */
    @Test
    void model_withMoreArraysThanItsModelHas_isFound() throws IOException {
        Tensors contents = Safetensors.read(model);
        Map<String, Tensor> tensors = new TreeMap<>(contents.tensors());
        tensors.put("smuggled", Tensor.of(new float[] {1, 2, 3}, 3));
        Safetensors.write(model, Tensors.of(tensors, contents.metadata()));

        assertThat(wrong(check(model))).singleElement().asString().contains("its arrays are not those of its model");
    }

    @Test
    void release_withAFileThatWasNotReleased_isFound() throws IOException {
        Files.writeString(release.resolve("notes.txt"), "patient 7 has it");
        text(release.resolve("README.txt"), words -> words + "more");

        assertThat(wrong(check(release)))
                .contains("notes.txt: was not released: it is not in SHA256SUMS")
                .anyMatch(text -> text.startsWith("README.txt: is not as it was released"));
    }

    /** All charges that are published agree, and are less than the journal has; without it, only pages, groups and the ending tell. */
    @Test
    void release_ofFewerChargesThanTheJournal_isFound() throws IOException {
        json(report, node -> {
            node.withObject("/privacy/event").put("count", 5);
            privacy(node).put("charged_steps", 5).put("model_steps", 5).putNull("lower");
            node.withArray("epochs").remove(1);
        });
        metadata(model, metadata -> metadata.computeIfPresent("event", (key, event) -> event.replace(":6,", ":5,")));
        json(release.resolve("record.json"), record -> {
            record.put("charges", 5);
            record.withObject("/event").put("count", 5);
        });
        sumAgain(release);

        assertThat(wrong(check(release)))
                .contains("report.json: it is said to have ended as plan_done, and its model took 5 of 6 steps")
                .allMatch(text -> text.contains("not written of the run")
                        || text.contains("is not the page")
                        || text.contains("took 5 of 6 steps"));
        assertThat(wrong(check(run)))
                .anyMatch(text -> text.startsWith("charges.log: ") && text.contains("record.json"));
    }

    /** Words that must be in all files of a release, and are taken out of one of them. */
    @Test
    void warningsAndRanges_thatOnlySomeFilesTell_areFound() throws IOException {
        Path rows = Files.writeString(scratch.resolve("rows.csv"), "age,buys\n10,no\n20,yes\n30,no\n40,yes\n");
        Path ranged = scratch.resolve("ranged");
        assertThat(Run.of("train --label buys --epochs 1 --lot 2 --ranges-from-private-data --data csv:" + rows
                                + " --out " + ranged)
                        .status())
                .isZero();
        Path told = ranged.resolve("release");
        assertThat(wrong(check(told))).isEmpty();

        Path silent = CheckedFiles.copy(told, scratch.resolve("silent"));
        metadata(silent.resolve("model.safetensors"), metadata -> metadata.put("warnings", ""));
        json(silent.resolve("record.json"), record -> record.put("run", "another"));
        sumAgain(silent);
        assertThat(wrong(check(silent)))
                .contains("record.json, report.json: they are of different runs")
                .contains("report.json, model.safetensors: the warnings of one are not those of the other");

        Path covered = CheckedFiles.copy(told, scratch.resolve("covered"));
        text(
                covered.resolve("report.txt"),
                words -> words.replaceAll("taken\\s+from the private", "declared, not from the private"));
        sumAgain(covered);
        assertThat(wrong(check(covered))).anyMatch(text -> text.startsWith("report.txt: does not say: "));

        Path lying = CheckedFiles.copy(told, scratch.resolve("lying"));
        json(lying.resolve("report.json"), node -> {
            node.withObject("/data").putArray("notes");
            node.putArray("warnings");
            node.withArray("statement")
                    .set(0, node.path("statement").path(0).asText().replaceFirst(", except for .*", "."));
        });
        metadata(lying.resolve("model.safetensors"), metadata -> metadata.put("warnings", ""));
        sumAgain(lying);
        assertThat(wrong(check(lying)))
                .contains(
                        "report.json, model.safetensors: one says that ranges were taken from private data, and the other"
                                + " does not");
    }

    /** The run's own settings are sealed, and know that there was a seed. */
    @Test
    void run_underATestSeedThatSaysItWasSecret_isFound() throws IOException {
        Path seeded = scratch.resolve("as-if-secret");
        assertThat(Run.of("train --epochs 1 --insecure-seed-for-tests 1 --out " + seeded)
                        .status())
                .isZero();
        Path released = seeded.resolve("release");
        json(released.resolve("report.json"), node -> {
            privacy(node).put("secure", true);
            privacy(node).set("epsilon", privacy(node).get("epsilon_with_secret_randomness"));
        });
        sumAgain(released);

        assertThat(wrong(check(seeded)))
                .contains("run.json, release: the run began otherwise than its report says: randomness");
    }

    @Test
    void journal_thatWasCut_isFound() throws IOException {
        Path journal = run.resolve("charges.log");
        List<String> lines = Files.readAllLines(journal);
        Files.write(journal, lines.subList(0, 4));

        assertThat(wrong(check(run))).anyMatch(text -> text.contains("at least 6 charges were made"));
    }

    @Test
    void run_underATestSeed_isSaidNotToBePrivate() {
        Path seeded = scratch.resolve("seeded");
        assertThat(Run.of("train --epochs 1 --insecure-seed-for-tests 1 --out " + seeded)
                        .status())
                .isZero();

        Run checked = check(seeded.resolve("release"));

        assertThat(findings(checked, "noted")).anyMatch(text -> text.contains("not private"));
    }
}
