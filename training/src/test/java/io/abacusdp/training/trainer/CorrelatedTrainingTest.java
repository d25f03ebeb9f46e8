package io.abacusdp.training.trainer;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import io.abacusdp.accounting.event.DpEvent;
import io.abacusdp.accounting.event.NoOp;
import io.abacusdp.training.checkpoint.RunDirectory;
import io.abacusdp.training.data.Dataset;
import io.abacusdp.training.data.Digits;
import io.abacusdp.training.data.TrainTestSplit;
import io.abacusdp.training.model.BuiltInModel;
import io.abacusdp.training.optimise.Schedule;
import io.abacusdp.training.sampling.Sampling;
import io.abacusdp.training.step.Clipping;
import io.abacusdp.training.step.NoiseChoice;
import io.abacusdp.training.step.StepPlan;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.OptionalDouble;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Training with correlated noise: three epochs of 90 steps on the digits, and runs that are cut off. */
class CorrelatedTrainingTest {
    private static final Dataset BLOBS = Blobs.of(500, 1);

    @TempDir
    private Path directory;

    private static NoiseChoice noise(String id) {
        return switch (id) {
            case "independent" -> new NoiseChoice.Independent();
            case "banded" -> new NoiseChoice.BestBanded();
            case "tree" -> new NoiseChoice.Tree();
            case "blt" -> new NoiseChoice.Buffered();
            default -> new NoiseChoice.Banded(Integer.parseInt(id.replace("banded:", "")));
        };
    }

    private static TrainingConfig.Builder digits(TrainTestSplit digits, Sampling sampling, String noise) {
        return TrainingConfig.of(BuiltInModel.LOGISTIC.forData(digits.train()), new PrivacyGoal.Target(8, 1e-5))
                .sampling(sampling)
                .noise(noise(noise))
                .lotSize(16)
                .epochs(3)
                .learningRate(1);
    }

    /** With the same epsilon, rate and steps independent noise ends at about 0.8, and correlated noise at about 0.9; a tree is for more steps than these. */
    @ParameterizedTest
    @CsvSource({
        "POISSON, banded, 0.85",
        "POISSON, banded:8, 0.85",
        "CYCLIC, banded:16, 0.85",
        "CYCLIC, blt, 0.85",
        "CYCLIC, tree, 0.6"
    })
    void train_onTheDigits_reachesItsAccuracyWithinItsEpsilon(Sampling sampling, String noise, double accuracy)
            throws IOException {
        TrainTestSplit digits = Digits.load();
        RunRecord record = new PrivateTrainer(digits(digits, sampling, noise).build(), digits.train())
                .test(digits.test())
                .insecureSeedForTests(4)
                .train(directory)
                .record();
        assertThat(record.privacy().guarantee().epsilon()).isBetween(7.99, 8.0);
        assertThat(record.privacy().chargedSteps()).isEqualTo(270);
        assertThat(record.last().orElseThrow().testAccuracy().orElseThrow()).isGreaterThan(accuracy);
        assertThat(record.settings())
                .containsEntry("noise", noise)
                .containsKeys("noise matrix", "sensitivity of the noise matrix", "expected error");
    }

    @Test
    void plan_ofChosenBands_hasLessErrorThanAnyOtherPowerOfTwo() {
        TrainTestSplit digits = Digits.load();
        TrainingPlan chosen =
                new PrivateTrainer(digits(digits, Sampling.POISSON, "banded").build(), digits.train()).plan();
        double least = Double.POSITIVE_INFINITY;
        for (int bands = 1; bands <= 64; bands *= 2) {
            StepPlan plan = new PrivateTrainer(
                            digits(digits, Sampling.POISSON, "banded:" + bands).build(), digits.train())
                    .plan()
                    .step();
            least = Math.min(least, plan.expectedError());
            if (plan.matrix().id().equals(chosen.step().matrix().id())) {
                assertThat(plan.noiseMultiplier()).isEqualTo(chosen.noiseMultiplier());
            }
        }
        assertThat(chosen.step().expectedError()).isEqualTo(least);
        assertThat(chosen.error().orElseThrow().own()).isEqualTo(least);
        assertThat(chosen.error().orElseThrow().independent()).isGreaterThan(1.5 * least);
        assertThatThrownBy(() -> new PrivateTrainer(
                                TrainingConfig.of(Blobs.model(), new PrivacyGoal.Noise(2, 1e-5, OptionalDouble.empty()))
                                        .lotSize(50)
                                        .noise(new NoiseChoice.BestBanded())
                                        .build(),
                                BLOBS)
                        .plan())
                .hasMessageContaining("give a number of bands with a noise multiplier");
    }

    @Test
    void train_withOneBand_isDpSgdBitForBit() throws IOException {
        TrainingResult one =
                blobs(config("banded:1").sampling(Sampling.POISSON)).train(directory.resolve("one"));
        TrainingResult plain =
                blobs(config("independent").sampling(Sampling.POISSON)).train(directory.resolve("plain"));
        assertThat(one.model().parameters()).containsExactly(plain.model().parameters());
        assertThat(one.record().privacy().event())
                .isEqualTo(plain.record().privacy().event());
    }

    /** Momentum works on what is released, and costs nothing. */
    @Test
    void train_withMomentum_isChargedTheSame() throws IOException {
        TrainingResult sgd = blobs(config("blt")).train(directory.resolve("sgd"));
        TrainingResult momentum = blobs(config("blt").optimiser(new OptimiserChoice.WithMomentum(0.9)))
                .train(directory.resolve("momentum"));
        assertThat(momentum.record().privacy().event())
                .isEqualTo(sgd.record().privacy().event());
        assertThat(momentum.model().parameters()).isNotEqualTo(sgd.model().parameters());
    }

    /** After 57 of 100 steps the last checkpoint is that of step 56: the resumed run begins another matrix there, and pays for it from its first epoch on. */
    @ParameterizedTest
    @ValueSource(strings = {"banded:4", "tree", "blt"})
    void resume_beginsAnotherMatrixAndPaysForIt(String noise) throws IOException {
        RuntimeException cut = new IllegalStateException("cut off");
        assertThatThrownBy(() -> blobs(config(noise))
                        .listener(new TrainingListener() {
                            @Override
                            public void stepped(long stepsDone) {
                                if (stepsDone == 57) {
                                    throw cut;
                                }
                            }
                        })
                        .train(directory))
                .isSameAs(cut);
        List<DpEvent> before = RunDirectory.check(directory).charges();
        assertThat(before).hasSize(57);

        PrivateTrainer again = blobs(config(noise));
        TrainingPlan plan = again.plan();
        RunRecord record = again.resume(directory).record();

        List<DpEvent> charges = RunDirectory.check(directory).charges();
        assertThat(record.privacy().modelSteps()).isEqualTo(100);
        assertThat(charges).hasSize(101).startsWith(before.toArray(new DpEvent[0]));
        for (int i = 0; i < 44; i++) {
            assertThat(charges.get(57 + i)).isEqualTo(plan.step().charge(i, 0));
        }
        assertThat(charges.get(57)).isNotInstanceOf(NoOp.class);
        assertThat(record.privacy().guarantee().epsilon())
                .as("two shorter matrices, of which one epoch was lost, against one")
                .isGreaterThan(0.5 * plan.guarantee().epsilon());
    }

    @Test
    void settings_thatDoNotGoWithCorrelatedNoise_areRefused() {
        assertThatThrownBy(() -> config("blt")
                        .noiseShape(new Schedule.Stairs(1, 0.5, 10))
                        .build())
                .hasMessageContaining("the same at every step");
        assertThatThrownBy(
                        () -> blobs(config("blt").sampling(Sampling.SHUFFLED)).plan())
                .hasMessageContaining("needs cyclic sampling");
        assertThatThrownBy(() -> blobs(config("tree").clipping(Clipping.Adaptive.median(1, 50)))
                        .plan())
                .hasMessageContaining("the same clipping norm");
        assertThat(blobs(config("tree")).plan().step().sensitivity()).isCloseTo(Math.sqrt(treeBound()), within(1e-9));
    }

    /** 100 leaves, 10 of them a record's, 10 apart: levels of 1 to 8 leaves hold one each, 16 to 128 hold ⌈s/10⌉. */
    private static double treeBound() {
        return 4 * 10 + (5 * 4) + (2 * 16 + 4) + (49 + 9) + 100;
    }

    private static TrainingConfig.Builder config(String noise) {
        return TrainingConfig.of(Blobs.model(), new PrivacyGoal.Noise(2, 1e-5, OptionalDouble.empty()))
                .lotSize(50)
                .epochs(10)
                .sampling(Sampling.CYCLIC)
                .noise(noise(noise));
    }

    private static PrivateTrainer blobs(TrainingConfig.Builder config) {
        return new PrivateTrainer(config.build(), BLOBS).insecureSeedForTests(5).threads(1);
    }
}
