package io.abacusdp.cli.train;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import com.fasterxml.jackson.databind.JsonNode;
import io.abacusdp.cli.Run;
import io.abacusdp.storage.Sha256;
import io.abacusdp.storage.StrictJson;
import io.abacusdp.training.trainer.ModelFile;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class TrainCommandTest {
    private static final String QUICK = " --epochs 4 --lot 256";

    @TempDir
    private Path scratch;

    /**
     * 40 runs had a mean accuracy of 0.9325, a standard deviation of 0.0088 and a least of 0.916. 0.88 is 5.9 standard
     * deviations below the mean: if accuracies are about normal, it is missed once in 10^8 runs.
     */
    @Test
    void train_withoutArguments_trainsTheDigitsToEpsilon3() throws IOException {
        Path out = scratch.resolve("run");

        Run run = Run.of("train --format json --out " + out);

        assertThat(run.status()).as(run.err()).isZero();
        JsonNode result = run.json().get(run.json().size() - 1);
        assertThat(result.path("epsilon").doubleValue()).isBetween(2.999, 3.0);
        assertThat(result.path("delta").doubleValue()).isEqualTo(1e-5);
        assertThat(result.path("noise_multiplier").doubleValue()).isBetween(5.0, 6.0);
        assertThat(result.path("steps").longValue()).isEqualTo(113);
        assertThat(result.path("test_accuracy").doubleValue()).isGreaterThan(0.88);
        assertThat(result.path("examples_per_second").doubleValue()).isPositive();
        assertThat(Path.of(result.path("report").textValue())).exists();
        assertThat(ModelFile.read(out.resolve("release").resolve("model.safetensors"))
                        .parameters())
                .hasSize(650);
        assertThat(run.err()).contains("113 steps with noise multiplier").doesNotContain("loss on private");
    }

    @Test
    void train_asText_printsTheStatementFirst() {
        Run run = Run.of("train --out " + scratch.resolve("run") + QUICK);

        assertThat(run.status()).as(run.err()).isZero();
        assertThat(run.lines().get(0))
                .isEqualTo("The model, and every model on the way to it, is (3, 1e-5)-differentially private under"
                        + " add-or-remove-one adjacency.");
        assertThat(run.lines().get(1))
                .isEqualTo(
                        "The number of training examples, 1440, is taken as public: the guarantee does not hide it.");
        assertThat(run.lines()).contains("delta 1e-5", "adjacency add_or_remove_one");
        assertThat(run.err()).doesNotContain("warning");
        assertThat(run.figure("steps")).isEqualTo(23);
    }

    @Test
    void train_withGivenNoise_endsBeforeTheBudgetIsExceeded() {
        Run run = Run.of("train --noise-multiplier 3 --epsilon 0.8 --out " + scratch.resolve("run"));

        assertThat(run.status()).as(run.err()).isZero();
        assertThat(run.figure("epsilon")).isLessThanOrEqualTo(0.8);
        assertThat(run.figure("steps")).isBetween(1.0, 112.0);
        assertThat(run.out()).contains("note the run ended before step");
    }

    @Test
    void train_withEveryWayToClipAndToSample_isWithinTheTarget() {
        List<String> ways = List.of(
                "--per-layer --model cnn_tanh",
                "--per-layer by_dimension --model mlp",
                "--adaptive",
                "--adaptive 0.8 --optimiser adam --learning-rate 0.01",
                "--sampling shuffled",
                "--sampling fixed_size --optimiser sgd",
                "--adjacency replace_one --threads 1");
        for (int i = 0; i < ways.size(); i++) {
            Run run = Run.of("train --lot 256 --epochs 2 --out " + scratch.resolve("run" + i) + " " + ways.get(i));

            assertThat(run.status()).as(ways.get(i) + run.err()).isZero();
            assertThat(run.figure("epsilon")).as(ways.get(i)).isBetween(2.9, 3.0);
        }
    }

    /** 1,437 of the digits are for training: 40 epochs of lots of 512 are 113 steps, in 19 stairs of at most 6. */
    @Test
    void train_withSchedules_changesNoiseAndRateAndStaysWithinTheTarget() throws IOException {
        Path out = scratch.resolve("run");

        Run run = Run.of("train --decay linear --learning-rate 2 --noise-end 0.5 --out " + out);

        assertThat(run.status()).as(run.err()).isZero();
        assertThat(run.figure("epsilon")).isBetween(2.99, 3.0);
        List<JsonNode> log = Files.readAllLines(out.resolve("log.jsonl")).stream()
                .map(StrictJson::parse)
                .toList();
        JsonNode first = log.get(0);
        JsonNode last = log.get(log.size() - 1);
        assertThat(first.path("learning_rate").doubleValue()).isBetween(1.9, 2.0);
        assertThat(last.path("learning_rate").doubleValue()).isCloseTo(2.0 / 113, within(1e-9));
        double noise = first.path("noise_multiplier").doubleValue();
        assertThat(last.path("noise_multiplier").doubleValue()).isCloseTo(0.5 * noise, within(1e-9 * noise));
        assertThat(Run.of("train --decay fast").err()).contains("--decay", "none, linear, cosine");
    }

    /** A run that was audited, and where it is. */
    private record Audited(Path out, Run run) {}

    /**
     * An audited run that was not refuted. An honest one is by chance, with a probability of 0.05 at most, so that four in a row are
     * with one below 1e-5.
     */
    private Audited audited(String format) {
        for (int attempt = 1; ; attempt++) {
            Path out = scratch.resolve("run-" + attempt);
            Run run = Run.of("train --audit 100" + format + " --out " + out + QUICK);
            if (run.status() != 4 || attempt == 4) {
                assertThat(run.status()).as(run.err()).isZero();
                return new Audited(out, run);
            }
        }
    }

    @Test
    void train_withAnAudit_statesWhatWasMeasuredAndALowerBound() {
        Run run = audited(" --format json").run();

        JsonNode result = run.json().get(0);
        // With all of 30 guesses right, 0.025 = (e^ε/(1 + e^ε))^30 at delta 0, so that ε = 2.04 is the most that can be
        // found.
        assertThat(result.path("audit_epsilon_lower").doubleValue()).isBetween(0.0, 2.04);
        assertThat(result.path("audit_epsilon_measured").doubleValue()).isBetween(0.0, 3.0);
        assertThat(result.path("audit_refuted").booleanValue()).isFalse();
        assertThat(result.path("epsilon").doubleValue()).isBetween(2.9, 3.0);
    }

    @Test
    void train_auditedRun_canBeResumedAndKeepsItsCoinsToItself() throws IOException {
        Path out = audited("").out();

        Run resumed = Run.of("train --resume " + out);

        assertThat(resumed.status()).as(resumed.err()).isZero();
        assertThat(Files.readString(out.resolve("release").resolve("report.txt")))
                .contains("Empirical audit", "measured    |");
        assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(out.resolve("canaries.json"))))
                .isEqualTo("rw-------");
    }

    /**
     * A run whose guarantee its audit refuted has ended with 4, and whoever resumes it hears the same. Few honest runs
     * are refuted, so the verdict is put into the report of one.
     */
    @Test
    void train_resumedAfterItsGuaranteeWasRefuted_keepsItsExitStatus() throws IOException {
        Path out = audited("").out();
        Path report = out.resolve("release/report.json");
        String told = Files.readString(report);
        assertThat(told).containsPattern("\"refuted\" ?: ?false");
        Files.writeString(report, told.replaceFirst("\"refuted\" ?: ?false", "\"refuted\" : true"));
        Path sums = out.resolve("release/SHA256SUMS");
        Files.writeString(
                sums, Files.readString(sums).replaceFirst("[0-9a-f]{64}(?=  report.json)", Sha256.ofFile(report)));

        for (String format : List.of("", " --format json")) {
            Run resumed = Run.of("train --resume " + out + format);
            assertThat(resumed.status()).as(resumed.err()).isEqualTo(4);
            assertThat(resumed.err()).contains("is done; its release stays as it is");
        }
    }

    @Test
    void train_withASeed_saysThatNothingIsPrivate() {
        Run run = Run.of("train --insecure-seed-for-tests 1 --out " + scratch.resolve("run") + QUICK);

        assertThat(run.status()).isZero();
        assertThat(run.out()).startsWith("Not private: made under a test seed.");
        assertThat(run.lines())
                .contains("epsilon not private: made under a test seed (would be 3 with secret randomness)");
        assertThat(run.err())
                .contains("INSECURE: noise and lots came from a fixed seed", "not private: made under a test seed")
                .doesNotContain("epsilon will be");

        JsonNode resumed = Run.of("train --format json --resume " + scratch.resolve("run"))
                .json()
                .get(0);
        assertThat(resumed.path("epsilon").isNull()).isTrue();
        assertThat(resumed.path("not_private").asText()).isEqualTo("not private: made under a test seed");
        assertThat(resumed.path("epsilon_with_secret_randomness").doubleValue()).isBetween(2.99, 3.0);
    }

    /** 1,440 digits are for training, and 1/1440 is 6.9444...e-4. */
    @Test
    void train_withADeltaOfOneOverTheExamples_warnsBeforeAndAfter() {
        Run large = Run.of("train --delta 6.945e-4 --format json --out " + scratch.resolve("large") + QUICK);
        Run small = Run.of("train --delta 6.944e-4 --format json --out " + scratch.resolve("small") + QUICK);

        String warning = "delta 0.0006945 is not below 1/1440";
        assertThat(large.err().indexOf("warning: " + warning))
                .isBetween(0, large.err().indexOf("steps with noise"));
        assertThat(large.json().get(0).path("warnings").get(0).asText()).contains(warning);
        assertThat(small.err()).doesNotContain("warning", "not below");
        assertThat(small.json().get(0).path("warnings")).isEmpty();
    }

    @Test
    void resume_goesOnWithItsOwnOptions() throws IOException {
        Path out = scratch.resolve("run");
        Run first = Run.of("train --out " + out + QUICK);

        Run again = Run.of("train --format json --resume " + out);
        Run other = Run.of("train --lot 100 --resume " + out);
        Run none = Run.of("train --resume " + scratch.resolve("none"));
        Run over = Run.of("train --out " + out);

        assertThat(again.status()).as(again.err()).isZero();
        assertThat(again.json().get(0).path("steps").longValue()).isEqualTo((long) first.figure("steps"));
        assertThat(other.status()).isEqualTo(2);
        assertThat(other.err()).contains("--resume and --lot exclude each other");
        assertThat(none.status()).isEqualTo(2);
        assertThat(none.err()).contains("holds no run of abacus train to resume");
        assertThat(over.status()).isEqualTo(2);
        assertThat(over.err()).contains("--out must be a new directory");
        assertThat(Files.readString(out.resolve("release").resolve("report.txt")))
                .contains("abacus train --out DIR" + QUICK)
                .doesNotContain(scratch.toString());
    }

    @Test
    void train_onACsvFile_needsALabelAndPublicRanges() throws IOException {
        Path csv = scratch.resolve("people.csv");
        Files.write(
                csv,
                IntStream.rangeClosed(0, 400)
                        .mapToObj(i -> i == 0
                                ? "age,sex,buys"
                                : i % 80 + "," + (i % 2 == 0 ? "f" : "m") + "," + (i % 80 > 40 ? "yes" : "no"))
                        .toList());

        Run noLabel = Run.of("train --data csv:" + csv);
        Run noRanges = Run.of("train --label buys --data csv:" + csv);
        Run run = Run.of("train --label buys --ranges-from-private-data --data csv:" + csv + " --test " + csv
                + " --out " + scratch.resolve("run") + " --epochs 2 --lot 100");

        assertThat(noLabel.status()).isEqualTo(2);
        assertThat(noLabel.err()).contains("--data csv:FILE needs --label");
        assertThat(noRanges.status()).isEqualTo(2);
        assertThat(noRanges.err()).contains("either --schema FILE").contains("got neither");
        assertThat(run.status()).as(run.err()).isZero();
        assertThat(Files.readString(scratch.resolve("run").resolve("release").resolve("report.txt")))
                .contains("were taken from the private data");
        assertThat(run.lines().get(0))
                .contains(
                        "differentially private under add-or-remove-one adjacency, except for the ranges and categories",
                        "the guarantee does not cover what they reveal");
        assertThat(run.err()).contains("Ranges and categories were taken from the private data");
    }

    @Test
    void train_givenWhatItCannotUse_refusesAndWritesNothing() {
        Path out = scratch.resolve("run");
        record Case(String args, int status, String message) {}
        List<Case> cases = List.of(
                new Case("--data cats", 2, "--data must be digits, mnist:DIR, fashion:DIR or csv:FILE, got cats"),
                new Case("--data mnist", 2, "needs a path"),
                new Case("--data mnist:" + scratch.resolve("nowhere"), 2, "nowhere"),
                new Case("--label x", 2, "are for --data csv:FILE"),
                new Case("--model resnet", 2, "--model must be one of"),
                new Case(
                        "--sampling sorted",
                        2,
                        "--sampling must be one of poisson, allocated, cyclic, fixed_size, shuffled"),
                new Case("--optimiser lion", 2, "--optimiser must be one of sgd, momentum, adam, adamw"),
                new Case("--per-layer thirds", 2, "--per-layer must be one of equal, by_dimension"),
                new Case("--per-layer equal --adaptive", 2, "exclude each other"),
                new Case("--lot 5000", 2, "--lot must be at most the number of examples, 1440, got 5000"),
                new Case("--public-size 100 --lot 200", 2, "the number of examples, 100, got 200"),
                new Case(
                        "--public-size 1440 --sampling shuffled", 2, "for poisson, allocated and cyclic sampling only"),
                new Case("--epsilon -1", 2, "--epsilon"),
                new Case("--audit 10", 2, "at least 50 canaries"),
                new Case("--delta 0", 3, "refused"),
                new Case("--noise-multiplier 0.3 --epsilon 0.1", 3, "does not allow a single step"));
        for (Case wrong : cases) {
            Run run = Run.of("train --out " + out + " " + wrong.args());

            assertThat(run.status()).as(wrong.args() + run.err()).isEqualTo(wrong.status());
            assertThat(run.err()).contains(wrong.message());
            assertThat(run.out()).isEmpty();
        }
        assertThat(out.resolve("charges.log")).doesNotExist();
    }

    @Test
    void help_listsWhatThereIs() {
        Run run = Run.of("train --help");

        assertThat(run.status()).isZero();
        for (String option : List.of(
                "--data",
                "--model",
                "--epsilon",
                "--delta",
                "--epochs",
                "--lot",
                "--clip",
                "--noise-multiplier",
                "--per-layer",
                "--adaptive",
                "--sampling",
                "--resume",
                "--out",
                "--threads",
                "--audit",
                "--public-size",
                "--data-name",
                "--format")) {
            assertThat(run.out()).contains(option);
        }
    }
}
