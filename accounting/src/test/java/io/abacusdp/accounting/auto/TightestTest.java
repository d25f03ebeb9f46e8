package io.abacusdp.accounting.auto;

import static io.abacusdp.accounting.Adjacency.ADD_OR_REMOVE_ONE;
import static io.abacusdp.accounting.Adjacency.REPLACE_ONE;
import static io.abacusdp.accounting.Adjacency.ZERO_OUT;
import static org.assertj.core.api.Assertions.assertThat;

import io.abacusdp.accounting.Adjacency;
import io.abacusdp.accounting.Guarantee;
import io.abacusdp.accounting.HighReal;
import io.abacusdp.accounting.event.ApproximateDp;
import io.abacusdp.accounting.event.Composed;
import io.abacusdp.accounting.event.DiscreteGaussian;
import io.abacusdp.accounting.event.DpEvent;
import io.abacusdp.accounting.event.Gaussian;
import io.abacusdp.accounting.event.Group;
import io.abacusdp.accounting.event.Laplace;
import io.abacusdp.accounting.event.PoissonSampled;
import io.abacusdp.accounting.event.PureDp;
import io.abacusdp.accounting.event.RandomizedResponse;
import io.abacusdp.accounting.event.RepeatAndSelect;
import io.abacusdp.accounting.event.Repeated;
import io.abacusdp.accounting.event.SampledWithoutReplacement;
import io.abacusdp.accounting.event.TreeAggregation;
import io.abacusdp.accounting.event.TruncatedPoisson;
import io.abacusdp.accounting.event.ZeroConcentratedDp;
import java.math.BigDecimal;
import java.math.MathContext;
import java.util.List;
import java.util.function.DoubleUnaryOperator;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** The default accountant against what is known to be the best answer, and truths that are computed here. */
class TightestTest {
    private static final AutoAccountant AUTO = AutoAccountant.best();

    private static DpEvent sampled(double rate, DpEvent event) {
        return new PoissonSampled(rate, event);
    }

    private static DpEvent times(long count, DpEvent event) {
        return new Repeated(count, event);
    }

    /** log(1 + q(e − 1)): one ε-DP mechanism of ε = 1 on a sample. */
    private static double amplified(double rate) {
        return Math.log1p(rate * (Math.E - 1));
    }

    static Stream<Arguments> epsilons() {
        DpEvent fixedSize = new SampledWithoutReplacement(10_000, 100, new PureDp(1));
        DpEvent approximate = new SampledWithoutReplacement(10_000, 100, new ApproximateDp(1, 1e-8));
        double small = amplified(.01);
        DpEvent sgd = times(1000, sampled(.01, new Gaussian(1)));
        return Stream.of(
                row(new Group(3, sampled(.01, new Laplace(1))), ADD_OR_REMOVE_ONE, 1e-5, .0511, 0),
                row(
                        times(10, new Group(3, sampled(.01, new PureDp(1)))),
                        ADD_OR_REMOVE_ONE,
                        1e-5,
                        .503,
                        pureRuns(3 * small, 10, 1e-5)),
                row(fixedSize, REPLACE_ONE, 1e-5, .0170, pureRuns(small, 1, 1e-5)),
                row(times(100, fixedSize), REPLACE_ONE, 1e-5, .603, pureRuns(small, 100, 1e-5)),
                row(new Group(2, new RandomizedResponse(.5, 4)), REPLACE_ONE, 1e-5, 3.2189, 0),
                row(times(10, approximate), REPLACE_ONE, 1e-5, .161, pureRuns(small, 10, 1e-5)),
                row(times(50, sampled(.05, times(10, new Laplace(10)))), ADD_OR_REMOVE_ONE, 1e-5, .415, .4145),
                row(times(100, sampled(.01, times(2, new Laplace(1)))), ADD_OR_REMOVE_ONE, 1e-5, .645, .6435),
                row(times(100, sampled(.01, new PureDp(1))), ZERO_OUT, 1e-5, 5.933, revealed(.01, 1, 100, 1e-5)),
                row(times(100, sampled(.01, new PureDp(1))), REPLACE_ONE, 1e-5, 5.933, revealed(.01, 1, 100, 1e-5)),
                row(
                        times(10, sampled(.1, new RandomizedResponse(.5, 2))),
                        REPLACE_ONE,
                        1e-5,
                        6.134,
                        revealed(.1, Math.log(3), 10, 1e-5)),
                row(times(10, new DiscreteGaussian(10, 10)), ADD_OR_REMOVE_ONE, 1e-5, 17.86, 17.85),
                row(DpEvent.sampledGaussian(1e-12, 1, 1_000_000_000), ADD_OR_REMOVE_ONE, 1e-15, 1e-6, 2.1e-7),
                row(times(1000, cut(720, 60_000)), ADD_OR_REMOVE_ONE, 1e-5, 1.8303, 1.828),
                row(times(128, cut(16, 1000)), ADD_OR_REMOVE_ONE, 1e-6, 5.105, .97),
                row(
                        new Composed(List.of(sgd, new ZeroConcentratedDp(0, 1e-6))),
                        ADD_OR_REMOVE_ONE,
                        1e-5,
                        1.828,
                        1.8282366));
    }

    private static DpEvent cut(long batch, long records) {
        return new TruncatedPoisson(.01, batch, records, new Gaussian(1));
    }

    private static Arguments row(DpEvent event, Adjacency adjacency, double delta, double best, double truth) {
        return Arguments.of(event, adjacency, delta, best, truth);
    }

    @ParameterizedTest
    @MethodSource("epsilons")
    void epsilon_ofATableRow_isWithinAPercentOfTheBestKnownAndNotBelowTheTruth(
            DpEvent event, Adjacency adjacency, double delta, double best, double truth) {
        Guarantee guarantee = AUTO.epsilon(event, adjacency, delta);
        assertThat(guarantee.epsilon()).isBetween(truth, best * 1.01);
        assertThat(guarantee.lower().orElse(0)).isLessThanOrEqualTo(guarantee.epsilon());
    }

    /** Randomised response, with losses −1, 0 and 1 where the record is drawn with probability q: enumerated. */
    private static double revealed(double rate, double epsilon, int runs, double delta) {
        double[] mass = {1};
        double yes = rate / (1 + Math.exp(-epsilon));
        double no = rate / (1 + Math.exp(epsilon));
        for (int run = 0; run < runs; run++) {
            double[] next = new double[mass.length + 2];
            for (int i = 0; i < mass.length; i++) {
                next[i] += no * mass[i];
                next[i + 1] += (1 - rate) * mass[i];
                next[i + 2] += yes * mass[i];
            }
            mass = next;
        }
        double[] law = mass;
        return least(
                e -> {
                    double sum = 0;
                    for (int i = 0; i < law.length; i++) {
                        sum += law[i] * Math.max(0, -Math.expm1(e - (i - runs) * epsilon));
                    }
                    return sum;
                },
                delta);
    }

    /** What all mechanisms of the same ε cost: as randomised response that is never left out. */
    private static double pureRuns(double epsilon, int runs, double delta) {
        return revealed(1, epsilon, runs, delta);
    }

    /** The ε at which a falling δ reaches delta, rounded down. */
    private static double least(DoubleUnaryOperator profile, double delta) {
        double low = 0;
        double high = 1000;
        for (int i = 0; i < 100; i++) {
            double middle = (low + high) / 2;
            if (profile.applyAsDouble(middle) > delta) {
                low = middle;
            } else {
                high = middle;
            }
        }
        return low * (1 - 1e-12);
    }

    @Test
    void delta_ofSampledLaplaceInTheTail_isNotByRenyi() {
        double delta = AUTO.delta(times(3, sampled(.2, new Laplace(.5))), ADD_OR_REMOVE_ONE, 2.46964)
                .delta();
        assertThat(delta).isLessThan(1.82e-8 * 1.01);
    }

    /** A record is in 10 nodes of a tree over 1000 leaves: a Gaussian of μ = √10. */
    @Test
    void delta_ofATreeInTheTail_isThatOfItsGaussian() {
        Guarantee guarantee = AUTO.delta(new TreeAggregation(1, 1000), ADD_OR_REMOVE_ONE, 90);
        BigDecimal truth = HighReal.gaussianDelta(BigDecimal.TEN.sqrt(new MathContext(60)), BigDecimal.valueOf(90));
        assertThat(HighReal.real(guarantee.delta())).isBetween(truth, truth.multiply(new BigDecimal("1.000001")));
        assertThat(HighReal.real(guarantee.lower().getAsDouble())).isLessThanOrEqualTo(truth);
    }

    /** The pair of one run is that of the group, whatever is selected from the runs. */
    @Test
    void epsilon_ofAGroupOfSelections_isThatOfASelectionForTheGroup() {
        DpEvent run = times(1000, sampled(.01, new Gaussian(1)));
        double outside = AUTO.epsilon(new Group(5, new RepeatAndSelect(10, 1, run)), ADD_OR_REMOVE_ONE, 1e-5)
                .epsilon();
        double inside = AUTO.epsilon(new RepeatAndSelect(10, 1, new Group(5, run)), ADD_OR_REMOVE_ONE, 1e-5)
                .epsilon();
        assertThat(outside).isEqualTo(inside).isLessThan(20);
    }

    /**
     * Of a geometric number K of Gaussians, 10 on average, the greatest is shown; five records move each by a half. With F the law of
     * one, that of the greatest has the density γ·f/(1 − (1 − γ)F)².
     */
    @Test
    void epsilon_ofAGroupOfSelections_isNotBelowThatOfTheGreatestOutcome() {
        double epsilon = AUTO.epsilon(
                        new Group(5, new RepeatAndSelect(10, 1, new Gaussian(10))), ADD_OR_REMOVE_ONE, 1e-5)
                .epsilon();
        double truth = least(e -> Math.max(greatest(.5, 0, .1, e), greatest(0, .5, .1, e)), 1e-5);
        assertThat(truth).isGreaterThan(1);
        assertThat(epsilon).isBetween(truth, 3 * truth);
    }

    private static double greatest(double shift, double other, double gamma, double epsilon) {
        double step = 1e-3;
        double sum = 0;
        double below = 0;
        double otherBelow = 0;
        for (double x = -12; x < 12; x += step) {
            double p = density(x - shift, 1);
            double q = density(x - other, 1);
            below += p * step;
            otherBelow += q * step;
            double first = gamma * p / Math.pow(1 - (1 - gamma) * below, 2);
            double second = gamma * q / Math.pow(1 - (1 - gamma) * otherBelow, 2);
            sum += Math.max(0, first - Math.exp(epsilon) * second) * step;
        }
        return sum * (1 - 1e-3);
    }

    /**
     * Others contribute −1 and the record +1: the outcomes are mixtures of Gaussians over the number of others drawn, and δ is an
     * integral over the line.
     */
    @Test
    void delta_ofACutSample_isNotBelowThatOfOpposedContributions() {
        double q = .3;
        for (int batch : new int[] {1, 2, 4, 8}) {
            for (double sigma : new double[] {.5, 1, 2}) {
                for (double epsilon : new double[] {0, .1, .5, 1, 2}) {
                    double truth = opposed(q, batch, 8, sigma, epsilon);
                    Guarantee guarantee = AUTO.delta(
                            new TruncatedPoisson(q, batch, 8, new Gaussian(sigma)), ADD_OR_REMOVE_ONE, epsilon);
                    assertThat(guarantee.delta()).isGreaterThanOrEqualTo(truth - 1e-12);
                    assertThat(guarantee.lower().getAsDouble()).isLessThanOrEqualTo(guarantee.delta());
                }
            }
        }
    }

    private static double opposed(double q, int batch, int others, double sigma, double epsilon) {
        double removed = 0;
        double added = 0;
        double step = sigma / 64;
        for (double x = -others - 10 * sigma; x < others + 10 * sigma; x += step) {
            double p = 0;
            double without = 0;
            double mass = Math.pow(1 - q, others);
            for (int s = 0; s <= others; s++) {
                int kept = Math.min(s, batch);
                double in = s < batch ? q : q * batch / (s + 1.0);
                // The record joins a sample that is not full, and takes the place of another in a full one.
                double with = s < batch ? 1.0 - s : 2.0 - batch;
                without += mass * density(x + kept, sigma);
                p += mass * ((1 - in) * density(x + kept, sigma) + in * density(x - with, sigma));
                mass *= (others - s) / (s + 1.0) * q / (1 - q);
            }
            removed += Math.max(0, p - Math.exp(epsilon) * without) * step;
            added += Math.max(0, without - Math.exp(epsilon) * p) * step;
        }
        return Math.max(removed, added) * (1 - 1e-3);
    }

    private static double density(double x, double sigma) {
        return Math.exp(-x * x / (2 * sigma * sigma)) / (sigma * Math.sqrt(2 * Math.PI));
    }

    @Test
    void epsilon_byTwoAccountants_saysWhoGaveTheLowerBound() {
        DpEvent event = new Composed(List.of(times(10, new Laplace(2)), new ZeroConcentratedDp(0, .01)));
        Guarantee guarantee = AUTO.epsilon(event, ADD_OR_REMOVE_ONE, 1e-5);
        assertThat(guarantee.lower()).isPresent();
        assertThat(guarantee.notes()).anyMatch(note -> note.contains("exact accountant cannot account"));
    }

    @Test
    void notes_whereThereIsNothingToSplit_doNotSpeakOfIt() {
        assertThat(AUTO.epsilon(new ZeroConcentratedDp(0, .1), ADD_OR_REMOVE_ONE, 1e-5)
                        .notes())
                .hasSize(3)
                .noneMatch(note -> note.contains("split"));
    }
}
