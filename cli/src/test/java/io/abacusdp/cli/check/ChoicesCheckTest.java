package io.abacusdp.cli.check;

import static io.abacusdp.cli.check.CheckedFiles.check;
import static io.abacusdp.cli.check.CheckedFiles.json;
import static io.abacusdp.cli.check.CheckedFiles.sumAgain;
import static io.abacusdp.cli.check.CheckedFiles.wrong;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.abacusdp.cli.Run;
import io.abacusdp.storage.Safetensors;
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
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Releases of runs that do more than plain DP-SGD: true ones hold, and what contradicts itself or its run is found. */
class ChoicesCheckTest {
    private static final String TRAIN = "train --epochs 1 --lot 256 --noise-multiplier 2 ";

    @TempDir
    static Path trained;

    @TempDir
    private Path scratch;

    @BeforeAll
    static void train() throws IOException {
        Path space = Files.writeString(trained.resolve("space.json"), "{\"learning-rate\": [0.5, 2]}");
        run("plain", "");
        run("loss", "--label-smoothing 0.1 --class-weights 1,1,1,1,1,1,1,1,1,2");
        run("banded", "--noise banded:2 --records-per-user 2");
        run("tree", "--noise tree --records-per-user 3");
        run("allocated", "--sampling allocated --records-per-user 2");
        run("centred", "--centre 5 --average 0.5");
        run("initial", "--init %s".formatted(trained.resolve("plain/release")));
        run("views", "--views 2 --shift 1 --sampling cyclic");
        run("exhausted", "--epsilon 0.9 --noise-end 2 --adaptive");
        run("tuned", "--tuned-runs 2 --tune " + space);
    }

    private static void run(String name, String more) {
        Run run = Run.of((TRAIN + more).strip() + " --out " + trained.resolve(name));
        assertThat(run.status()).as(run.err()).isZero();
    }

    @ParameterizedTest
    @ValueSource(strings = {"plain", "loss", "banded", "tree", "allocated", "centred", "initial", "views", "exhausted"})
    void files_ofAnHonestRun_hold(String name) {
        for (Path path : List.of(trained.resolve(name), trained.resolve(name).resolve("release"))) {
            Run checked = check(path);
            assertThat(wrong(checked)).isEmpty();
            assertThat(checked.status()).isZero();
        }
    }

    @Test
    void files_ofAnHonestTuning_hold() throws IOException {
        assertThat(wrong(check(trained.resolve("tuned/release")))).isEmpty();
        assertThat(wrong(check(best()))).isEmpty();
    }

    /** The directory of the run that is released. */
    private static Path best() throws IOException {
        try (Stream<Path> runs = Files.list(trained.resolve("tuned"))) {
            return runs.filter(run -> Files.exists(run.resolve("release")))
                    .findFirst()
                    .orElseThrow();
        }
    }

    private record Lie(String run, String found, Consumer<ObjectNode> change) {
        @Override
        public String toString() {
            return run + ": " + found;
        }
    }

    private static ObjectNode settings(ObjectNode report) {
        return report.withObject("/settings");
    }

    private static ObjectNode privacy(ObjectNode report) {
        return report.withObject("/privacy");
    }

    private static Consumer<ObjectNode> setting(String name, String value) {
        return report -> settings(report).put(name, value);
    }

    /** As if the run were one by itself. */
    private static void untuned(ObjectNode report) {
        JsonNode run = report.at("/privacy/event/event");
        privacy(report).set("event", run);
    }

    private static Stream<Lie> lies() {
        return Stream.of(
                new Lie("plain", "6 steps are planned, and its epochs have 113", setting("epochs", "20")),
                new Lie(
                        "plain",
                        "the noise multiplier is 2, and 1.5 in its goal",
                        report -> settings(report)
                                .put(
                                        "goal",
                                        settings(report).path("goal").asText().replace("2.0", "1.5"))),
                new Lie(
                        "plain",
                        "its budget is not the epsilon of its goal",
                        setting("goal", "Target[epsilon=3.0, delta=1.0E-5]")),
                new Lie(
                        "plain",
                        "its model took 5 of 6 steps",
                        report -> privacy(report).put("model_steps", 5)),
                new Lie("plain", "noise 'banded:4' was asked for", setting("noise", "banded:4")),
                new Lie(
                        "tree",
                        "noise '' was asked for",
                        report -> settings(report).remove("noise")),
                new Lie("tuned", "and its charges are for ''", ChoicesCheckTest::untuned),
                new Lie(
                        "tuned",
                        "settings have the tuning ''",
                        report -> settings(report).remove("tuning")),
                new Lie(
                        "tuned",
                        "and its charges are for 'TuningLaw[mean=1.5",
                        report -> report.withObject("/privacy/event").put("mean", 1.5)),
                new Lie("tuned", "thrown away are charged otherwise", report -> {
                    JsonNode best = report.at("/privacy/event").deepCopy();
                    ObjectNode cheap = best.path("event").deepCopy();
                    cheap.put("count", 1);
                    ObjectNode both = privacy(report).putObject("event").put("type", "composed");
                    both.putArray("events").add(best).add(cheap);
                }),
                new Lie(
                        "centred",
                        "have no guarantee for its unit of privacy",
                        setting("unit of privacy", "a user, whose records are clipped as one")),
                new Lie(
                        "initial",
                        "does not say that the guarantee does not cover",
                        report -> report.putArray("warnings")),
                new Lie(
                        "initial",
                        "does not say that the guarantee does not cover",
                        setting("initial model", "public pictures")));
    }

    @ParameterizedTest
    @MethodSource("lies")
    void report_thatContradictsItself_isFound(Lie lie) throws IOException {
        Path report =
                Files.copy(trained.resolve(lie.run).resolve("release/report.json"), scratch.resolve("report.json"));
        json(report, lie.change);

        Run checked = check(report);

        assertThat(wrong(checked)).as(checked.out()).anyMatch(text -> text.contains(lie.found));
        assertThat(checked.status()).isEqualTo(4);
    }

    /** Nothing in the release contradicts it; the run's own settings are sealed, and know better. */
    @Test
    void releaseOfATuning_thatClaimsOneRun_isFoundByItsRun() throws IOException {
        Path run = CheckedFiles.copy(best(), scratch.resolve("run"));
        json(run.resolve("release/report.json"), report -> {
            untuned(report);
            settings(report).remove("tuning");
        });
        sumAgain(run.resolve("release"));

        assertThat(wrong(check(run)))
                .anyMatch(text -> text.contains("the run began otherwise than its report says: tuning"));
    }

    @Test
    void releaseFromAnotherModel_thatDoesNotSaySo_isFoundByItsRun() throws IOException {
        Path run = CheckedFiles.copy(trained.resolve("initial"), scratch.resolve("run"));
        json(run.resolve("release/report.json"), report -> {
            settings(report).remove(List.of("initial model", "frozen layers"));
            report.putArray("warnings");
        });
        sumAgain(run.resolve("release"));

        assertThat(wrong(check(run)))
                .anyMatch(text -> text.contains("the run began otherwise than its report says: initial model"));
    }

    /** A model that saw the data without noise, put in the place of the one that was released. */
    @ParameterizedTest
    @ValueSource(strings = {"plain", "centred", "initial"})
    void model_thatIsNotThatOfTheRun_isFound(String name) throws IOException {
        Path run = CheckedFiles.copy(trained.resolve(name), scratch.resolve("run"));
        Path model = run.resolve("release/model.safetensors");
        Tensors contents = Safetensors.read(model);
        Map<String, Tensor> tensors = new TreeMap<>(contents.tensors());
        tensors.replaceAll((tensor, values) -> {
            float[] changed = values.values();
            changed[0] += 1;
            return Tensor.of(changed, values.shape());
        });
        Safetensors.write(model, Tensors.of(tensors, contents.metadata()));
        sumAgain(run.resolve("release"));

        assertThat(wrong(check(run)))
                .anyMatch(text -> text.contains("the model is not the one that the run ended with"));
    }
}
