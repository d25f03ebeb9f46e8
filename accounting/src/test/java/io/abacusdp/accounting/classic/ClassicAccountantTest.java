package io.abacusdp.accounting.classic;

import static io.abacusdp.accounting.Adjacency.ADD_OR_REMOVE_ONE;
import static io.abacusdp.accounting.Adjacency.REPLACE_ONE;
import static io.abacusdp.accounting.Adjacency.ZERO_OUT;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import io.abacusdp.accounting.Adjacency;
import io.abacusdp.accounting.Guarantee;
import io.abacusdp.accounting.UnsupportedEventException;
import io.abacusdp.accounting.event.ApproximateDp;
import io.abacusdp.accounting.event.Composed;
import io.abacusdp.accounting.event.DiscreteLaplace;
import io.abacusdp.accounting.event.DpEvent;
import io.abacusdp.accounting.event.Exponential;
import io.abacusdp.accounting.event.Gaussian;
import io.abacusdp.accounting.event.Group;
import io.abacusdp.accounting.event.Laplace;
import io.abacusdp.accounting.event.NoOp;
import io.abacusdp.accounting.event.NonPrivate;
import io.abacusdp.accounting.event.PermuteAndFlip;
import io.abacusdp.accounting.event.PoissonSampled;
import io.abacusdp.accounting.event.PureDp;
import io.abacusdp.accounting.event.RandomizedResponse;
import io.abacusdp.accounting.event.Repeated;
import io.abacusdp.accounting.event.SampledWithoutReplacement;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ClassicAccountantTest {
    private static ClassicAccountant accountant(String name) {
        return switch (name) {
            case "basic" -> ClassicAccountant.basic();
            case "strong" -> ClassicAccountant.strong();
            default -> ClassicAccountant.optimal();
        };
    }

    private static double pure(DpEvent event, Adjacency adjacency) {
        return ClassicAccountant.basic().epsilon(event, adjacency, 0).epsilon();
    }

    private static double optimal(DpEvent event, Adjacency adjacency, double delta) {
        return ClassicAccountant.optimal().epsilon(event, adjacency, delta).epsilon();
    }

    @Test
    void epsilon_pureMechanisms_isThatOfTheirDefinition() {
        assertThat(pure(new PureDp(0.3), REPLACE_ONE)).isEqualTo(0.3);
        assertThat(pure(new Exponential(0.3), ZERO_OUT)).isEqualTo(0.3);
        assertThat(pure(new PermuteAndFlip(0.3), ADD_OR_REMOVE_ONE)).isEqualTo(0.3);
        assertThat(pure(new Laplace(4), ADD_OR_REMOVE_ONE)).isCloseTo(0.25, within(1e-15));
        assertThat(pure(new Laplace(4), ZERO_OUT)).isCloseTo(0.25, within(1e-15));
        assertThat(pure(new Laplace(4), REPLACE_ONE)).isCloseTo(0.5, within(1e-15));
        assertThat(pure(new DiscreteLaplace(0.1, 3), ADD_OR_REMOVE_ONE)).isCloseTo(0.3, within(1e-15));
        assertThat(pure(new DiscreteLaplace(0.1, 3), REPLACE_ONE)).isCloseTo(0.6, within(1e-15));
        assertThat(pure(new Laplace(1e-320), ADD_OR_REMOVE_ONE)).isEqualTo(Double.POSITIVE_INFINITY);
    }

    @Test
    void epsilon_randomizedResponse_isTheLargestRatio() {
        // p = 1/2, k = 2: 3/4 against 1/4. p = 0.3, k = 10: 0.73 against 0.03, or against the uniform 0.1.
        assertThat(pure(new RandomizedResponse(0.5, 2), REPLACE_ONE)).isCloseTo(Math.log(3), within(1e-14));
        assertThat(pure(new RandomizedResponse(0.5, 2), ZERO_OUT)).isCloseTo(Math.log(2), within(1e-14));
        assertThat(pure(new RandomizedResponse(0.3, 10), REPLACE_ONE)).isCloseTo(Math.log(73.0 / 3), within(1e-14));
        assertThat(pure(new RandomizedResponse(0.3, 10), ZERO_OUT)).isCloseTo(Math.log(7.3), within(1e-14));
        assertThat(pure(new RandomizedResponse(1, 10), REPLACE_ONE)).isZero();
        assertThat(pure(new RandomizedResponse(1, 10), ZERO_OUT)).isZero();
        assertThat(pure(new RandomizedResponse(0, 10), REPLACE_ONE)).isEqualTo(Double.POSITIVE_INFINITY);
        assertThat(pure(new RandomizedResponse(0, 10), ZERO_OUT)).isEqualTo(Double.POSITIVE_INFINITY);
        assertThatThrownBy(() -> pure(new RandomizedResponse(0.5, 2), ADD_OR_REMOVE_ONE))
                .isInstanceOf(UnsupportedEventException.class)
                .hasMessageContaining("the basic accountant cannot account RandomizedResponse")
                .hasMessageContaining("ask under replace_one or zero_out");
    }

    @Test
    void epsilon_repeatedMechanisms_growsWithTheCount() {
        assertThat(optimal(new Repeated(100, new RandomizedResponse(0.5, 2)), REPLACE_ONE, 1e-6))
                .isCloseTo(94.28987, within(1e-4));
        assertThat(optimal(new Repeated(100, new Exponential(0.5)), ADD_OR_REMOVE_ONE, 1e-6))
                .isCloseTo(33.3198, within(1e-4));
        assertThat(optimal(new Repeated(100, new PureDp(0.1)), ADD_OR_REMOVE_ONE, 1e-6))
                .isCloseTo(4.774567588108, within(1e-11));
    }

    @Test
    void epsilon_laplaceQueries_isAboveTheExactOne() {
        // Exact accounting of the noise itself needs scales 13.6 and 71.0 (within 0.1) for epsilon 1 at delta 1e-4.
        // Knowing only that each query is 1/b-DP, the optimum of composition needs more, as it must.
        assertThat(optimal(new Repeated(20, new Laplace(13.5)), ADD_OR_REMOVE_ONE, 1e-4))
                .isGreaterThan(1);
        assertThat(optimal(new Repeated(500, new Laplace(70.9)), ADD_OR_REMOVE_ONE, 1e-4))
                .isGreaterThan(1);
        assertThat(optimal(new Repeated(20, new Laplace(14.5)), ADD_OR_REMOVE_ONE, 1e-4))
                .isLessThan(1);
        assertThat(optimal(new Repeated(500, new Laplace(72.5)), ADD_OR_REMOVE_ONE, 1e-4))
                .isLessThan(1);
    }

    @Test
    void epsilon_poissonSampled_isAmplifiedWhereThatIsProven() {
        double amplified = Math.log1p(0.1 * Math.expm1(0.5));
        assertThat(pure(new PoissonSampled(0.1, new PureDp(0.5)), ADD_OR_REMOVE_ONE))
                .isCloseTo(amplified, within(1e-14));
        assertThat(pure(new PoissonSampled(0.1, new Laplace(2)), ADD_OR_REMOVE_ONE))
                .isCloseTo(amplified, within(1e-14));
        assertThat(pure(new PoissonSampled(0.1, new Laplace(2)), ZERO_OUT)).isCloseTo(amplified, within(1e-14));
        assertThat(pure(new PoissonSampled(0.1, new Laplace(4)), REPLACE_ONE)).isCloseTo(amplified, within(1e-14));
        assertThat(pure(new PoissonSampled(0.1, new PureDp(0.5)), REPLACE_ONE)).isEqualTo(0.5);
        assertThat(pure(new PoissonSampled(0.1, new PureDp(0.5)), ZERO_OUT)).isEqualTo(0.5);
        assertThat(pure(new PoissonSampled(0.1, new RandomizedResponse(0.5, 2)), REPLACE_ONE))
                .isCloseTo(Math.log(3), within(1e-14));
        DpEvent two = new PoissonSampled(0.1, new Repeated(2, new PureDp(0.25)));
        assertThat(pure(two, ADD_OR_REMOVE_ONE)).isCloseTo(amplified, within(1e-14));
    }

    @Test
    void epsilon_sampledWithoutReplacement_isAmplifiedUnderReplaceOne() {
        double amplified = Math.log1p(0.1 * Math.expm1(0.5));
        assertThat(pure(new SampledWithoutReplacement(1000, 100, new PureDp(0.5)), REPLACE_ONE))
                .isCloseTo(amplified, within(1e-14));
        assertThat(pure(new SampledWithoutReplacement(1000, 100, new PureDp(0.5)), ZERO_OUT))
                .isEqualTo(0.5);
        assertThat(pure(new SampledWithoutReplacement(1000, 0, new PureDp(0.5)), REPLACE_ONE))
                .isZero();
        assertThat(pure(new SampledWithoutReplacement(10, 5, new RandomizedResponse(0.5, 2)), REPLACE_ONE))
                .isCloseTo(Math.log(3), within(1e-14));
        assertThatThrownBy(() -> pure(new SampledWithoutReplacement(10, 5, new PureDp(1)), ADD_OR_REMOVE_ONE))
                .isInstanceOf(UnsupportedEventException.class)
                .hasMessageContaining("ask under replace_one");
    }

    @Test
    void delta_sampledApproximateEvents_isScaled() {
        ApproximateDp event = new ApproximateDp(0.5, 1e-5);
        for (Adjacency adjacency : Adjacency.values()) {
            assertThat(ClassicAccountant.basic()
                            .delta(new PoissonSampled(0.1, event), adjacency, 1)
                            .delta())
                    .isCloseTo(1e-6, within(1e-20));
        }
        assertThat(ClassicAccountant.optimal()
                        .delta(new PoissonSampled(0.1, new NonPrivate()), ADD_OR_REMOVE_ONE, 0)
                        .delta())
                .isCloseTo(0.1, within(1e-15));
    }

    @Test
    void epsilon_groups_addUpOverTheirMembers() {
        double one = Math.log1p(0.1 * Math.expm1(0.5));
        assertThat(pure(new Group(3, new PoissonSampled(0.1, new PureDp(0.5))), ADD_OR_REMOVE_ONE))
                .isCloseTo(3 * one, within(1e-14));
        assertThat(pure(new Group(3, new RandomizedResponse(0.5, 2)), REPLACE_ONE))
                .isCloseTo(3 * Math.log(3), within(1e-14));
        // (kε, δ(e^{kε} − 1)/(e^ε − 1)) with ε = log(1 + (e − 1)/2), δ = 1e-6/2 and k = 2: 1e-6/2·(1 + e^ε).
        Guarantee guarantee = ClassicAccountant.basic()
                .delta(new Group(2, new PoissonSampled(0.5, new ApproximateDp(1, 1e-6))), ADD_OR_REMOVE_ONE, 2);
        assertThat(guarantee.delta()).isCloseTo(5e-7 * (2 + (Math.E - 1) / 2), within(1e-19));
        assertThat(pure(new Group(1000, new PoissonSampled(0.5, new ApproximateDp(1, 1e-6))), ADD_OR_REMOVE_ONE))
                .isEqualTo(Double.POSITIVE_INFINITY);
    }

    @Test
    void profile_eventWithoutAnEpsilon_isRefusedByName() {
        DpEvent event = new Composed(List.of(
                new PureDp(1), new Repeated(3, new PoissonSampled(0.1, new Composed(List.of(new Gaussian(2)))))));
        for (String name : List.of("basic", "strong", "optimal")) {
            assertThatThrownBy(() -> accountant(name).profile(event, ADD_OR_REMOVE_ONE))
                    .isInstanceOf(UnsupportedEventException.class)
                    .hasMessage(
                            "the " + name + " accountant cannot account Gaussian[noiseMultiplier=2.0]: it has neither a"
                                    + " pure epsilon nor an (epsilon, delta) of its own: use the rdp accountant")
                    .satisfies(e ->
                            assertThat(((UnsupportedEventException) e).event()).isEqualTo(new Gaussian(2)));
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"basic", "strong", "optimal"})
    void laws_randomHistories_hold(String name) {
        ClassicAccountant accountant = accountant(name);
        assertThat(accountant.name()).isEqualTo(name);
        Random random = new Random(11);
        for (int run = 0; run < 40; run++) {
            List<DpEvent> events = new ArrayList<>();
            for (int i = 0; i < 1 + random.nextInt(3); i++) {
                events.add(new Repeated(1 + random.nextInt(20), randomEvent(random)));
            }
            List<DpEvent> unrolled = new ArrayList<>();
            events.forEach(event ->
                    unrolled.addAll(Collections.nCopies((int) ((Repeated) event).count(), ((Repeated) event).event())));
            Collections.shuffle(unrolled, random);
            for (double delta : new double[] {0, 1e-9, 1e-3, 0.5}) {
                Guarantee guarantee = accountant.epsilon(new Composed(events), ADD_OR_REMOVE_ONE, delta);
                assertThat(accountant.epsilon(new Composed(unrolled), ADD_OR_REMOVE_ONE, delta))
                        .isEqualTo(guarantee);
                assertThat(guarantee.accountant()).isEqualTo(name);
                if (guarantee.epsilon() < Double.POSITIVE_INFINITY) {
                    assertThat(accountant
                                    .delta(new Composed(events), ADD_OR_REMOVE_ONE, guarantee.epsilon())
                                    .delta())
                            .isLessThanOrEqualTo(delta);
                }
            }
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"basic", "strong", "optimal"})
    void laws_edges_hold(String name) {
        ClassicAccountant accountant = accountant(name);
        assertThat(accountant.epsilon(new NoOp(), ADD_OR_REMOVE_ONE, 0).epsilon())
                .isZero();
        assertThat(accountant.delta(new Composed(List.of()), REPLACE_ONE, 0).delta())
                .isZero();
        DpEvent leak = new Composed(List.of(new PureDp(0.1), new NonPrivate()));
        assertThat(accountant.epsilon(leak, ADD_OR_REMOVE_ONE, 0.999).epsilon()).isEqualTo(Double.POSITIVE_INFINITY);
        assertThat(accountant.delta(leak, ADD_OR_REMOVE_ONE, 100).delta()).isEqualTo(1);
        assertThatThrownBy(() -> accountant.epsilon(leak, ADD_OR_REMOVE_ONE, Double.NaN))
                .hasMessage("delta must be in [0, 1), got NaN");
    }

    private static DpEvent randomEvent(Random random) {
        double epsilon = Math.pow(10, -2 + 2 * random.nextDouble());
        return switch (random.nextInt(6)) {
            case 0 -> new PureDp(epsilon);
            case 1 -> new Laplace(1 / epsilon);
            case 2 -> new Exponential(epsilon);
            case 3 -> new ApproximateDp(epsilon, 1e-6 * random.nextDouble());
            case 4 -> new DiscreteLaplace(epsilon, 2);
            default -> new PoissonSampled(random.nextDouble(), new PermuteAndFlip(epsilon));
        };
    }

    /** What is left of (1 − δ)^n has more zeros after the point than a decimal number can count; the union is 1 long before. */
    @ParameterizedTest
    @ValueSource(longs = {2_000, 1L << 20, 1L << 40})
    void delta_manyLargeDeltas_isOneWithoutWritingOutWhatIsLeft(long count) {
        DpEvent event = new Repeated(count, new ApproximateDp(1, 0.9));
        assertThat(ClassicAccountant.optimal().delta(event, REPLACE_ONE, 1).delta())
                .isEqualTo(1);
        assertThat(optimal(event, REPLACE_ONE, 0.5)).isInfinite();
    }
}
