package io.abacusdp.training.audit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.abacusdp.training.gradient.GradientEngine;
import io.abacusdp.training.noise.RandomStreams;
import io.abacusdp.training.optimise.Schedule;
import io.abacusdp.training.sampling.PoissonLots;
import io.abacusdp.training.step.Clipping;
import io.abacusdp.training.step.StepPlan;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

/** Attacks on releases written down by hand. */
class AttackTest {
    private static final Scene CROWD = Scene.crowd(
            StepPlan.independent(new PoissonLots(32, 8), new Clipping.Flat(1), new Schedule.Constant(1), 4),
            new Scene.Goal(3, 1e-5));
    private static final Knowledge KNOWN = known(CROWD);
    private static final double HALF = Math.sqrt(0.5);

    private static Knowledge known(Scene scene) {
        try (GradientEngine engine = new GradientEngine(scene.model(), 1)) {
            return Knowledge.of(
                    scene, Trials.Steps.REAL.of(engine, scene, row -> false, RandomStreams.insecureForTests(1), 0));
        }
    }

    /** The canary has gradient 64·(1, 0, …, 0, 1), the others have 64·(−1, 0, …, 0, 1); both are clipped to 1, or a little less. */
    @Test
    void crowd_canaryAndOthersHaveOrthogonalGradientsOfTheNorm() {
        assertThat(KNOWN.dimension()).isEqualTo(17);
        assertThat(KNOWN.idle()).isEqualTo(15);
        assertThat(KNOWN.canary(0)).isCloseTo(HALF, within(1e-5));
        assertThat(KNOWN.canary(16)).isCloseTo(HALF, within(1e-5));
        assertThat(KNOWN.canarySquare()).isBetween(1 - 1e-4, 1.0);
        assertThat(KNOWN.alongCompanion(canary())).isCloseTo(0, within(1e-7));
        assertThat(KNOWN.alongCompanion(others(1))).isCloseTo(1, within(1e-5));
    }

    /** With noise σ and rate 1/4, a sum that is the canary's has log(3/4 + exp(1/2σ²)/4), and an empty one the opposite sign. */
    @Test
    void likelihoodRatio_isTheSumOverSteps() {
        double variance = CROWD.noiseMultiplier() * CROWD.noiseMultiplier();
        double with = Math.log(0.75 + 0.25 * Math.exp(0.5 / variance));
        double without = Math.log(0.75 + 0.25 * Math.exp(-0.5 / variance));
        Attack attack = new Attack.LikelihoodRatio(KNOWN, 0);
        assertThat(attack.score(new double[][] {canary(), new double[17]})).isCloseTo(with + without, within(1e-4));
        assertThat(new Attack.LikelihoodRatio(KNOWN, 1.5).score(new double[][] {canary()}))
                .isCloseTo(with - 1.5, within(1e-4));
    }

    @Test
    void logRatio_ofLargeNumbers_doesNotOverflow() {
        assertThat(Knowledge.logRatio(0.25, 5000)).isCloseTo(5000 + Math.log(0.25), within(1e-9));
        assertThat(Knowledge.logRatio(0.25, 30.0000001)).isCloseTo(Knowledge.logRatio(0.25, 30), within(1e-6));
        assertThat(Knowledge.logRatio(0.25, Double.NEGATIVE_INFINITY)).isCloseTo(Math.log(0.75), within(1e-12));
        assertThat(Knowledge.logRatio(1, -5000)).isCloseTo(-5000, within(1e-9));
    }

    @Test
    void reusedNoise_isSeenWhereTwoReleasesDifferByTheCanary() {
        SplittableRandom random = new SplittableRandom(7);
        double[] noise = random.doubles(17, -2, 2).toArray();
        double[] other = random.doubles(17, -2, 2).toArray();
        Attack attack = new Attack.ReusedNoise(KNOWN);
        assertThat(attack.score(new double[][] {noise, other, sum(noise, canary())}))
                .isPositive();
        assertThat(attack.score(new double[][] {sum(noise, canary()), other, noise}))
                .isPositive();
        assertThat(attack.score(new double[][] {noise, other, noise})).isNegative();
        assertThat(attack.score(new double[][] {noise})).isNegative();
    }

    /** Divided by the five that were drawn, and multiplied by the eight that were expected: noise alone does not tell, the mean does. */
    @Test
    void lotSize_seesADivisorThatCountsTheCanary() {
        double[] noise = new double[17];
        for (int i = 1; i < 16; i++) {
            noise[i] = (i % 2 == 0 ? 1 : -1) * CROWD.noiseMultiplier();
        }
        Attack attack = new Attack.LotSize(KNOWN);
        double[] without = scaled(sum(noise, others(5)), 8.0 / 5);
        double[] with = scaled(sum(sum(noise, others(5)), canary()), 8.0 / 6);
        double variance = CROWD.noiseMultiplier() * CROWD.noiseMultiplier();
        assertThat(attack.score(new double[][] {without}))
                .isCloseTo(Math.log(0.75 + 0.25 * Math.exp(-1 / variance)), within(1e-3));
        assertThat(attack.score(new double[][] {with}))
                .isCloseTo(Math.log(0.75 + 0.25 * Math.exp(1 / variance)), within(1e-3));
    }

    private static double[] canary() {
        double[] sum = new double[17];
        sum[0] = HALF;
        sum[16] = HALF;
        return sum;
    }

    private static double[] others(int count) {
        double[] sum = new double[17];
        sum[0] = -count * HALF;
        sum[16] = count * HALF;
        return sum;
    }

    private static double[] sum(double[] one, double[] other) {
        double[] sum = one.clone();
        for (int i = 0; i < sum.length; i++) {
            sum[i] += other[i];
        }
        return sum;
    }

    private static double[] scaled(double[] sum, double factor) {
        double[] result = sum.clone();
        for (int i = 0; i < result.length; i++) {
            result[i] *= factor;
        }
        return result;
    }
}
