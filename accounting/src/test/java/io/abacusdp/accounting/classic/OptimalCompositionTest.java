package io.abacusdp.accounting.classic;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import io.abacusdp.accounting.ReferenceCsv;
import io.abacusdp.accounting.event.ApproximateDp;
import java.math.BigDecimal;
import java.math.MathContext;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class OptimalCompositionTest {
    private static OptimalComposition equal(double epsilon, double delta, long count) {
        return OptimalComposition.of(Map.of(new ApproximateDp(epsilon, delta), count));
    }

    private static Map<ApproximateDp, Long> parse(String groups) {
        Map<ApproximateDp, Long> counts = new LinkedHashMap<>();
        for (String group : groups.split(";", -1)) {
            String[] pair = group.split(":", -1);
            counts.put(new ApproximateDp(Double.parseDouble(pair[0]), 0), Long.parseLong(pair[1]));
        }
        return counts;
    }

    @Test
    void delta_referenceTable_isWithinTheStatedErrorAndNeverBelow() {
        for (String[] row : ReferenceCsv.rows("composition.csv")) {
            OptimalComposition composition = OptimalComposition.of(parse(row[0]));
            double epsilon = Double.parseDouble(row[1]);
            double delta = composition.delta(epsilon);
            BigDecimal truth = new BigDecimal(row[2]);
            assertThat(new BigDecimal(delta).compareTo(truth))
                    .as("%s at %s", row[0], row[1])
                    .isNotNegative();
            if (row[0].startsWith("0.02:")) {
                // These have too many atoms to list and are put onto a lattice.
                assertThat(composition.epsilon(truth.doubleValue())).isBetween(epsilon, epsilon * (1 + 1e-4));
            } else if (truth.signum() == 0) {
                assertThat(delta).isZero();
            } else {
                double error = new BigDecimal(delta)
                                .divide(truth, MathContext.DECIMAL128)
                                .doubleValue()
                        - 1;
                assertThat(error).as("%s at %s", row[0], row[1]).isLessThan(row[0].contains(";") ? 1e-10 : 2e-12);
            }
        }
    }

    @ParameterizedTest
    @CsvSource({
        "0.1, 100, 1, 0.125688390240636",
        "0.1, 100, 2, 0.0201401784281915",
        "0.01, 10000, 2, 0.0209158107072484"
    })
    void delta_knownValue_agrees(double each, long count, double epsilon, double delta) {
        assertThat(equal(each, 0, count).delta(epsilon)).isCloseTo(delta, within(1e-12 * delta));
    }

    @ParameterizedTest
    @CsvSource({"0.1, 100, 4.774567588108, 1e-12", "0.5, 100, 33.3198, 1e-5", "1.0986122886681098, 100, 94.28987, 1e-6"
    })
    void epsilon_knownValue_agrees(double each, long count, double epsilon, double accuracy) {
        assertThat(equal(each, 0, count).epsilon(1e-6)).isCloseTo(epsilon, within(accuracy * epsilon));
    }

    @Test
    void epsilon_manyMechanisms_growsWithTheirNumber() {
        double before = 0;
        for (long count = 1; count <= 1L << 24; count *= 8) {
            double epsilon = equal(1e-3, 0, count).epsilon(1e-9);
            assertThat(epsilon).isGreaterThan(before);
            before = epsilon;
        }
    }

    @Test
    void epsilon_moreMechanismsThanAreListed_isThatOfStrongComposition() {
        Map<ApproximateDp, Long> many = Map.of(new ApproximateDp(1e-8, 0), 1L << 50);
        assertThat(OptimalComposition.of(many).epsilon(1e-6))
                .isCloseTo(StrongComposition.of(many).epsilon(1e-6), within(1e-9));
    }

    @Test
    void delta_eachWithADelta_joinsTheirFailures() {
        // 1 − (1 − 1e-3)^100·(1 − 0.125688390240636), from the known value.
        double expected = 1 - Math.pow(1 - 1e-3, 100) * (1 - 0.125688390240636);
        assertThat(equal(0.1, 1e-3, 100).delta(1)).isCloseTo(expected, within(1e-13));
        assertThat(equal(0.1, 1e-3, 100).delta(10)).isCloseTo(1 - Math.pow(1 - 1e-3, 100), within(1e-14));
        assertThat(equal(0.1, 1e-3, 100).epsilon(1e-2)).isEqualTo(Double.POSITIVE_INFINITY);
        assertThat(equal(0.1, 1, 1).delta(1)).isEqualTo(1);
        assertThat(equal(0.1, 1, 1).epsilon(0.99)).isEqualTo(Double.POSITIVE_INFINITY);
    }

    @Test
    void everything_randomMechanisms_holdsAndIsNeverWorseThanStrong() {
        Random random = new Random(5);
        for (int run = 0; run < 60; run++) {
            Map<ApproximateDp, Long> counts = new LinkedHashMap<>();
            int groups = 1 + random.nextInt(4);
            for (int i = 0; i < groups; i++) {
                double epsilon = Math.pow(10, -3 + 3.5 * random.nextDouble());
                double delta = random.nextBoolean() ? 0 : 1e-9 * random.nextDouble();
                counts.put(new ApproximateDp(epsilon, delta), 1L + random.nextInt(40));
            }
            OptimalComposition optimal = OptimalComposition.of(counts);
            StrongComposition strong = StrongComposition.of(counts);
            BasicComposition basic = BasicComposition.of(counts);
            double before = 0;
            for (double delta : new double[] {0.3, 1e-2, 1e-5, 1e-6, 1e-20, 0}) {
                double epsilon = optimal.epsilon(delta);
                assertThat(epsilon).isLessThanOrEqualTo(strong.epsilon(delta)).isGreaterThanOrEqualTo(before);
                assertThat(strong.epsilon(delta)).isLessThanOrEqualTo(basic.epsilon(delta));
                if (epsilon < Double.POSITIVE_INFINITY) {
                    assertThat(optimal.delta(epsilon)).isLessThanOrEqualTo(delta);
                    assertThat(optimal.delta(epsilon)).isLessThanOrEqualTo(strong.delta(epsilon));
                }
                before = epsilon;
            }
        }
    }

    @Test
    void lattice_equalMechanismsInUnequalDisguise_isCloseToTheExactOne() {
        // Three groups whose epsilons differ by little, of too many atoms to list: at most that of the largest epsilon.
        Map<ApproximateDp, Long> counts = Map.of(
                new ApproximateDp(0.02, 0),
                300L,
                new ApproximateDp(0.0201, 0),
                300L,
                new ApproximateDp(0.0202, 0),
                300L);
        OptimalComposition lattice = OptimalComposition.of(counts);
        for (double epsilon : new double[] {0.5, 1, 3}) {
            assertThat(lattice.delta(epsilon))
                    .isBetween(
                            equal(0.02, 0, 900).delta(epsilon),
                            equal(0.0202, 0, 900).delta(epsilon));
        }
    }

    @Test
    void lattice_manyDifferentMechanisms_isBelowStrongAndAboveSome() {
        Map<ApproximateDp, Long> counts = new LinkedHashMap<>();
        for (int i = 0; i < 200; i++) {
            counts.put(new ApproximateDp(0.05 + 1e-5 * i, 0), 1L);
        }
        double epsilon = OptimalComposition.of(counts).epsilon(1e-6);
        assertThat(epsilon)
                .isBetween(
                        equal(0.05, 0, 200).epsilon(1e-6), equal(0.052, 0, 200).epsilon(1e-6));
        assertThat(epsilon).isLessThan(StrongComposition.of(counts).epsilon(1e-6));
    }

    @Test
    void lattice_hugeBesideTinyEpsilons_isSafe() {
        Map<ApproximateDp, Long> counts = new LinkedHashMap<>();
        counts.put(new ApproximateDp(1e7, 0), 3L);
        counts.put(new ApproximateDp(1e-3, 0), 1000L);
        counts.put(new ApproximateDp(2e-3, 0), 1000L);
        OptimalComposition composition = OptimalComposition.of(counts);
        assertThat(composition.delta(2.9e7)).isEqualTo(1);
        assertThat(composition.epsilon(1e-5)).isBetween(3e7, 3e7 + 3);
    }

    @Test
    void lattice_largeEpsilons_isBetweenTheHomogeneousOnes() {
        Map<ApproximateDp, Long> counts = Map.of(
                new ApproximateDp(2, 0), 400L, new ApproximateDp(2.001, 0), 400L, new ApproximateDp(2.002, 0), 400L);
        assertThat(OptimalComposition.of(counts).epsilon(1e-10))
                .isBetween(
                        equal(2, 0, 1200).epsilon(1e-10), equal(2.002, 0, 1200).epsilon(1e-10));
    }

    /** 1 − .9·.8 = .28: as doubles, the union of .1 and .2 is 1.2e-17 below that of .28. */
    @Test
    void epsilon_atTheUnionOfTheDeltas_isTheSumOfTheEpsilons() {
        Map<ApproximateDp, Long> counts = Map.of(new ApproximateDp(1, .1), 1L, new ApproximateDp(2, .2), 1L);
        assertThat(OptimalComposition.of(counts).epsilon(.28)).isEqualTo(3);
        assertThat(OptimalComposition.of(counts).epsilon(Math.nextDown(.28))).isInfinite();
        assertThat(OptimalComposition.of(counts).delta(3)).isEqualTo(.28);
        assertThat(equal(0, .5, 2).delta(0)).isEqualTo(.75);
        // 1 − (1 − 1e-9)^1000000 = 1 − e^{−.0010000000005...}.
        assertThat(equal(0, 1e-9, 1_000_000).delta(0)).isCloseTo(-Math.expm1(1e6 * Math.log1p(-1e-9)), within(1e-18));
    }

    @Test
    void delta_extremes_areSafe() {
        assertThat(OptimalComposition.of(Map.of()).delta(0)).isZero();
        assertThat(OptimalComposition.of(Map.of()).epsilon(0)).isZero();
        assertThat(equal(0, 0, 1000).epsilon(0)).isZero();
        assertThat(equal(1, 0, 0).epsilon(0)).isZero();
        assertThat(equal(0.1, 0, 100).epsilon(0)).isCloseTo(10, within(1e-14));
        assertThat(equal(1e308, 0, 10).epsilon(0.5)).isEqualTo(Double.POSITIVE_INFINITY);
        assertThat(equal(1e308, 0, 10).delta(1e308)).isEqualTo(1);
        assertThat(equal(1000, 0, 10).delta(9999)).isCloseTo(-Math.expm1(-1), within(1e-12));
        assertThat(equal(1e-300, 0, 10).epsilon(0.5)).isZero();
        assertThat(equal(1e-300, 0, 10).delta(0)).isPositive().isLessThan(1e-299);
    }

    @Test
    void of_countOutOfRange_isRefused() {
        assertThatThrownBy(() -> equal(0.1, 0, -1)).hasMessage("count must be from 0 to 2^53, got -1");
    }
}
