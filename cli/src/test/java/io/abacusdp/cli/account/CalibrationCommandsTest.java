package io.abacusdp.cli.account;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import com.fasterxml.jackson.databind.JsonNode;
import io.abacusdp.cli.Run;
import org.junit.jupiter.api.Test;

/** The commands delta, noise, steps and rate. */
class CalibrationCommandsTest {
    /** Published: epsilon of noise multiplier 1.5 at rate 0.04 over 2250 steps is 7.32911117143 at delta 1e-5. */
    private static final String TARGET = " --epsilon 7.3291112 --delta 1e-5 --orders classic --conversion balle";

    private static final String STEP =
            "{\"type\":\"poisson_sampled\",\"rate\":0.04,\"event\":{\"type\":\"gaussian\",\"noise_multiplier\":1.5}}";

    @Test
    void delta_atThePublishedEpsilon_isTheDelta() {
        Run run = Run.of("delta --noise-multiplier 1.5 --sampling-rate .04 --steps 2250 --epsilon 7.32911117143"
                + " --orders classic --conversion balle --digits 10");
        assertThat(run.figure("delta")).isCloseTo(1e-5, within(1e-13));
        assertThat(run.lines()).contains("epsilon 7.32911117143", "accountant rdp");
        JsonNode json = Run.of("delta --noise-multiplier 1 --epsilon 1 --format json")
                .json()
                .get(0);
        // Exactly 0.12693673750664397: Φ(−1/2) − e·Φ(−3/2).
        assertThat(json.get("value").doubleValue()).isBetween(.1269367375, .25);
    }

    @Test
    void noise_forAPublishedTarget_isThePublishedNoise() {
        Run run = Run.of("noise --epsilon 8 --delta 1e-5 --sampling-rate .04 --epochs 90 --accountant rdp");
        assertThat(run.status()).isZero();
        assertThat(run.figure("noise_multiplier")).isCloseTo(1.416, within(5e-4));
        assertThat(run.figure("epsilon")).isBetween(7.9999, 8.0);
        assertThat(run.err()).contains("2250 steps");
    }

    @Test
    void noise_shown_isEnough() {
        Run run = Run.of("noise --sampling-rate .04 --steps 2250 --digits 3" + TARGET);
        double shown = run.figure("noise_multiplier");
        assertThat(shown).isBetween(1.5, 1.51);
        Run check = Run.of("epsilon --sampling-rate .04 --steps 2250 --delta 1e-5 --orders classic --conversion balle"
                + " --digits 17 --noise-multiplier " + shown);
        assertThat(check.figure("epsilon")).isLessThanOrEqualTo(7.3291112);
    }

    @Test
    void noise_ofATemplate_isTheSameAsOfItsFlags() {
        String template = "{\"type\":\"repeated\",\"count\":2250,\"event\":" + STEP.replace("1.5", "\"?\"") + "}";
        JsonNode answer = Run.withInput(template, "noise --events - --format json" + TARGET)
                .json()
                .get(0);
        assertThat(answer.get("value").doubleValue()).isCloseTo(1.5, within(2e-6));
        assertThat(answer.get("upper")).isEqualTo(answer.get("value"));
        assertThat(Run.withInput(STEP, "noise --events -" + TARGET).err()).contains("\"?\"");
        assertThat(Run.withInput(template, "noise --events - --steps 3" + TARGET)
                        .status())
                .isEqualTo(2);
    }

    @Test
    void noise_ofOneRelease_isEnoughAndNearTheExact() {
        // The exact value is 3.73063163481594.
        assertThat(Run.of("noise --epsilon 1 --delta 1e-5").figure("noise_multiplier"))
                .isBetween(3.73063163481594, 4.5);
    }

    @Test
    void steps_atThePublishedEpsilon_areThePublishedSteps() {
        Run run = Run.of("steps --noise-multiplier 1.5 --sampling-rate .04" + TARGET);
        assertThat(run.lines()).contains("steps 2250");
        JsonNode json = Run.withInput(STEP, "steps --events - --format json" + TARGET)
                .json()
                .get(0);
        assertThat(json.get("value").isIntegralNumber()).isTrue();
        assertThat(json.get("value").longValue()).isEqualTo(2250);
        assertThat(json.get("upper").isNull()).isTrue();
        assertThat(Run.withInput(STEP, "steps --events - --sampling-rate .1" + TARGET)
                        .status())
                .isEqualTo(2);
    }

    @Test
    void rate_atThePublishedEpsilon_isThePublishedRateRoundedDown() {
        Run run = Run.of("rate --noise-multiplier 1.5 --steps 2250" + TARGET);
        assertThat(run.figure("sampling_rate")).isBetween(.039999, .04);
        String gaussian = "{\"type\":\"gaussian\",\"noise_multiplier\":1.5}";
        JsonNode json = Run.withInput(gaussian, "rate --events - --steps 2250 --format json" + TARGET)
                .json()
                .get(0);
        assertThat(json.get("value").doubleValue()).isCloseTo(.04, within(1e-7));
        assertThat(json.get("lower")).isEqualTo(json.get("value"));
        assertThat(Run.of("rate --steps 2250" + TARGET).err()).contains("give --noise-multiplier, or --events");
    }
}
