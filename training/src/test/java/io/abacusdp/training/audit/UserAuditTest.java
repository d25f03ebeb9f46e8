package io.abacusdp.training.audit;

import static org.assertj.core.api.Assertions.assertThat;

import io.abacusdp.accounting.Adjacency;
import io.abacusdp.accounting.event.DpEvent;
import io.abacusdp.accounting.event.Gaussian;
import io.abacusdp.accounting.tradeoff.Direction;
import io.abacusdp.accounting.tradeoff.TradeoffCurve;
import io.abacusdp.training.data.UserRows;
import io.abacusdp.training.gradient.LotGradient;
import io.abacusdp.training.noise.NoiseSource;
import io.abacusdp.training.noise.RandomStreams;
import io.abacusdp.training.optimise.Schedule;
import io.abacusdp.training.sampling.Lots;
import io.abacusdp.training.sampling.PoissonLots;
import io.abacusdp.training.step.Clipping;
import io.abacusdp.training.step.PrivateStep;
import io.abacusdp.training.step.StepPlan;
import io.abacusdp.training.step.StepSources;
import io.abacusdp.training.step.UserStep;
import io.abacusdp.training.sum.Lot;
import java.util.Arrays;
import java.util.List;
import java.util.function.IntPredicate;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * Persons with five records, by claims that know of it and by claims that do not. A true claim is refuted with probability 0.05 at most;
 * seeds are fixed, and none of them is such a case of chance.
 */
@Tag("slow")
class UserAuditTest {
    private static final int RECORDS = 5;
    private static final Lots LOTS = new PoissonLots(32, 8);
    private static final int STEPS = 4;
    private static final StepPlan PLAN =
            StepPlan.independent(LOTS, new Clipping.Flat(Scene.CLIPPING_NORM), new Schedule.Constant(1), STEPS);
    private static final Scene.Goal GOAL = new Scene.Goal(3, 1e-5);
    private static final AuditSettings SETTINGS =
            AuditSettings.of(3, 1e-5).withRuns(4_000).withOrderRecords(256);

    private static MechanismOutcome outcome(Scene scene, Trials.Steps steps) {
        MechanismOutcome outcome =
                new MechanismAudit(SETTINGS, scene).run(steps, RandomStreams.insecureForTests(1), 2, runs -> {});
        System.out.printf("users: measured %.3f, refuted %s%n", outcome.measured(), outcome.isRefuted());
        return outcome;
    }

    @Test
    void usersOf5_claimedAs5_keepTheirClaimAndAreMeasuredCloseToIt() {
        MechanismOutcome outcome = outcome(Scene.users(PLAN, GOAL, RECORDS, RECORDS), Trials.Steps.REAL);
        assertThat(outcome.isRefuted()).isFalse();
        assertThat(outcome.measured()).isBetween(0.8 * 3, 1.15 * 3);
    }

    /** Whether right guesses among the runs refute that charges for one record cover what is done, at a level of 1e-5. */
    private static boolean isRefutedAsOneRecord(Scene scene, Trials.Steps steps) {
        Trials trials = Trials.run(
                scene,
                1000,
                steps,
                known -> List.of(new Attack.LikelihoodRatio(known, 0)),
                RandomStreams.insecureForTests(1),
                2,
                runs -> {});
        DpEvent claim = LOTS.plan(STEPS, step -> new Gaussian(scene.noiseMultiplier()));
        return trials.rightGuesses(0, 1e-5)
                .refutes(TradeoffCurve.of(claim, Adjacency.ADD_OR_REMOVE_ONE), Direction.REMOVE);
    }

    @Test
    void usersOf5_claimedAs1_areCaught() {
        assertThat(isRefutedAsOneRecord(Scene.users(PLAN, GOAL, 1, RECORDS), Trials.Steps.REAL))
                .isTrue();
        assertThat(isRefutedAsOneRecord(Scene.users(PLAN, GOAL, 1, 1), Trials.Steps.REAL))
                .isFalse();
    }

    @Test
    void usersClippedAsOne_keepTheirClaimAndAreMeasuredCloseToIt() {
        MechanismOutcome outcome = outcome(Scene.clippedUsers(PLAN, GOAL, RECORDS), Trials.Steps.REAL);
        assertThat(outcome.isRefuted()).isFalse();
        assertThat(outcome.measured()).isBetween(0.8 * 3, 1.15 * 3);
    }

    /** The trainer draws users, and clips each of their records by itself. */
    @Test
    void usersWhoseRecordsAreClippedByThemselves_areCaught() {
        Trials.Steps broken = (engine, scene, absent, streams, piece) -> {
            UserRows users = scene.users().orElseThrow();
            NoiseSource noise = streams.source("noise", piece);
            StepSources sources =
                    new StepSources(streams.source("lots", piece), streams.source("groups", piece), range -> noise);
            PrivateStep step = new UserStep(scene.plan(), engine, scene.data(), users, sources, Trials.Steps.START) {
                @Override
                public LotGradient sum(float[] parameters, Lot lot) {
                    IntPredicate all = user -> true;
                    int[] rows = Arrays.stream(lot.rows(all))
                            .flatMap(user -> IntStream.of(users.rows(user)))
                            .toArray();
                    return engine.clippedSum(parameters, scene.data(), Lot.oneGroup(rows), clip());
                }
            };
            return step.without(absent);
        };
        assertThat(isRefutedAsOneRecord(Scene.clippedUsers(PLAN, GOAL, RECORDS), broken))
                .isTrue();
        assertThat(isRefutedAsOneRecord(Scene.clippedUsers(PLAN, GOAL, RECORDS), Trials.Steps.REAL))
                .isFalse();
    }
}
