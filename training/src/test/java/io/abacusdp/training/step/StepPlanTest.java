package io.abacusdp.training.step;

import static io.abacusdp.accounting.Adjacency.ADD_OR_REMOVE_ONE;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import io.abacusdp.accounting.auto.AutoAccountant;
import io.abacusdp.accounting.event.DpEvent;
import io.abacusdp.accounting.event.Gaussian;
import io.abacusdp.accounting.event.NoOp;
import io.abacusdp.accounting.event.NonPrivate;
import io.abacusdp.accounting.event.SampledInTurn;
import io.abacusdp.accounting.matrix.BandedToeplitz;
import io.abacusdp.training.noise.NoiseMatrix;
import io.abacusdp.training.optimise.Schedule;
import io.abacusdp.training.sampling.Lots;
import io.abacusdp.training.sampling.PoissonLots;
import io.abacusdp.training.sampling.Sampling;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

class StepPlanTest {
    private static final Clipping FLAT = new Clipping.Flat(1);
    private static final Schedule CONSTANT = new Schedule.Constant(1);

    static Stream<NoiseChoice> correlated() {
        return Stream.of(new NoiseChoice.Banded(8), new NoiseChoice.Tree(), new NoiseChoice.Buffered());
    }

    private static StepPlan plan(NoiseChoice noise, Lots lots, long steps) {
        List<StepPlan> plans = noise.plans(lots, FLAT, CONSTANT, steps);
        assertThat(plans).hasSize(1);
        return plans.get(0);
    }

    private static double epsilon(DpEvent event) {
        return AutoAccountant.best().epsilon(event, ADD_OR_REMOVE_ONE, 1e-5).epsilon();
    }

    /** frontier-bandmf.csv. */
    @ParameterizedTest
    @CsvSource({
        "256, 1000, 1, 16, 3.9248357804726655",
        "256, 1000, 4, 4, 0.23213372532424684",
        "256, 1000, 2, 64, 2.747761629899844",
        "600, 2000, 1, 1, 2.583841181692969",
        "600, 2000, 2, 4, 1.975280870077842"
    })
    void cost_ofBandsOnPoissonLots_isTheReference(int lot, long steps, double noise, int bands, double expected) {
        StepPlan plan = plan(new NoiseChoice.Banded(bands), new PoissonLots(60_000, lot), steps)
                .withNoise(noise);
        assertThat(epsilon(plan.cost())).isCloseTo(expected, within(1e-9 * expected));
    }

    @Test
    void oneBand_isIndependentNoise() {
        Lots lots = new PoissonLots(1000, 10);
        StepPlan one = plan(new NoiseChoice.Banded(1), lots, 50).withNoise(2);
        StepPlan independent = plan(new NoiseChoice.Independent(), lots, 50).withNoise(2);
        assertThat(one).usingRecursiveComparison().isEqualTo(independent);
        assertThat(one.cost()).isEqualTo(DpEvent.sampledGaussian(0.01, 2, 50));
        assertThat(one.sensitivity()).isEqualTo(1);
    }

    /** A matrix of one band that goes the way of all others costs what independent noise does, on lots in turn too. */
    @Test
    void matrixOfOneBand_costsWhatIndependentNoiseDoes() {
        NoiseMatrix identity = NoiseMatrix.Banded.of(new double[] {5});
        Lots cyclic = Sampling.CYCLIC.lots(100, 10);
        // Ten epochs of S² = 10: noise of the whole over √10 is that of an epoch.
        StepPlan plan = StepPlan.correlated(cyclic, FLAT, identity, 100).withNoise(2 / Math.sqrt(10));
        StepPlan independent = StepPlan.independent(cyclic, FLAT, CONSTANT, 100).withNoise(2);
        assertThat(epsilon(plan.cost())).isCloseTo(epsilon(independent.cost()), within(1e-10));
        assertThat(plan.noiseMultiplier(0) * plan.sensitivity()).isCloseTo(2, within(1e-12));
        Lots grouped = new PoissonLots(100, 10).inGroups(1);
        assertThat(epsilon(StepPlan.correlated(grouped, FLAT, identity, 100)
                        .withNoise(2)
                        .cost()))
                .isEqualTo(epsilon(DpEvent.sampledGaussian(0.1, 2, 100)));
    }

    @ParameterizedTest
    @MethodSource("correlated")
    void cost_ofAllEpochs_isThatOfOneGaussianAndOfTheMatrixAsAnEvent(NoiseChoice noise) {
        StepPlan plan = plan(noise, Sampling.CYCLIC.lots(1000, 50), 96).withNoise(1.5);
        double whole = epsilon(new Gaussian(1.5));
        assertThat(epsilon(plan.cost())).isBetween(whole, whole * (1 + 1e-9));
        assertThat(epsilon(plan.matrix().event(1.5 * plan.sensitivity(), 96, 20)))
                .isCloseTo(whole, within(tolerance(noise) * whole));
    }

    /** Trees as an event are accounted on a lattice. */
    private static double tolerance(NoiseChoice noise) {
        return noise instanceof NoiseChoice.Tree ? 1e-4 : 1e-9;
    }

    /** What was paid after so many epochs is what the matrix of so many costs. */
    @ParameterizedTest
    @MethodSource("correlated")
    void charges_ofTheFirstEpochs_areTheMatrixOfSoManySteps(NoiseChoice noise) {
        StepPlan plan = plan(noise, Sampling.CYCLIC.lots(1000, 50), 96).withNoise(1.5);
        double precision = 0;
        for (int step = 0; step < 96; step++) {
            DpEvent charge = plan.charge(step, 0);
            if (step % 20 != 0) {
                assertThat(charge).isEqualTo(new NoOp());
                continue;
            }
            precision += Math.pow(((Gaussian) charge).noiseMultiplier(), -2);
            double paid = epsilon(new Gaussian(1 / Math.sqrt(precision)));
            double needed = epsilon(plan.matrix().event(1.5 * plan.sensitivity(), Math.min(96, step + 20), 20));
            assertThat(paid).isCloseTo(needed, within(tolerance(noise) * needed));
        }
    }

    /** A matrix that is begun anew is paid for anew. */
    @ParameterizedTest
    @MethodSource("correlated")
    void charges_ofAResumedRun_beginWithTheFirst(NoiseChoice noise) {
        StepPlan plan = plan(noise, Sampling.CYCLIC.lots(1000, 50), 96).withNoise(1.5);
        for (int step = 33; step < 96; step++) {
            assertThat(plan.charge(step, 33)).isEqualTo(plan.charge(step - 33, 0));
        }
        StepPlan grouped =
                plan(new NoiseChoice.Banded(8), new PoissonLots(1000, 50), 96).withNoise(1.5);
        assertThat(grouped.charge(33, 33)).isEqualTo(new SampledInTurn(0.4, new Gaussian(1.5)));
        assertThat(grouped.charge(34, 33)).isEqualTo(new NoOp());
        assertThat(grouped.charge(41, 33)).isEqualTo(grouped.charge(0, 0));
    }

    @Test
    void matrixTimesAFactor_changesNothing() {
        double[] c = BandedToeplitz.leastMean(8, 96);
        double[] tenfold = Arrays.stream(c).map(x -> 10 * x).toArray();
        Lots lots = Sampling.CYCLIC.lots(1000, 50);
        StepPlan one =
                StepPlan.correlated(lots, FLAT, NoiseMatrix.Banded.of(c), 96).withNoise(1);
        StepPlan ten = StepPlan.correlated(lots, FLAT, NoiseMatrix.Banded.of(tenfold), 96)
                .withNoise(1);
        assertThat(ten).usingRecursiveComparison().isEqualTo(one);
        assertThat(ten.cost()).isEqualTo(one.cost());
    }

    @Test
    void noNoise_isNotPrivate() {
        for (NoiseChoice noise : correlated().toList()) {
            assertThat(plan(noise, Sampling.CYCLIC.lots(1000, 50), 96).charge(0, 0))
                    .isEqualTo(new NonPrivate());
        }
        assertThat(plan(new NoiseChoice.Banded(8), new PoissonLots(1000, 50), 96)
                        .charge(0, 0))
                .isEqualTo(new NonPrivate());
    }

    @Test
    void lotsThatDoNotKeepWhatAMatrixNeeds_areRefused() {
        for (Sampling sampling : Sampling.values()) {
            if (sampling != Sampling.CYCLIC) {
                Lots lots = sampling.lots(1000, 50);
                assertThatThrownBy(() -> new NoiseChoice.Tree().plans(lots, FLAT, CONSTANT, 96))
                        .hasMessageContaining("needs cyclic sampling");
                assertThatThrownBy(() -> new NoiseChoice.Buffered().plans(lots, FLAT, CONSTANT, 96))
                        .hasMessageContaining("needs cyclic sampling");
                assertThatThrownBy(
                                () -> StepPlan.correlated(lots, FLAT, NoiseMatrix.Banded.of(new double[] {1, 0.5}), 96))
                        .hasMessageContaining("needs lots of which every example is in one of so many steps");
            }
        }
        Lots threeGroups = new PoissonLots(1000, 50).inGroups(3);
        assertThatThrownBy(() ->
                        StepPlan.correlated(threeGroups, FLAT, NoiseMatrix.Banded.of(new double[] {1, 1, 1, 1}), 96))
                .hasMessageContaining("needs lots of which");
        assertThatThrownBy(() -> StepPlan.correlated(threeGroups, FLAT, new NoiseMatrix.Tree(), 96))
                .hasMessageContaining("needs lots of which");
        assertThatThrownBy(() -> new NoiseChoice.Tree()
                        .plans(Sampling.CYCLIC.lots(1000, 50), Clipping.Adaptive.median(1, 50), CONSTANT, 96))
                .hasMessageContaining("the same clipping norm");
    }

    @Test
    void noiseWithoutRoomOnTheGrid_isRefusedBeforehand() {
        StepPlan plan = plan(new NoiseChoice.Tree(), Sampling.CYCLIC.lots(1000, 50), 96);
        plan.withNoise(100).requireRoom(1000);
        assertThatThrownBy(() -> plan.withNoise(5000).requireRoom(1000)).hasMessageContaining("at most 2^13");
    }

    /** By brute force: no other power of two has less error at the same epsilon. */
    @Test
    void bestBands_areThoseOfTheLeastErrorForTheNoiseTheyNeed() {
        List<StepPlan> plans = new NoiseChoice.BestBanded().plans(new PoissonLots(1000, 20), FLAT, CONSTANT, 100);
        assertThat(plans)
                .extracting(plan -> plan.matrix().id())
                .containsExactly("independent", "banded:2", "banded:4", "banded:8", "banded:16", "banded:32");
        assertThat(plans.get(0).withNoise(2).expectedError()).isCloseTo(2 * Math.sqrt(101 / 2.0), within(1e-12));
        // Bands of 2 by hand: noise z_i − c·w_{i−1}, of which the sums of steps are summed.
        NoiseMatrix.Banded two = (NoiseMatrix.Banded) plans.get(1).matrix();
        double c = two.coefficients()[1];
        double b = 0;
        double variance = 0;
        double mean = 0;
        for (int t = 0; t < 100; t++) {
            b = 1 - c * b;
            variance += b * b;
            mean += variance / 100;
        }
        assertThat(plans.get(1).withNoise(2).expectedError())
                .isCloseTo(2 * Math.sqrt(1 + c * c) * Math.sqrt(mean), within(1e-9));
    }
}
