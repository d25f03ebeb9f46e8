package io.abacusdp.cli.account;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.abacusdp.cli.Run;
import org.junit.jupiter.api.Test;

class StatementCommandTest {
    private static final String PUBLISHED =
            "statement --noise-multiplier 2 --examples 10000 --batch-size 64 --epochs 5 --delta 1e-6";
    private static final String GRID = " --orders classic --conversion balle";

    @Test
    void microbatches_published_giveBothPublishedFigures() {
        Run run = Run.of(PUBLISHED + GRID + " --microbatches --format json");
        // Exact, PLD and Rényi for each of the two.
        assertThat(run.json()).hasSize(6);
        assertThat(run.json().get(2).get("id").textValue()).isEqualTo("poisson_sampled");
        assertThat(run.json().get(2).get("accountant").textValue()).isEqualTo("rdp");
        assertThat(run.json().get(2).get("value").doubleValue()).isCloseTo(1.616, within(5e-4));
        assertThat(run.json().get(5).get("id").textValue()).isEqualTo("once_per_epoch");
        assertThat(run.json().get(5).get("value").doubleValue()).isCloseTo(13.376, within(5e-4));
    }

    @Test
    void text_ofTraining_statesAssumptionsBeforeFigures() {
        Run run = Run.of(PUBLISHED);
        assertThat(run.status()).isZero();
        assertThat(run.out())
                .containsSubsequence(
                        "Assumptions",
                        "add_or_remove_one",
                        "782 steps at rate 0.0064",
                        "Clipping: the gradient of each example",
                        "standard deviation 2 times",
                        "checkpoints are covered",
                        "Guarantee at delta 1e-6",
                        "by rdp at order",
                        "if batches are Poisson samples",
                        "if each example is used once an epoch, 5 in all, with no amplification (zero_out)");
        assertThat(run.err()).contains("782 steps").contains("cannot account this: optimal, strong, basic");
    }

    @Test
    void microbatches_flag_makesTheFiguresLargerAndSaysWhy() {
        Run run = Run.of(PUBLISHED + " --microbatches");
        assertThat(run.out()).contains("twice the norm", "the noise multiplier counts half");
        double with = Run.of(PUBLISHED + " --microbatches --format json")
                .json()
                .get(0)
                .get("value")
                .doubleValue();
        double without =
                Run.of(PUBLISHED + " --format json").json().get(0).get("value").doubleValue();
        assertThat(with).isGreaterThan(2 * without);
    }

    @Test
    void steps_insteadOfEpochs_countParticipationsUpwards() {
        // ⌊1/0.03⌋ = 33 steps an epoch; 100 steps touch a fourth epoch.
        assertThat(Run.of("statement --noise-multiplier 1 --sampling-rate .03 --steps 100 --delta 1e-6"
                                + " --adjacency replace_one")
                        .out())
                .contains("once an epoch, 4 in all, with no amplification (replace_one)");
    }

    @Test
    void noSampling_full_hasOneRow() {
        Run run = Run.of("statement --noise-multiplier 1 --steps 10 --delta 1e-6 --adjacency zero_out --orders 2..3");
        assertThat(run.out())
                .contains("Sampling: none", "contributes nothing", "if every example is used at every step", "edge")
                .doesNotContain("Poisson");
    }

    @Test
    void events_ofPureQueries_haveARowForEveryAccountantThatCan() {
        String event = "{\"type\":\"repeated\",\"count\":100,\"event\":{\"type\":\"pure_dp\",\"epsilon\":0.1}}";
        Run run = Run.withInput(event, "statement --events - --delta 1e-6");
        assertThat(run.out())
                .contains("Run: " + event, "by pld", "by rdp", "4.77457 by optimal", "by strong", "by basic");
        assertThat(run.err()).isEqualTo("abacus: rows are missing of those who cannot account this: exact\n");
        assertThat(Run.withInput(event, "statement --events - --delta 1e-6 --microbatches")
                        .status())
                .isEqualTo(2);
    }

    @Test
    void events_thatNobodyCanAccount_areRefusedWithoutOutput() {
        Run run = Run.withInput(
                "{\"type\":\"random_allocation\",\"batches\":9,\"participations\":1,\"event\":{\"type\":\"gaussian\","
                        + "\"noise_multiplier\":1}}",
                "statement --events - --delta 1e-6 --adjacency replace_one");
        assertThat(run.status()).isEqualTo(3);
        assertThat(run.out()).isEmpty();
    }
}
