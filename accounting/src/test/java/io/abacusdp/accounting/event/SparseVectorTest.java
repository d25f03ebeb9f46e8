package io.abacusdp.accounting.event;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

class SparseVectorTest {
    @Test
    void epsilon_isThatOfThresholdAndAnswers() {
        assertThat(new SparseVector(20, 40, 3).epsilon()).isBetween(0.2, 0.2 * (1 + 1e-15));
        assertThat(Composition.of(new Repeated(2, new SparseVector(20, 40, 3))).terms())
                .containsExactly(Map.entry(new PureDp(new SparseVector(20, 40, 3).epsilon()), 2L));
        assertThat(Composition.of(new Group(5, new SparseVector(20, 40, 3)))
                        .terms()
                        .keySet())
                .allSatisfy(event -> assertThat(((PureDp) event).epsilon()).isBetween(1.0, 1.0 + 1e-14));
        assertThat(Composition.of(new SparseVector(Double.MIN_VALUE, 1, 1)).terms())
                .containsOnlyKeys(new NonPrivate());
    }

    /** Pr[answers], by Simpson's rule over the threshold's noise: what is above and below depends on it. */
    private static double probability(double[] queries, boolean[] above, double b1, double b2) {
        int steps = 2000;
        double half = 40 * b1;
        double width = 2 * half / steps;
        double sum = 0;
        for (int i = 0; i <= steps; i++) {
            double t = -half + i * width;
            double term = (i == 0 || i == steps ? 1 : i % 2 == 1 ? 4 : 2) * Math.exp(-Math.abs(t) / b1) / (2 * b1);
            for (int k = 0; k < queries.length; k++) {
                double x = (t - queries[k]) / b2;
                double below = x < 0 ? Math.exp(x) / 2 : 1 - Math.exp(-x) / 2;
                double over = x < 0 ? 1 - Math.exp(x) / 2 : Math.exp(-x) / 2;
                term *= above[k] ? over : below;
            }
            sum += term * width / 3;
        }
        return sum;
    }

    /** Queries that move by up to 1, in any way: no ratio of probabilities is above e^ε, and the worst comes close. */
    @Test
    void truth_isNotAboveEpsilonAndComesClose() {
        SplittableRandom random = new SplittableRandom(41);
        double closest = 0;
        for (int trial = 0; trial < 120; trial++) {
            int queries = 2 + random.nextInt(6);
            double b1 = random.nextDouble(0.5, 4);
            double b2 = random.nextDouble(0.5, 8);
            boolean[] above = new boolean[queries];
            int answers = 0;
            boolean isWorst = trial % 4 == 0;
            for (int k = 0; k < queries; k++) {
                above[k] = isWorst ? k == queries - 1 : random.nextInt(3) == 0;
                answers += above[k] ? 1 : 0;
            }
            double[] here = new double[queries];
            double[] there = new double[queries];
            for (int k = 0; k < queries; k++) {
                // Far from the threshold below and above, where nothing else gives way.
                here[k] = isWorst ? (above[k] ? -8 * b1 : 8 * b1) : random.nextDouble(-6, 6);
                there[k] = here[k] + (isWorst ? (above[k] ? -1 : 1) : random.nextDouble(-1, 1));
            }
            double loss = Math.log(probability(here, above, b1, b2) / probability(there, above, b1, b2));
            double epsilon = answers == 0 ? 1 / b1 : new SparseVector(b1, b2, answers).epsilon();
            assertThat(loss).isLessThanOrEqualTo(epsilon + 1e-4);
            closest = Math.max(closest, loss / epsilon);
        }
        assertThat(closest).isGreaterThan(0.9);
    }
}
