package io.abacusdp.cli.train;

import static org.assertj.core.api.Assertions.assertThat;

import io.abacusdp.accounting.Adjacency;
import io.abacusdp.accounting.Guarantee;
import io.abacusdp.accounting.SafeFigures;
import io.abacusdp.accounting.event.Gaussian;
import io.abacusdp.accounting.filter.FixedPlan;
import io.abacusdp.cli.option.Console;
import io.abacusdp.training.optimise.Schedule;
import io.abacusdp.training.sampling.PoissonLots;
import io.abacusdp.training.step.Clipping;
import io.abacusdp.training.step.StepPlan;
import io.abacusdp.training.trainer.EpochRecord;
import io.abacusdp.training.trainer.EpochTime;
import io.abacusdp.training.trainer.TrainingPlan;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class TrainingProgressTest {
    private static final TrainingPlan PLAN = new TrainingPlan(
            StepPlan.independent(new PoissonLots(1000, 10), new Clipping.Flat(1), new Schedule.Constant(1), 100)
                    .withNoise(2.3456),
            FixedPlan.of(100, new Gaussian(2)),
            100,
            Adjacency.ADD_OR_REMOVE_ONE,
            Guarantee.of(3, 1e-5, Adjacency.ADD_OR_REMOVE_ONE, "exact"),
            Optional.empty());

    private static final EpochRecord EPOCH =
            new EpochRecord(1, 50, 50, 1.2341, 2, 1, 0.5, OptionalDouble.of(0.4321), OptionalDouble.of(0.91234));

    private static final EpochTime TIME = new EpochTime(2, 12_345);

    private final List<String> said = new ArrayList<>();

    private final Console console = new Console() {
        @Override
        public void diagnose(String message) {
            said.add(message);
        }

        @Override
        public String up(double value) {
            return SafeFigures.up(value, 3);
        }

        @Override
        public String down(double value) {
            return SafeFigures.down(value, 3);
        }
    };

    private final PrintStream standardError = System.err;
    private final ByteArrayOutputStream err = new ByteArrayOutputStream();

    @BeforeEach
    void capture() {
        System.setErr(new PrintStream(err, true, StandardCharsets.UTF_8));
    }

    @AfterEach
    void release() {
        System.setErr(standardError);
        System.clearProperty("abacus.terminal");
    }

    @Test
    void noTerminal_aLineAnEpoch_hasAllFiguresAndTheTimeLeft() {
        try (TrainingProgress progress = new TrainingProgress(console, true, Duration.ZERO)) {
            progress.begun(PLAN, 0);
            progress.stepped(50);
            progress.epochDone(EPOCH, TIME);
        }
        assertThat(said).hasSize(2);
        // To state more noise than there is would be to state less loss.
        assertThat(said.get(0)).startsWith("100 steps with noise multiplier 2.34; epsilon will be at most 3 ");
        assertThat(said.get(1))
                .matches("epoch 1, step 50: loss 0\\.432, accuracy 91\\.23 %, epsilon 1\\.24, 12345 examples/s,"
                        + " \\d+ s left");
    }

    @Test
    void noTerminal_epochsWithinAFewSeconds_areQuiet() {
        try (TrainingProgress progress = new TrainingProgress(console, true)) {
            progress.begun(PLAN, 0);
            progress.epochDone(EPOCH, TIME);
        }
        assertThat(said).hasSize(1);
    }

    @Test
    void underATestSeed_noEpsilonIsToldAsOneThatHolds() {
        try (TrainingProgress progress = new TrainingProgress(console, false, Duration.ZERO)) {
            progress.begun(PLAN, 0);
            progress.epochDone(EPOCH, TIME);
        }
        assertThat(said.get(0))
                .isEqualTo(
                        "100 steps with noise multiplier 2.34; epsilon: not private: made under a test seed (would be at"
                                + " most 3 at delta 1e-5 (add_or_remove_one) with secret randomness)");
        assertThat(said.get(1))
                .startsWith("epoch 1, step 50: loss 0.432, accuracy 91.23 %, not private: made under a test seed, ")
                .doesNotContain("1.24", "epsilon");
        System.setProperty("abacus.terminal", "true");
        try (TrainingProgress progress = new TrainingProgress(console, false)) {
            progress.begun(PLAN, 10);
            progress.epochDone(EPOCH, TIME);
        }
        assertThat(err.toString(StandardCharsets.UTF_8)).contains("not private").doesNotContain("eps 1.24");
    }

    @Test
    void terminal_aBar_showsFiguresWithEpsilonRoundedUp() {
        System.setProperty("abacus.terminal", "true");
        try (TrainingProgress progress = new TrainingProgress(console, true)) {
            progress.begun(PLAN, 10);
            progress.stepped(50);
            progress.epochDone(EPOCH, TIME);
        }
        assertThat(err.toString(StandardCharsets.UTF_8))
                .contains("train", "50/100", "eps 1.24")
                .doesNotContain("eps 1.23 ");
    }
}
