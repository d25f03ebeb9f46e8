package io.abacusdp.cli.check;

import static io.abacusdp.cli.check.CheckedFiles.check;
import static io.abacusdp.cli.check.CheckedFiles.findings;
import static io.abacusdp.cli.check.CheckedFiles.json;
import static io.abacusdp.cli.check.CheckedFiles.wrong;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.abacusdp.accounting.SafeFigures;
import io.abacusdp.cli.Run;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Runs of abacus train with correlated noise, true and lying. */
class CorrelatedNoiseCheckTest {
    private static final String TRAIN =
            "train --model logistic --features plain --lot 32 --epochs 3 --epsilon 8 --noise ";

    @TempDir
    static Path trained;

    @TempDir
    private Path scratch;

    @BeforeAll
    static void train() {
        for (String noise : new String[] {"banded:8", "blt", "tree"}) {
            Run run = Run.of(TRAIN + noise + " --out " + trained.resolve(noise.replace(":", "")));
            assertThat(run.status()).as(run.err()).isZero();
            assertThat(run.err())
                    .contains("noise " + noise + ": expected error")
                    .contains("independent noise of this epsilon has");
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"banded8", "blt", "tree"})
    void run_withCorrelatedNoise_isPricedAgainAndHolds(String noise) {
        Run checked = check(trained.resolve(noise));
        assertThat(wrong(checked)).isEmpty();
        assertThat(checked.status()).isZero();
        assertThat(findings(checked, "holds"))
                .anyMatch(text -> text.contains("is what the events cost"))
                .anyMatch(text -> text.contains("of the noise matrix, worked out again"))
                .anyMatch(text -> text.contains("every charge is that of its noise matrix and lots"));
    }

    record Lie(String noise, String found, Consumer<ObjectNode> change) {
        @Override
        public String toString() {
            return noise + ": " + found;
        }
    }

    private static Consumer<ObjectNode> setting(String name, String value) {
        return report -> report.withObject("/settings").put(name, value);
    }

    private static Stream<Lie> lies() {
        return Stream.of(
                new Lie("blt", "is stated for the noise matrix", setting("sensitivity of the noise matrix", "1.5")),
                new Lie("blt", "and the matrix needs", setting("noise added", "1.2 times the clipping norm")),
                new Lie(
                        "blt",
                        "is stated for the noise matrix, which has 3.8",
                        setting("noise omegas", "[0.5, 0.3, 0.2]")),
                new Lie(
                        "tree",
                        "has a noise matrix that is none",
                        setting("sampling", "shuffled")
                                .andThen(report -> report.withObject("/privacy").put("sampling", "shuffled"))),
                new Lie(
                        "tree",
                        "is less than what its noise matrix",
                        report -> report.withArray("/privacy/event/events").forEach(part -> {
                            ObjectNode event = (ObjectNode) part.path("event");
                            if (event.has("noise_multiplier")) {
                                event.put(
                                        "noise_multiplier",
                                        event.path("noise_multiplier").doubleValue() * 1.01);
                            }
                        })),
                new Lie("banded8", "and has that of banded:2", setting("noise coefficients", "[1.0, 0.5]")),
                new Lie(
                        "banded8",
                        "is less than what its noise matrix",
                        report -> report.withArray("/privacy/event/events").forEach(part -> {
                            ObjectNode event = (ObjectNode) part.path("event");
                            if (event.has("rate")) {
                                event.put("rate", 0.02);
                            }
                        })),
                new Lie(
                        "banded8",
                        "has a charge that is no step of DP-SGD",
                        report -> report.withObject("/settings").remove("noise matrix")));
    }

    @ParameterizedTest
    @MethodSource("lies")
    void report_thatLiesAboutItsNoise_isFound(Lie lie) throws IOException {
        Path report = scratch.resolve("report.json");
        Files.copy(trained.resolve(lie.noise).resolve("release").resolve("report.json"), report);
        json(report, lie.change);
        Run checked = check(report);
        assertThat(checked.out()).contains(lie.found);
        assertThat(checked.status()).isNotZero();
    }

    @Test
    void noise_thatIsNone_orDoesNotGoWithTheSampling_isRefused() {
        assertThat(Run.of(TRAIN + "pink").err()).contains("--noise").contains("tree");
        assertThat(Run.of(TRAIN + "banded:x").err()).contains("needs a whole number of bands");
        assertThat(Run.of(TRAIN + "tree --sampling poisson").err()).contains("needs cyclic sampling");
        assertThat(Run.of(TRAIN + "banded:99").err()).contains("groups must be from 1 to");
        assertThat(Run.of(TRAIN + "blt --noise-end 2").err()).contains("the same at every step");
    }

    @Test
    void run_withCanariesAndCorrelatedNoise_isNotRefuted() {
        Run run = Run.of(TRAIN + "blt --audit 100 --out " + scratch.resolve("audited"));
        assertThat(run.status()).as(run.err()).isZero();
    }

    /** By their records in several groups, people with several records have what holds for any mechanism. */
    @Test
    void statement_ofBands_isThatOfTheirTurns() {
        String run = " --noise-multiplier 1 --sampling-rate 0.01 --steps 1000 --delta 1e-5";
        Run statement = Run.of("statement" + run + " --bands 4");
        double epsilon = Run.of("epsilon" + run + " --bands 4").figure("epsilon");
        assertThat(epsilon).isGreaterThan(Run.of("epsilon" + run).figure("epsilon"));
        assertThat(statement.out())
                .contains("matrix of 4 bands")
                .contains("group i mod 4")
                .doesNotContain("poisson_sampled");
        assertThat(statement.out()).contains(SafeFigures.up(epsilon, 6));
        assertThat(Run.of("epsilon" + run + " --bands 4 --records-per-user 2").figure("epsilon"))
                .isGreaterThan(Run.of("epsilon --noise-multiplier 1 --sampling-rate 0.04 --steps 250 --delta 1e-5"
                                + " --records-per-user 2")
                        .figure("epsilon"));
    }

    @Test
    void audit_ofCorrelatedNoise_isNotRefuted() {
        String quick = "audit --runs 1000 --order-records 64 --order-runs 100 --confidence 0.9999 --lot 16 --noise ";
        for (String noise : new String[] {"banded:2", "tree", "blt"}) {
            Run run = Run.of(quick + noise);
            assertThat(run.status()).as(run.out() + run.err()).isZero();
            assertThat(run.figure("measured_epsilon")).isBetween(0.0, 3.0);
        }
        assertThat(Run.of(quick + "banded").err()).contains("an audit needs a number of bands");
    }
}
