package io.abacusdp.cli.account;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import com.fasterxml.jackson.databind.JsonNode;
import io.abacusdp.cli.Run;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class RiskCommandsTest {
    private static final String FLAGS = " --noise-multiplier 1 --sampling-rate .01 --steps 1000";
    private static final String EVENT = "\"event\":{\"type\":\"repeated\",\"count\":1000,\"event\":"
            + "{\"type\":\"poisson_sampled\",\"rate\":0.01,\"event\":{\"type\":\"gaussian\",\"noise_multiplier\":1}}}}";

    @ParameterizedTest
    @CsvSource({
        "remove,.001,.004068448",
        "remove,.01,.029139095",
        "remove,.1,.194201132",
        "add,.001,.003324432",
        "add,.01,.026027415",
        "add,.1,.187485066"
    })
    void rates_ofKnownCurves_areMetByEveryCommand(String direction, double fpr, double tpr) {
        String curve = FLAGS + " --direction " + direction + " --fpr " + fpr + " --format json";
        assertThat(Run.of("risk" + curve).json().get(0).get("bound").doubleValue())
                .isCloseTo(tpr, within(1e-7));
        JsonNode row = Run.of("tradeoff" + curve).json().get(0);
        assertThat(row.get("fpr").doubleValue()).isEqualTo(fpr);
        assertThat(row.get("fnr").doubleValue()).isCloseTo(1 - tpr, within(1e-7));
        JsonNode answer = Run.withInput(
                        "{\"query\":\"fnr\",\"fpr\":" + fpr + ",\"direction\":\"" + direction + "\"," + EVENT, "batch")
                .json()
                .get(0);
        assertThat(answer.get("value").doubleValue()).isCloseTo(1 - tpr, within(1e-7));
        assertThat(answer.get("lower")).isEqualTo(answer.get("value"));
        assertThat(answer.get("upper").isNull()).isTrue();
        assertThat(answer.get("accountant").textValue()).isEqualTo("exact");
    }

    @Test
    void advantage_ofTheBatch_isKnownAndAnUpperBound() {
        JsonNode answer = Run.withInput("{\"query\":\"advantage\"," + EVENT, "batch")
                .json()
                .get(0);
        assertThat(answer.get("value").doubleValue()).isCloseTo(.1610176197, within(1e-9));
        assertThat(answer.get("upper")).isEqualTo(answer.get("value"));
        assertThat(answer.get("accountant").textValue()).isEqualTo("exact");
    }

    @Test
    void fnr_outsideOfItsRange_isAnError() {
        JsonNode answer = Run.withInput("{\"query\":\"fnr\",\"fpr\":2," + EVENT, "batch")
                .json()
                .get(0);
        assertThat(answer.get("error").textValue()).contains("[0, 1], got 2");
    }

    @Test
    void risk_ofTheGaussian_isKnown() {
        Run run = Run.of("risk --noise-multiplier 1 --steps 1 --fpr .01 --prior .5 --candidates 100 --digits 9");
        assertThat(run.lines().get(0).split(" +")).containsExactly("risk", "at", "bound");
        assertThat(run.lines()).hasSize(7);
        assertThat(bound(run, 1)).isCloseTo(1 - .90763775192631, within(1e-8));
        assertThat(bound(run, 2)).isCloseTo(.38292492254803, within(1e-8));
        assertThat(bound(run, 3)).isCloseTo((1 + .38292492254803) / 2, within(1e-8));
        assertThat(bound(run, 4)).isCloseTo(1 - .90763775192631, within(1e-8));
        assertThat(bound(run, 5)).isCloseTo(1, within(1e-4));
        assertThat(bound(run, 6)).isCloseTo(1, within(1e-8));
    }

    @Test
    void tradeoff_asCsvWithAPlot_writesBoth(@TempDir Path directory) throws Exception {
        Path file = directory.resolve("tradeoff.png");
        Run run = Run.of("tradeoff" + FLAGS + " --format csv --plot " + file);
        assertThat(run.lines()).hasSize(6).startsWith("fpr,fnr,method");
        assertThat(run.lines().get(1)).startsWith("1.0E-4,0.999").endsWith(",exact");
        assertThat(Files.readAllBytes(file)).startsWith(0x89, 'P', 'N', 'G');
    }

    @Test
    void tradeoff_inTheTerminal_goesFrom1To0() {
        Run run = Run.of("tradeoff" + FLAGS + " --fpr .1 --plot -");
        assertThat(run.lines().get(2)).isEqualTo("false negative rate");
        assertThat(run.lines().get(3)).startsWith("1 ");
        assertThat(run.lines().get(20)).contains("false positive rate").endsWith(" 1");
    }

    @Test
    void noise_forAnAdvantage_isKnown() {
        Run run = Run.of("noise --steps 1 --advantage .38292492254803");
        assertThat(run.figure("noise_multiplier")).isCloseTo(1, within(2e-5));
        assertThat(run.figure("advantage")).isCloseTo(.382925, within(1e-6));
        assertThat(run.out()).contains("accountant exact", "adjacency add_or_remove_one");
    }

    @Test
    void noise_forARateOfTruePositives_isKnown() {
        Run run = Run.of("noise --steps 1 --tpr .09236224807369 --fpr .01");
        assertThat(run.figure("noise_multiplier")).isCloseTo(1, within(2e-5));
        assertThat(run.figure("fpr")).isEqualTo(.01);
        assertThat(run.figure("tpr")).isCloseTo(.0923623, within(1e-6));
    }

    @Test
    void steps_forMu_areItsSquare() {
        assertThat(Run.of("steps --noise-multiplier 1 --mu 3.01").figure("steps"))
                .isEqualTo(9);
    }

    @Test
    void noise_forMuFromALeastRate_isThatOfThePublishedAttack() {
        // Published for noise 1: 0.004068448 true positives at 0.001 false ones, as with mu 0.4439, and less at higher
        // rates.
        Run run = Run.of("noise --sampling-rate .01 --steps 1000 --mu .4439 --least-rate .001");
        assertThat(run.figure("noise_multiplier")).isCloseTo(1, within(.003));
        assertThat(run.figure("mu")).isBetween(.4438, .4439);
        assertThat(run.figure("least_rate")).isEqualTo(.001);
        assertThat(Run.of("rate --noise-multiplier 1 --steps 1000 --mu .4439 --least-rate .001")
                        .figure("sampling_rate"))
                .isCloseTo(.01, within(3e-5));
        assertThat(Run.of("steps --noise-multiplier 1 --sampling-rate .01 --mu .4439 --least-rate .001")
                        .figure("steps"))
                .isCloseTo(1000, within(6.0));
        assertThat(Run.of("noise --steps 1 --tpr .1 --fpr .01 --least-rate .1").err())
                .contains("--least-rate is for --mu");
        assertThat(Run.of("noise --steps 1 --mu 1 --least-rate .5").err()).contains("least rate must be in (0, 0.5)");
    }

    private static double bound(Run run, int line) {
        String text = run.lines().get(line);
        return Double.parseDouble(text.substring(text.lastIndexOf(' ') + 1));
    }
}
