package io.abacusdp.cli.use;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import com.fasterxml.jackson.databind.JsonNode;
import io.abacusdp.cli.Abacus;
import io.abacusdp.cli.Run;
import io.abacusdp.storage.Safetensors;
import io.abacusdp.storage.StrictJson;
import io.abacusdp.storage.Tensor;
import io.abacusdp.storage.Tensors;
import io.abacusdp.training.data.Dataset;
import io.abacusdp.training.data.Digits;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class UseCommandsTest {
    private static final String SCHEMA = "{\"columns\":{\"age\":{\"type\":\"numeric\",\"low\":0,\"high\":100},"
            + "\"sex\":{\"type\":\"categorical\",\"categories\":[\"f\",\"m\"]},\"id\":{\"type\":\"ignored\"},"
            + "\"buys\":{\"type\":\"categorical\",\"categories\":[\"no, never\",\"yes\"]}}}";

    @TempDir
    private Path scratch;

    private Path people;

    @BeforeEach
    void writePeople() throws IOException {
        List<String> lines = new ArrayList<>(List.of("age,sex,id,buys"));
        for (int i = 0; i < 400; i++) {
            int age = i * 7 % 100;
            lines.add(age + "," + (i % 3 == 0 ? "f" : "m") + ",id" + i + "," + (age > 50 ? "yes" : "\"no, never\""));
        }
        people = Files.write(scratch.resolve("people.csv"), lines);
    }

    private Path trained(String options) throws IOException {
        Path schema = Files.writeString(scratch.resolve("schema.json"), SCHEMA);
        return train("--data csv:" + people + " --label buys " + options.replace("SCHEMA", "--schema " + schema));
    }

    private Path train(String options) {
        Path out = scratch.resolve("run" + options.hashCode());
        Run run = Run.of("train --noise-multiplier 1 --delta 1e-4 --out " + out + " " + options);
        assertThat(run.status()).as(run.err()).isZero();
        return out.resolve("release");
    }

    @Test
    void evaluate_onTheTestSet_givesTheAccuracyThatTrainingReported() throws IOException {
        for (String features : List.of("plain", "scattering")) {
            Path release = train("--epochs 3 --features " + features);
            JsonNode report = StrictJson.parse(Files.readString(release.resolve("report.json")));
            double reported = report.at("/epochs")
                    .get(report.at("/epochs").size() - 1)
                    .path("test_accuracy")
                    .asDouble();

            Run run = Run.of("evaluate --model " + release + " --data digits");
            Run json = Run.of("evaluate --format json --data digits --model " + release.resolve("model.safetensors"));

            assertThat(run.status()).as(run.err()).isZero();
            assertThat(run.figure("accuracy")).isEqualTo(reported);
            assertThat(run.figure("examples")).isEqualTo(357);
            assertThat(run.figure("auc")).isBetween(0.5, 1.0);
            assertThat(run.out()).contains("note measured on private data, these figures are a release");
            JsonNode answer = json.json().get(0);
            assertThat(answer.path("accuracy").asDouble()).isEqualTo(reported);
            assertThat(answer.path("classes")).hasSize(10);
            assertThat(answer.path("confusion").get(9)).hasSize(10);
            assertThat(answer.path("calibration")).hasSize(10);
            assertThat(answer.path("note").asText()).contains("no epsilon covers");
        }
    }

    /** Another process, which has nothing but the file. */
    @Test
    @Tag("slow")
    void predict_inAFreshProcess_countsToTheReportedAccuracy() throws Exception {
        Path release = train("--epochs 3");
        double reported = Run.of("evaluate --format json --data digits --model " + release)
                .json()
                .get(0)
                .path("accuracy")
                .asDouble();
        Path moved = Files.move(release.resolve("model.safetensors"), scratch.resolve("alone.safetensors"));
        Process process = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "--add-modules=jdk.incubator.vector",
                        "-cp",
                        System.getProperty("surefire.test.class.path", System.getProperty("java.class.path")),
                        Abacus.class.getName(),
                        "predict",
                        "--model",
                        moved.toString(),
                        "--data",
                        "digits",
                        "--output",
                        "json")
                .redirectError(ProcessBuilder.Redirect.DISCARD)
                .start();
        List<JsonNode> predictions = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8)
                .lines()
                .map(StrictJson::parse)
                .toList();

        assertThat(process.waitFor()).isZero();
        assertThat(predictions).hasSize(357);
        Dataset test = Digits.load().test();
        long hits = 0;
        for (int row = 0; row < test.size(); row++) {
            assertThat(predictions.get(row).path("row").asInt()).isEqualTo(row + 1);
            hits += predictions.get(row).path("prediction").asInt() == test.target(row) ? 1 : 0;
        }
        assertThat(hits / 357.0).isEqualTo(reported);
    }

    @Test
    void predict_ofACsvModel_takesColumnsInAnyOrderAndQuotesNames() throws IOException {
        Path release = trained("SCHEMA");
        Path some = Files.writeString(scratch.resolve("new.csv"), "more,sex,age\nx,f,90\ny,m,3\n");

        Run run = Run.of("predict --model " + release + " --data csv:" + some);

        assertThat(run.status()).as(run.err()).isZero();
        assertThat(run.lines().get(0)).isEqualTo("row,prediction,\"probability:no, never\",probability:yes");
        assertThat(run.lines().get(1)).startsWith("1,yes,");
        assertThat(run.lines().get(2)).startsWith("2,\"no, never\",");
        List<JsonNode> json = Run.of("predict --output json --model " + release + " --data csv:" + some)
                .json();
        assertThat(json.get(0).path("prediction").asText()).isEqualTo("yes");
        assertThat(json.get(0).at("/probabilities/yes").asDouble()
                        + json.get(0).path("probabilities").path("no, never").asDouble())
                .isCloseTo(1, within(1e-12));
    }

    @Test
    void predict_withoutAColumn_saysWhich() throws IOException {
        Path release = trained("SCHEMA");
        Path some = Files.writeString(scratch.resolve("new.csv"), "age,buys\n90,yes\n");

        Run run = Run.of("predict --model " + release + " --data csv:" + some);

        assertThat(run.status()).isEqualTo(2);
        assertThat(run.err()).contains("absent: [sex]");
        assertThat(run.out()).isEmpty();
        assertThat(Run.of("evaluate --model " + release + " --data csv:" + Files.writeString(some, "age,sex\n90,f\n"))
                        .err())
                .contains("absent: [buys]");
    }

    @Test
    void predict_ofAnotherKindOfData_isRefused() throws IOException {
        Path release = trained("SCHEMA");
        Path digits = train("--epochs 1");

        assertThat(Run.of("predict --model " + release + " --data digits").err())
                .contains("the model takes rows of a table of shape [4]");
        assertThat(Run.of("predict --model " + release + " --data mnist:nowhere")
                        .err())
                .contains("the model takes rows of a table, and mnist:nowhere are pictures");
        assertThat(Run.of("predict --model " + digits + " --data csv:" + people).err())
                .contains("the model takes examples of shape [8, 8, 1], and no rows of a table");
        assertThat(Run.of("predict --model " + digits + " --data csv").err()).contains("needs a path");
        assertThat(Run.of("predict --model " + digits + " --data numbers").err())
                .contains("--data must be csv:FILE, mnist:DIR, fashion:DIR or digits, got numbers");
        assertThat(Run.of("predict --model " + digits + " --data digits --part middle")
                        .err())
                .contains("--part must be test or train, got middle");
        assertThat(Run.of("predict --model " + digits + " --data digits --output xml")
                        .err())
                .contains("--output must be csv or json, got xml");
        assertThat(Run.of("predict --model " + digits + " --data digits --ranges-from " + people)
                        .err())
                .contains("--ranges-from is for a model whose file withholds its schema");
        assertThat(Run.of("predict --model " + scratch.resolve("none") + " --data digits")
                        .status())
                .isEqualTo(2);
    }

    @Test
    void model_withoutOrWithADamagedSchema_isRefusedByName() throws IOException {
        Path file = trained("SCHEMA").resolve("model.safetensors");
        Tensors good = Safetensors.read(file);
        Map<String, String> metadata = new HashMap<>(good.metadata());
        String examples = Objects.requireNonNull(metadata.remove("examples"));
        Path bad = scratch.resolve("bad.safetensors");
        Safetensors.write(bad, Tensors.of(good.tensors(), metadata));
        assertThat(Run.of("predict --model " + bad + " --data csv:" + people))
                .satisfies(run -> assertThat(run.status()).isEqualTo(2))
                .satisfies(run -> assertThat(run.err()).contains("bad.safetensors", "its metadata has no schema"));
        for (String damaged : List.of(
                examples.replace("\"high\":100.0", "\"high\":-1"),
                examples.replace("sex=other", "sex=none"),
                examples.replaceFirst("\"age\"", "\"years\""),
                examples.replace("\"label\":\"buys\"", "\"label\":\"id\""),
                examples.replaceFirst("\"yes\"", "\"Yes\""))) {
            assertThat(damaged).isNotEqualTo(examples);
            metadata.put("examples", damaged);
            Safetensors.write(bad, Tensors.of(good.tensors(), metadata));
            Run run = Run.of("predict --model " + bad + " --data csv:" + people);
            assertThat(run.status()).as(damaged).isEqualTo(2);
            assertThat(run.err()).as(damaged).contains("has a damaged schema");
        }
    }

    /** Ranges from private data are in no file; whoever has the data can take them from it again. */
    @Test
    void rangesFromPrivateData_areTakenFromThatDataAgain() throws IOException {
        Path release = trained("--ranges-from-private-data");

        assertThat(Safetensors.read(release.resolve("model.safetensors"))
                        .metadata()
                        .get("examples"))
                .contains("withheld_table")
                .doesNotContain("99", "never", "age");
        assertThat(Run.of("predict --model " + release + " --data csv:" + people)
                        .err())
                .contains("withholds the schema");
        assertThat(release.resolveSibling("schema.json")).doesNotExist();
        Run run = Run.of("evaluate --model " + release + " --data csv:" + people + " --ranges-from " + people);
        assertThat(run.status()).as(run.err()).isZero();
        assertThat(run.figure("accuracy")).isGreaterThan(0.5);
    }

    @Test
    void export_writesOtherFormats_andRefusesByName() throws IOException {
        Path release = trained("SCHEMA");
        Path onnx = scratch.resolve("model.onnx");
        Path torch = scratch.resolve("torch.safetensors");

        assertThat(Run.of("export --model " + release + " --out " + onnx).status())
                .isZero();
        assertThat(Run.of("export --to torch --model " + release + " --out " + torch)
                        .status())
                .isZero();

        // Producer and, as bytes of the metadata, what the model file says of its guarantee.
        assertThat(Files.readString(onnx, StandardCharsets.ISO_8859_1))
                .contains("abacus", "Gemm", "epsilon", "poisson_sampled");
        assertThat(Objects.requireNonNull(Safetensors.read(torch).tensors().get("0.weight"))
                        .shape())
                .containsExactly(1, 4);
        assertThat(Safetensors.read(torch).metadata()).containsKeys("event", "torch_model", "epsilon");
        assertThat(Run.of("predict --model " + torch + " --data csv:" + people).err())
                .contains("does not say what model it holds");
        assertThat(Run.of("export --to tf --model " + release + " --out " + onnx)
                        .err())
                .contains("--to must be onnx or torch, got tf");
        assertThat(Run.of("export --model " + people + " --out " + onnx).status())
                .isEqualTo(2);
    }

    @Test
    void train_fromAnotherModel_keepsItsFrozenLayersAndSaysSo() throws IOException {
        Path first = train("--epochs 1 --model cnn_tanh");
        Path second = train("--epochs 1 --freeze 7 --init " + first);
        Path third = train("--epochs 1 --freeze 7 --init-public digits-of-1998 --init " + first);

        Map<String, Tensor> before =
                Safetensors.read(first.resolve("model.safetensors")).tensors();
        Map<String, Tensor> after =
                Safetensors.read(second.resolve("model.safetensors")).tensors();
        assertThat(values(after, "3.weight")).containsExactly(values(before, "3.weight"));
        assertThat(values(after, "7.weight")).isNotEqualTo(values(before, "7.weight"));
        assertThat(Safetensors.read(second.resolve("model.safetensors"))
                        .metadata()
                        .get("warnings"))
                .contains("began from another, trained on digits train (epsilon ", "is not covered by this guarantee");
        assertThat(Safetensors.read(third.resolve("model.safetensors"))
                        .metadata()
                        .get("warnings"))
                .doesNotContain("began from another");
        assertThat(Files.readString(third.resolve("report.txt")).replaceAll("\\s+", " "))
                .contains("began from another, digits-of-1998, of which the first 7 layers stayed as they were");
        assertThat(Run.of("check " + second).status()).isZero();
        JsonNode report = StrictJson.parse(Files.readString(second.resolve("report.json")));
        assertThat(Run.of("evaluate --data digits --model " + second).figure("accuracy"))
                .isEqualTo(report.at("/epochs").get(0).path("test_accuracy").asDouble());
        assertThat(Run.of("train --freeze 2 --out " + scratch.resolve("x")).err())
                .contains("--freeze and --init-public are for --init FILE, got none");
        assertThat(Run.of("train --model mlp --init " + first + " --out " + scratch.resolve("x"))
                        .err())
                .contains("--init and --model exclude each other");
        assertThat(Run.of("train --freeze 10 --init " + first + " --out " + scratch.resolve("x"))
                        .err())
                .contains("frozen layers must leave a layer with parameters to train: from 0 to 9");
    }

    private static float[] values(Map<String, Tensor> tensors, String name) {
        return Objects.requireNonNull(tensors.get(name)).values();
    }

    /** README's own lines, one after the other. */
    @Test
    void readmesCommands_doWhatTheySay() throws IOException {
        String readme = Files.readString(Path.of("..", "README.md"));
        List<String> commands = readme.lines()
                .dropWhile(line -> !line.equals("./abacus train --out run"))
                .takeWhile(line -> line.startsWith("./abacus "))
                .toList();
        assertThat(commands).hasSizeGreaterThanOrEqualTo(3);
        for (String command : commands) {
            Run run = Run.of(command.substring("./abacus ".length()).replaceAll("\\brun\\b", scratch + "/readme"));
            assertThat(run.status()).as(command + run.err()).isZero();
            assertThat(run.out()).isNotEmpty();
        }
    }

    @Test
    void regression_isMeasuredInTheLabelsOwnUnit() throws IOException {
        List<String> lines = new ArrayList<>(List.of("size,price"));
        for (int i = 0; i < 500; i++) {
            lines.add(i % 100 + "," + (1000 + 10 * (i % 100)));
        }
        Path houses = Files.write(scratch.resolve("houses.csv"), lines);
        Path schema = Files.writeString(
                scratch.resolve("houses.json"),
                "{\"columns\":{\"size\":{\"type\":\"numeric\",\"low\":0,\"high\":100},"
                        + "\"price\":{\"type\":\"numeric\",\"low\":1000,\"high\":2000}}}");
        Path release = train("--data csv:" + houses + " --schema " + schema
                + " --label price --epochs 30 --learning-rate 0.3 --optimiser sgd");

        Run run = Run.of("evaluate --model " + release + " --data csv:" + houses);
        JsonNode json = Run.of("evaluate --format json --model " + release + " --data csv:" + houses)
                .json()
                .get(0);

        assertThat(run.status()).as(run.err()).isZero();
        // The labels' own standard deviation is 289.
        assertThat(run.figure("rmse")).isBetween(0.0, 200.0);
        assertThat(run.figure("mae")).isLessThanOrEqualTo(run.figure("rmse"));
        assertThat(json.path("r_squared").asDouble()).isBetween(0.5, 1.0);
        assertThat(Run.of("predict --model " + release + " --data csv:" + houses)
                        .lines()
                        .get(0))
                .isEqualTo("row,prediction");
        assertThat(Run.of("predict --output json --model " + release + " --data csv:" + houses)
                        .json()
                        .get(0)
                        .path("prediction")
                        .asDouble())
                .isBetween(500.0, 2500.0);
    }
}
