package io.abacusdp.cli.train;

import static org.assertj.core.api.Assertions.assertThat;

import io.abacusdp.cli.Run;
import io.abacusdp.storage.MarkedLog;
import io.abacusdp.training.trainer.TuningLaw;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class TuneTest {
    private static final String RUN = "train --lot 256 --epochs 1 --tuned-runs 3";

    @TempDir
    private Path scratch;

    private Path space;

    @BeforeEach
    void space() throws IOException {
        space = Files.writeString(scratch.resolve("space.json"), "{\"learning-rate\": [0.5, 2], \"clip\": [0.2]}");
    }

    /** The accountant's own command, told of the same run and the same law, in another way. */
    private double accountants(double noise) {
        return Run.of("epsilon --noise-multiplier " + noise
                        + " --sampling-rate 0.17777777777777778 --steps 6 --delta 1e-5 --tuned-over 3")
                .figure("epsilon");
    }

    @Test
    void tune_releasesTheBestAloneAtTheAccountantsPrice() throws IOException {
        Path out = scratch.resolve("tuned");

        Run run = Run.of(RUN + " --noise-multiplier 3 --tune " + space + " --out " + out);

        assertThat(run.status()).as(run.err()).isZero();
        assertThat(run.figure("epsilon")).isEqualTo(accountants(3));
        assertThat(Files.getPosixFilePermissions(out)).isEqualTo(PosixFilePermissions.fromString("rwx------"));
        String report = Files.readString(out.resolve("release").resolve("report.json"));
        assertThat(report).contains("repeat_and_select", "best of a random number of runs");
        // How many runs there were, and how the others did, is nobody's business.
        assertThat(run.err()).doesNotContain("accuracy").doesNotContain("epoch");
        Run check = Run.of("check " + out.resolve("release"));
        assertThat(check.status()).as(check.out() + check.err()).isZero();
        assertThat(Run.of("evaluate --data digits --model " + out.resolve("release"))
                        .status())
                .isZero();
        assertThat(Run.of("train --resume " + out).out()).contains("done true");
    }

    @Test
    void tune_toAnEpsilon_staysWithinIt() {
        Run run = Run.of(RUN + " --epsilon 3 --tune " + space + " --out " + scratch.resolve("tuned"));

        assertThat(run.status()).as(run.err()).isZero();
        assertThat(run.figure("epsilon")).isBetween(2.99, 3.0);
        assertThat(accountants(run.figure("noise_multiplier"))).isBetween(2.99, 3.001);
    }

    /** A run that was begun and never ended: it counts as one more that was released, and is made anew. */
    @Test
    void tune_killedAndResumed_spendsMore() throws IOException {
        Path out = scratch.resolve("tuned");
        Run.of(RUN + " --noise-multiplier 3 --tune " + space + " --out " + out);
        List<String> lines;
        Path log = out.resolve("tuning.log");
        try (MarkedLog whole = MarkedLog.open(log, "abacus tuning")) {
            lines = List.copyOf(whole.lines());
        }
        Path killed = scratch.resolve("killed");
        Files.createDirectories(killed);
        Files.copy(out.resolve("command.json"), killed.resolve("command.json"));
        try (MarkedLog cut = MarkedLog.create(killed.resolve("tuning.log"), "abacus tuning")) {
            cut.append(lines.get(0));
            cut.append("{\"begun\":0}");
            cut.awaitDurable();
        }

        Run resumed = Run.of("train --resume " + killed);

        assertThat(resumed.status()).as(resumed.err()).isZero();
        assertThat(resumed.figure("epsilon")).isGreaterThan(accountants(3) + 0.1);
        assertThat(Files.readString(killed.resolve("release").resolve("report.json")))
                .contains("repeat_and_select");
        Run check = Run.of("check " + killed.resolve("release"));
        assertThat(check.status()).as(check.out() + check.err()).isZero();
        try (Stream<Path> files = Files.list(killed)) {
            assertThat(files.map(file -> file.getFileName().toString())).contains("run-1-2");
        }
    }

    /** A loss that is no number has no place in an order: neither now nor when the log is read again is it the best. */
    @Test
    void best_isNoRunWhoseScoreIsNoNumber() throws IOException {
        Path out = scratch.resolve("scores");
        double[] scores = {Double.NaN, -3, -2.5, Double.NEGATIVE_INFINITY};
        try (TunedRun runs = TunedRun.begin(out, new TuningLaw(1, 1), 1, "data")) {
            for (int run = 0; run < scores.length; run++) {
                runs.begin(run);
                runs.ended(run, scores[run]);
            }
            assertThat(runs.best().run()).isEqualTo(2);
        }
        try (TunedRun again = TunedRun.resume(out, "data")) {
            assertThat(again.best().run()).isEqualTo(2);
        }
    }

    /** A log without its last entries would spend less; the marks beside it know better. */
    @Test
    void tune_withACutLog_isRefused() throws IOException {
        Path out = scratch.resolve("tuned");
        Run.of(RUN + " --noise-multiplier 3 --tune " + space + " --out " + out);
        try (Stream<Path> files = Files.walk(out.resolve("release"))) {
            for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
                Files.delete(file);
            }
        }
        Path log = out.resolve("tuning.log");
        List<String> lines = Files.readAllLines(log);
        Files.writeString(log, lines.get(0) + "\n");

        Run run = Run.of("train --resume " + out);

        assertThat(run.status()).isNotZero();
        assertThat(out.resolve("release")).doesNotExist();
    }

    @Test
    void tune_ofWhatChangesTheCost_isRefusedByName() throws IOException {
        Map<String, String> wrong = Map.of(
                "{\"lot\": [128, 256]}", "which change nothing of what a run costs, got lot",
                "{\"clip\": []}", "must have a list of values for clip",
                "{\"clip\": [[1]]}", "must have numbers or words for clip",
                "[]", "must be a JSON object with at least one option",
                "{\"clip\": [-1]}", "--clip");
        for (Map.Entry<String, String> one : wrong.entrySet()) {
            Files.writeString(space, one.getKey());
            Run run = Run.of(RUN + " --tune " + space + " --out " + scratch.resolve("none"));

            assertThat(run.status()).as(one.getKey()).isEqualTo(2);
            assertThat(run.err()).contains(one.getValue());
            assertThat(scratch.resolve("none")).doesNotExist();
        }
        Files.writeString(space, "{\"clip\": [0.1, 0.2]}");
        Run twice = Run.of(RUN + " --clip 1 --tune " + space + " --out " + scratch.resolve("none"));
        assertThat(twice.status()).as(twice.err()).isEqualTo(2);
        assertThat(Run.of("train --tuned-runs 4 --out " + scratch.resolve("none"))
                        .err())
                .contains("--tuned-runs and --tuned-shape are for --tune FILE, got none");
    }
}
