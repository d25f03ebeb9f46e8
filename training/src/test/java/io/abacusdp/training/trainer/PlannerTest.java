package io.abacusdp.training.trainer;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import io.abacusdp.accounting.Adjacency;
import io.abacusdp.accounting.calibrate.UnreachableTargetException;
import io.abacusdp.accounting.event.DpEvent;
import io.abacusdp.accounting.event.Gaussian;
import io.abacusdp.accounting.event.NoOp;
import io.abacusdp.accounting.event.NonPrivate;
import io.abacusdp.accounting.event.PoissonSampled;
import io.abacusdp.accounting.event.Repeated;
import io.abacusdp.accounting.event.SampledWithoutReplacement;
import io.abacusdp.training.optimise.Schedule;
import io.abacusdp.training.sampling.Sampling;
import io.abacusdp.training.step.Clipping;
import java.math.BigDecimal;
import java.util.Collections;
import java.util.List;
import java.util.OptionalDouble;
import org.junit.jupiter.api.Test;

class PlannerTest {
    /** Noise 3.84852, rate 0.0167014, 11447 steps, delta 1.13636e-9: epsilon 2.74556032348831, by contour.py in 30 digits. */
    private static final double NOISE = 3.84852;

    private static final double DELTA = 1.13636e-09;
    private static final double EPSILON = 2.74556032348831;
    private static final long STEPS = 11447;
    private static final int EXAMPLES = 10_000_000;
    private static final int LOT = 167_014;

    @Test
    void noiseMultiplier_ofATarget_isTheLeastThatStaysWithinIt() {
        Planner planner =
                new Planner(reference(new PrivacyGoal.Target(EPSILON, DELTA)).build(), EXAMPLES);

        double noise = planner.noiseMultiplier();
        TrainingPlan plan = planner.plan(noise, List.of(), 0);

        assertThat(noise).isCloseTo(NOISE, within(1e-5));
        assertThat(plan.steps()).isEqualTo(STEPS);
        assertThat(plan.granted()).isEqualTo(STEPS);
        assertThat(plan.guarantee().epsilon()).isLessThanOrEqualTo(EPSILON).isCloseTo(EPSILON, within(1e-5));
        assertThat(plan.adjacency()).isEqualTo(Adjacency.ADD_OR_REMOVE_ONE);
    }

    /** The charge and the number of steps are those of the declared size, whatever the data has. */
    @Test
    void plan_withADeclaredSize_doesNotDependOnTheData() {
        TrainingConfig config = config(new PrivacyGoal.Noise(2, 1e-5, OptionalDouble.empty()))
                .lotSize(100)
                .epochs(3)
                .publicSize(1000)
                .build();

        TrainingPlan plan = new Planner(config, 999).plan(2, List.of(), 0);

        assertThat(plan).usingRecursiveComparison().isEqualTo(new Planner(config, 5000).plan(2, List.of(), 0));
        assertThat(plan.steps()).isEqualTo(30);
        assertThat(plan.charges().first(30)).isEqualTo(DpEvent.sampledGaussian(0.1, 2, 30));
        assertThatThrownBy(() -> config(new PrivacyGoal.Noise(2, 1e-5, OptionalDouble.empty()))
                        .sampling(Sampling.SHUFFLED)
                        .publicSize(1000)
                        .build())
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("for poisson, allocated and cyclic sampling only");
    }

    @Test
    void plan_ofGivenNoiseAndLimit_endsBeforeTheStepThatExceedsIt() {
        PrivacyGoal goal = new PrivacyGoal.Noise(NOISE, DELTA, OptionalDouble.of(EPSILON * (1 + 1e-9)));
        Planner planner = new Planner(reference(goal).epochs(1000).build(), EXAMPLES);

        TrainingPlan plan = planner.plan(NOISE, List.of(), 0);

        assertThat(plan.steps()).isEqualTo(59_876);
        assertThat(plan.granted()).isEqualTo(STEPS);
    }

    @Test
    void plan_ofAResumedRun_countsLostStepsAndNeverExceedsTheTarget() {
        Planner planner = new Planner(
                reference(new PrivacyGoal.Noise(NOISE, DELTA, OptionalDouble.of(EPSILON * (1 + 1e-9))))
                        .build(),
                EXAMPLES);
        DpEvent charge = new PoissonSampled(0.0167014, new Gaussian(NOISE));

        TrainingPlan plan = planner.plan(NOISE, Collections.nCopies(5_000, charge), 4_000);

        assertThat(plan.charges().steps()).isEqualTo(STEPS + 1_000);
        assertThat(plan.granted()).isEqualTo(STEPS);
    }

    @Test
    void plan_withANoiseSchedule_chargesEachStepAsItIs() {
        Schedule shape = new Schedule.Phases(List.of(
                new Schedule.Phase(3, new Schedule.Constant(1)), new Schedule.Phase(1, new Schedule.Constant(0.5))));
        Planner planner = new Planner(
                config(new PrivacyGoal.Noise(2, 1e-5, OptionalDouble.empty()))
                        .epochs(1)
                        .noiseShape(shape)
                        .build(),
                1000);

        assertThat(planner.plan(2, List.of(), 0).charges().phases())
                .containsExactly(
                        new Repeated(3, new PoissonSampled(0.1, new Gaussian(2))),
                        new Repeated(7, new PoissonSampled(0.1, new Gaussian(1))));
    }

    @Test
    void plan_withANoiseSchedule_ofATargetMeetsItAsAWhole() {
        Schedule shape = new Schedule.Stairs(1, 0.8, 4);
        Planner planner = new Planner(
                config(new PrivacyGoal.Target(2, 1e-5))
                        .epochs(2)
                        .noiseShape(shape)
                        .build(),
                1000);

        TrainingPlan plan = planner.plan(planner.noiseMultiplier(), List.of(), 0);

        assertThat(plan.charges().phases()).hasSize(5);
        assertThat(plan.guarantee().epsilon()).isBetween(1.9999, 2.0);
        assertThat(plan.granted()).isEqualTo(20);
    }

    @Test
    void plan_ofShuffledLots_chargesAnEpochAtItsFirstLotAndNeverAsPoisson() {
        TrainingPlan plan = shuffled().plan(2, List.of(), 0);

        assertThat(plan.adjacency()).isEqualTo(Adjacency.ZERO_OUT);
        assertThat(plan.charges().phases())
                .containsExactly(
                        new Repeated(1, new Gaussian(2)),
                        new Repeated(3, new NoOp()),
                        new Repeated(1, new Gaussian(2)),
                        new Repeated(3, new NoOp()));
    }

    @Test
    void plan_ofShuffledLotsResumedWithinAnEpoch_paysForANewEpoch() {
        TrainingPlan plan = shuffled().plan(2, List.of(new Gaussian(2), new NoOp()), 2);

        assertThat(plan.charges().phases())
                .containsExactly(
                        new Repeated(1, new Gaussian(2)),
                        new Repeated(1, new NoOp()),
                        new Repeated(1, new Gaussian(2)),
                        new Repeated(3, new NoOp()),
                        new Repeated(1, new Gaussian(2)),
                        new Repeated(1, new NoOp()));
    }

    @Test
    void plan_ofFixedSizeLots_holdsUnderReplaceOne() {
        Planner planner = new Planner(
                config(new PrivacyGoal.Noise(20, 1e-5, OptionalDouble.empty()))
                        .sampling(Sampling.FIXED_SIZE)
                        .epochs(BigDecimal.valueOf(0.3))
                        .build(),
                1000);

        TrainingPlan plan = planner.plan(20, List.of(), 0);

        assertThat(plan.adjacency()).isEqualTo(Adjacency.REPLACE_ONE);
        assertThat(plan.charges().phases())
                .containsExactly(new Repeated(3, new SampledWithoutReplacement(1000, 100, new Gaussian(20))));
    }

    @Test
    void plan_withoutNoise_isNotPrivate() {
        Planner planner = new Planner(
                config(new PrivacyGoal.NotPrivate())
                        .clipping(new Clipping.Flat(Double.POSITIVE_INFINITY))
                        .build(),
                1000);

        TrainingPlan plan = planner.plan(planner.noiseMultiplier(), List.of(), 0);

        assertThat(plan.guarantee().epsilon()).isInfinite();
        assertThat(plan.charges().step(0)).isEqualTo(new PoissonSampled(0.1, new NonPrivate()));
    }

    @Test
    void planner_givenWhatCannotHold_refuses() {
        TrainingConfig.Builder noisy = config(new PrivacyGoal.Noise(1, 1e-5, OptionalDouble.empty()));
        assertThatThrownBy(() -> new Planner(
                        noisy.clipping(new Clipping.Flat(Double.POSITIVE_INFINITY))
                                .build(),
                        1000))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("finite clipping norm");
        assertThatThrownBy(() -> new Planner(
                        config(new PrivacyGoal.NotPrivate())
                                .sampling(Sampling.SHUFFLED)
                                .adjacency(Adjacency.ADD_OR_REMOVE_ONE)
                                .build(),
                        1000))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("shuffled sampling holds under [zero_out, replace_one]");
        assertThatThrownBy(() ->
                        new Planner(config(new PrivacyGoal.Target(1, 0)).build(), 1000).noiseMultiplier())
                .isInstanceOf(UnreachableTargetException.class);
        assertThatThrownBy(() -> new Planner(
                                config(new PrivacyGoal.Noise(4, 1e-5, OptionalDouble.empty()))
                                        .clipping(new Clipping.Adaptive(1, 0.5, 0.2, 2))
                                        .build(),
                                1000)
                        .plan(4, List.of(), 0))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("more than half of the noise multiplier 4.0, got 2.0");
    }

    @Test
    void epochs_areCountedBySteps() {
        assertThat(Sampling.POISSON.lots(1000, 300).steps(BigDecimal.ONE)).isEqualTo(4);
        assertThat(Sampling.POISSON.lots(1000, 300).steps(BigDecimal.valueOf(3)))
                .isEqualTo(10);
        assertThat(Sampling.SHUFFLED.lots(1000, 300).steps(BigDecimal.valueOf(3)))
                .isEqualTo(12);
        assertThat(Sampling.POISSON.lots(1000, 300).endsEpoch(3)).isFalse();
        assertThat(Sampling.POISSON.lots(1000, 300).endsEpoch(4)).isTrue();
        assertThat(Sampling.POISSON.lots(1000, 300).endsEpoch(10)).isTrue();
        assertThat(Sampling.POISSON.lots(1000, 300).epoch(10)).isEqualTo(3);
        assertThat(Sampling.SHUFFLED.lots(1000, 300).endsEpoch(10)).isFalse();
        assertThat(Sampling.SHUFFLED.lots(1000, 300).endsEpoch(12)).isTrue();
        assertThat(Sampling.SHUFFLED.lots(1000, 300).epoch(12)).isEqualTo(3);
    }

    private static TrainingConfig.Builder config(PrivacyGoal goal) {
        return TrainingConfig.of(Blobs.model(), goal).lotSize(100);
    }

    /** Two epochs of 1000 examples in lots of 300, the last of which is smaller. */
    private static Planner shuffled() {
        return new Planner(
                config(new PrivacyGoal.Noise(2, 1e-5, OptionalDouble.empty()))
                        .sampling(Sampling.SHUFFLED)
                        .lotSize(300)
                        .epochs(2)
                        .build(),
                1000);
    }

    private static TrainingConfig.Builder reference(PrivacyGoal goal) {
        BigDecimal epochs = BigDecimal.valueOf(STEPS).multiply(new BigDecimal("0.0167014"));
        return config(goal).lotSize(LOT).epochs(epochs);
    }
}
