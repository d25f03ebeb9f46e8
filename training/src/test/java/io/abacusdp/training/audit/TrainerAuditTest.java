package io.abacusdp.training.audit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.abacusdp.accounting.event.DpEvent;
import io.abacusdp.accounting.filter.Decision;
import io.abacusdp.accounting.filter.PrivacyFilter;
import io.abacusdp.training.data.Dataset;
import io.abacusdp.training.data.Digits;
import io.abacusdp.training.model.BuiltInModel;
import io.abacusdp.training.noise.RandomStreams;
import io.abacusdp.training.sampling.Lots;
import io.abacusdp.training.sampling.PoissonLots;
import io.abacusdp.training.sampling.Sampling;
import io.abacusdp.training.trainer.PrivacyGoal;
import io.abacusdp.training.trainer.PrivateTrainer;
import io.abacusdp.training.trainer.TrainingConfig;
import io.abacusdp.training.trainer.TrainingPlan;
import io.abacusdp.training.trainer.TrainingResult;
import java.nio.file.Path;
import java.util.OptionalDouble;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Audits within runs of the trainer itself. */
class TrainerAuditTest {
    private static final PrivacyGoal NOISE = new PrivacyGoal.Noise(2.5, 1e-5, OptionalDouble.empty());
    private static final int RECORDS = 300;
    private static final int CANARIES = 4000;
    private static final int LOT = 620;
    private static final Lots LOTS = new PoissonLots(RECORDS + CANARIES, LOT);

    private final Dataset data = CanaryRun.withRows(
            Digits.load()
                    .train()
                    .rows("some digits", IntStream.range(0, RECORDS).toArray()),
            CANARIES);

    @TempDir
    private Path directory;

    /** By the spread of right guesses, measured over claimed epsilon has mean 0.7 and deviation 0.1. */
    @Test
    void privateRun_measuredIsBelowItsGuaranteeAndNotFarBelow() throws Exception {
        CanaryRun canaries = begin();
        TrainingResult result =
                trainer(NOISE, Sampling.POISSON).canaries(canaries).train(directory.resolve("run"));
        AuditOutcome outcome = judge(canaries, result);
        assertThat(outcome.isRefuted()).isFalse();
        assertThat(outcome.measured())
                .isBetween(0.4 * outcome.claimed().epsilon(), outcome.claimed().epsilon());
        assertThat(outcome.epsilonLower())
                .isPositive()
                .isLessThan(outcome.claimed().epsilon());
    }

    /** The guarantee is that of the private run, which a run with half the noise would claim wrongly. */
    @Test
    void runWithHalfTheNoise_isRefuted() throws Exception {
        TrainingPlan claim = trainer(NOISE, Sampling.POISSON).plan();
        CanaryRun canaries = begin();
        trainer(new PrivacyGoal.Noise(1.25, 1e-5, OptionalDouble.empty()), Sampling.POISSON)
                .canaries(canaries)
                .train(directory.resolve("run"));
        AuditOutcome outcome =
                canaries.judge(claim.charges().first(claim.charges().steps()), claim.guarantee(), 0.95);
        assertThat(outcome.isRefuted()).isTrue();
        assertThat(outcome.measured()).isGreaterThan(outcome.claimed().epsilon());
    }

    @ParameterizedTest
    @EnumSource(Sampling.class)
    void anySampling_isNotRefuted(Sampling sampling) throws Exception {
        CanaryRun canaries = begin();
        TrainingResult result = trainer(NOISE, sampling).canaries(canaries).train(directory.resolve("run"));
        AuditOutcome outcome = judge(canaries, result);
        assertThat(outcome.isRefuted()).isFalse();
        assertThat(outcome.right()).isGreaterThan(CANARIES / 2);
    }

    /** Canaries are in coordinates that the model does not have: lots and noise of its own are the same whatever the coins. */
    @Test
    void model_isTheSameWhateverTheCoinsAre() throws Exception {
        float[][] parameters = new float[2][];
        for (int i = 0; i < 2; i++) {
            CanaryRun canaries = CanaryRun.begin(
                    RECORDS,
                    LOTS,
                    CANARIES,
                    RandomStreams.insecureForTests(i).source("coins"),
                    directory.resolve("canaries" + i));
            parameters[i] = trainer(NOISE, Sampling.POISSON)
                    .canaries(canaries)
                    .train(directory.resolve("run" + i))
                    .model()
                    .parameters();
        }
        assertThat(parameters[0]).containsExactly(parameters[1]);
    }

    @Test
    void runThatWasCutOff_isResumedWithItsCoinsAndScores() throws Exception {
        Path run = directory.resolve("run");
        CanaryRun canaries = begin();
        PrivateTrainer cutOff =
                trainer(NOISE, Sampling.POISSON).canaries(canaries).filter(failingAfter(20));
        assertThatThrownBy(() -> cutOff.train(run)).hasMessage("cut off");

        CanaryRun again = CanaryRun.resume(RECORDS, LOTS, CANARIES, directory.resolve("canaries"));
        TrainingResult result = trainer(NOISE, Sampling.POISSON).canaries(again).resume(run);

        assertThat(result.record().privacy().modelSteps()).isEqualTo(70);
        assertThat(judge(again, result).isRefuted()).isFalse();
        assertThat(judge(again, result).right())
                .as("more steps tell more")
                .isGreaterThan(judge(canaries, result).right());
    }

    private static PrivacyFilter failingAfter(int steps) {
        int[] granted = new int[1];
        return event -> {
            if (granted[0]++ == steps) {
                throw new IllegalStateException("cut off");
            }
            return new Decision.Granted();
        };
    }

    private CanaryRun begin() {
        return CanaryRun.begin(
                RECORDS,
                LOTS,
                CANARIES,
                RandomStreams.insecureForTests(1).source("coins"),
                directory.resolve("canaries"));
    }

    private PrivateTrainer trainer(PrivacyGoal goal, Sampling sampling) {
        TrainingConfig config = TrainingConfig.of(BuiltInModel.LOGISTIC.forData(data), goal)
                .sampling(sampling)
                .lotSize(LOT)
                .epochs(10)
                .build();
        return new PrivateTrainer(config, data).insecureSeedForTests(6).threads(1);
    }

    private static AuditOutcome judge(CanaryRun canaries, TrainingResult result) {
        DpEvent event = result.record().privacy().event();
        return canaries.judge(event, result.record().privacy().guarantee(), 0.95);
    }
}
