package io.abacusdp.training.audit;

import static org.assertj.core.api.Assertions.assertThat;

import io.abacusdp.accounting.Guarantee;
import io.abacusdp.accounting.event.Gaussian;
import io.abacusdp.accounting.exact.ExactAccountant;
import io.abacusdp.training.data.Dataset;
import io.abacusdp.training.data.Digits;
import io.abacusdp.training.gradient.Clip;
import io.abacusdp.training.gradient.GradientEngine;
import io.abacusdp.training.model.BuiltInModel;
import io.abacusdp.training.model.Model;
import io.abacusdp.training.model.ModelSpec;
import io.abacusdp.training.noise.NoiseSource;
import io.abacusdp.training.sampling.PoissonSampler;
import io.abacusdp.training.sampling.Sampler;
import java.util.Arrays;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/**
 * Trainers that all claim the same privacy: one that keeps its word, and two that do not. DP-SGD is written out here, so that
 * it can be broken; what it is made of is real.
 */
class BrokenTrainerTest {
    private static final int RECORDS = 300;
    private static final int CANARIES = 400;
    private static final int LOT = 100;
    private static final int STEPS = 280;
    private static final double LEARNING_RATE = 4;
    private static final double CLIPPING_NORM = 1;
    private static final double NOISE_MULTIPLIER = 8;
    private static final double NO_CLIPPING = Double.POSITIVE_INFINITY;

    @Test
    void honestTrainer_staysBelowItsClaim() {
        AuditOutcome outcome = audit(CLIPPING_NORM, NOISE_MULTIPLIER * CLIPPING_NORM);
        assertThat(outcome.couldRefute()).isTrue();
        assertThat(outcome.isRefuted()).isFalse();
        assertThat(outcome.epsilonLower()).isLessThan(outcome.claimed().epsilon());
    }

    @Test
    void trainerWithoutNoise_isCaught() {
        AuditOutcome outcome = audit(CLIPPING_NORM, 0);
        assertThat(outcome.epsilonLower()).isGreaterThan(outcome.claimed().epsilon());
        assertThat(outcome.isRefuted()).isTrue();
    }

    @Test
    void trainerWithoutClipping_isCaught() {
        AuditOutcome outcome = audit(NO_CLIPPING, NOISE_MULTIPLIER * CLIPPING_NORM);
        assertThat(outcome.epsilonLower()).isGreaterThan(outcome.claimed().epsilon());
        assertThat(outcome.isRefuted()).isTrue();
    }

    private static AuditOutcome audit(double clippingNorm, double noiseDeviation) {
        Dataset digits = Digits.load()
                .train()
                .rows("some digits", IntStream.range(0, RECORDS).toArray());
        AuditPlan plan = AuditPlan.of(digits, CANARIES, NoiseSource.insecureForTests(1));
        Dataset data = plan.dataset();
        Sampler sampler = new PoissonSampler(data.size(), LOT, NoiseSource.insecureForTests(2));
        NoiseSource noise = NoiseSource.insecureForTests(3);
        ModelSpec model = BuiltInModel.LOGISTIC.forData(data);
        float[] parameters = Model.initialise(model, new SplittableRandom(4)).parameters();
        Clip clip = Clip.flat(model, clippingNorm);
        try (GradientEngine engine = new GradientEngine(model, 1)) {
            for (int step = 0; step < STEPS; step++) {
                int[] lot = Arrays.stream(sampler.next())
                        .filter(row -> !plan.absent().test(row))
                        .toArray();
                float[] sum = engine.clippedSum(parameters, data, lot, clip).sum();
                for (int i = 0; i < sum.length; i++) {
                    double gradient = (sum[i] + noiseDeviation * noise.nextGaussian()) / LOT;
                    parameters[i] -= (float) (LEARNING_RATE * gradient);
                }
            }
            return plan.judge(canary -> engine.evaluate(parameters, canary).meanLoss(), claim(sampler), 0.95);
        }
    }

    private static Guarantee claim(Sampler sampler) {
        return new ExactAccountant()
                .epsilon(
                        sampler.plan(STEPS, step -> new Gaussian(NOISE_MULTIPLIER)),
                        sampler.adjacencies().get(0),
                        1e-5);
    }
}
