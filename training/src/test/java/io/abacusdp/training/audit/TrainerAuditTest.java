package io.abacusdp.training.audit;

import static org.assertj.core.api.Assertions.assertThat;

import io.abacusdp.accounting.Guarantee;
import io.abacusdp.training.data.Dataset;
import io.abacusdp.training.data.Digits;
import io.abacusdp.training.gradient.GradientEngine;
import io.abacusdp.training.model.BuiltInModel;
import io.abacusdp.training.model.Model;
import io.abacusdp.training.model.ModelSpec;
import io.abacusdp.training.noise.NoiseSource;
import io.abacusdp.training.trainer.PrivacyGoal;
import io.abacusdp.training.trainer.PrivateTrainer;
import io.abacusdp.training.trainer.TrainingConfig;
import io.abacusdp.training.trainer.TrainingResult;
import java.nio.file.Path;
import java.util.OptionalDouble;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Audits of the trainer itself. */
class TrainerAuditTest {
    private static final PrivacyGoal NOISE = new PrivacyGoal.Noise(8, 1e-5, OptionalDouble.empty());

    private final Dataset digits =
            Digits.load().train().rows("some digits", IntStream.range(0, 300).toArray());
    private final AuditPlan plan = AuditPlan.of(digits, 400, NoiseSource.insecureForTests(1));
    private final ModelSpec model = BuiltInModel.LOGISTIC.forData(digits);

    @TempDir
    private Path directory;

    @Test
    void privateRun_staysBelowItsGuarantee() throws Exception {
        TrainingResult result = train(NOISE);
        AuditOutcome outcome = judge(result.model(), result.record().privacy().guarantee());
        assertThat(outcome.couldRefute()).isTrue();
        assertThat(outcome.epsilonLower()).isLessThan(outcome.claimed().epsilon());
    }

    /** The guarantee is that of the private run, which a run without noise would claim wrongly. */
    @Test
    void runWithoutNoise_isAboveTheGuaranteeOfThePrivateOne() throws Exception {
        Guarantee claim = trainer(NOISE).plan().guarantee();
        AuditOutcome outcome = judge(train(new PrivacyGoal.NotPrivate()).model(), claim);
        assertThat(outcome.epsilonLower()).isGreaterThan(claim.epsilon());
        assertThat(outcome.isRefuted()).isTrue();
    }

    private TrainingResult train(PrivacyGoal goal) throws Exception {
        return trainer(goal).train(directory.resolve("run"));
    }

    private PrivateTrainer trainer(PrivacyGoal goal) {
        TrainingConfig config = TrainingConfig.of(model, goal)
                .lotSize(100)
                .epochs(40)
                .learningRate(4)
                .build();
        return new PrivateTrainer(config, plan.dataset())
                .absent(plan.absent())
                .insecureSeedForTests(6)
                .threads(1);
    }

    private AuditOutcome judge(Model trained, Guarantee claim) {
        float[] parameters = trained.parameters();
        try (GradientEngine engine = new GradientEngine(model, 1)) {
            return plan.judge(canary -> engine.evaluate(parameters, canary).meanLoss(), claim, 0.95);
        }
    }
}
