package io.abacusdp.accounting.auto;

import static io.abacusdp.accounting.Adjacency.ADD_OR_REMOVE_ONE;
import static io.abacusdp.accounting.Adjacency.REPLACE_ONE;
import static io.abacusdp.accounting.Adjacency.ZERO_OUT;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import io.abacusdp.accounting.Adjacency;
import io.abacusdp.accounting.Guarantee;
import io.abacusdp.accounting.event.Composed;
import io.abacusdp.accounting.event.DpEvent;
import io.abacusdp.accounting.event.Gaussian;
import io.abacusdp.accounting.event.GivenPair;
import io.abacusdp.accounting.event.Group;
import io.abacusdp.accounting.event.InvalidFieldException;
import io.abacusdp.accounting.event.Laplace;
import io.abacusdp.accounting.event.MixtureOfGaussians;
import io.abacusdp.accounting.event.NonPrivate;
import io.abacusdp.accounting.event.PoissonSampled;
import io.abacusdp.accounting.event.PureDp;
import io.abacusdp.accounting.event.RandomChoice;
import io.abacusdp.accounting.event.Repeated;
import io.abacusdp.accounting.event.ScalarDiscreteGaussian;
import io.abacusdp.accounting.event.TruncatedDiscreteGaussian;
import io.abacusdp.accounting.pld.PldAccountant;
import io.abacusdp.accounting.rdp.RdpAccountant;
import java.util.List;
import java.util.SplittableRandom;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

/** Events that are pairs of discrete laws, or a choice among several, against sums over all their outcomes. */
class PairEventsTest {
    private static final AutoAccountant AUTO = AutoAccountant.best();
    private static final double[] EPSILONS = {0, .1, .5, 1, 2.5};

    /** Σ (p − e^ε·q)₊ over outcomes, the larger of both directions. */
    private static double truth(double[] p, double[] q, double epsilon) {
        double removed = 0;
        double added = 0;
        for (int i = 0; i < p.length; i++) {
            removed += Math.max(0, p[i] - Math.exp(epsilon) * q[i]);
            added += Math.max(0, q[i] - Math.exp(epsilon) * p[i]);
        }
        return Math.max(removed, added);
    }

    private static double[] mixed(double[] p, double[] q, double rate) {
        double[] sum = new double[p.length];
        for (int i = 0; i < p.length; i++) {
            sum[i] = rate * p[i] + (1 - rate) * q[i];
        }
        return sum;
    }

    /** The law of two independent outcomes. */
    private static double[] product(double[] a, double[] b) {
        double[] all = new double[a.length * b.length];
        for (int i = 0; i < all.length; i++) {
            all[i] = a[i / b.length] * b[i % b.length];
        }
        return all;
    }

    private static void assertTight(DpEvent event, Adjacency adjacency, double epsilon, double truth) {
        Guarantee guarantee = AUTO.delta(event, adjacency, epsilon);
        assertThat(guarantee.delta())
                .as("%s %s at %s", event, adjacency, epsilon)
                .isBetween(truth * (1 - 1e-12), truth * 1.001 + 1e-15);
        assertThat(guarantee.lower().orElse(0)).isLessThanOrEqualTo(truth * (1 + 1e-12));
    }

    /** Noise of at most the bound around a mean, on outcomes −200..200. */
    private static double[] noise(double sigma, int mean, int bound) {
        double[] mass = new double[401];
        double sum = 0;
        for (int k = -bound; k <= bound; k++) {
            mass[k + mean + 200] = Math.exp(-k * k / (2 * sigma * sigma));
            sum += mass[k + mean + 200];
        }
        for (int i = 0; i < mass.length; i++) {
            mass[i] /= sum;
        }
        return mass;
    }

    @Test
    void scalarDiscreteGaussian_ofLargeSensitivity_isTight() {
        Guarantee guarantee = AUTO.delta(new ScalarDiscreteGaussian(2.2224, 2), ADD_OR_REMOVE_ONE, 1);
        assertThat(guarantee.delta()).isCloseTo(.0955, within(5e-5));
        for (double sigma : new double[] {.5, 2.2224, 6}) {
            for (int s : new int[] {1, 2, 5}) {
                for (double epsilon : EPSILONS) {
                    double[] without = noise(sigma, 0, 150);
                    double[] with = noise(sigma, s, 150);
                    double[] other = noise(sigma, -s, 150);
                    DpEvent event = new ScalarDiscreteGaussian(sigma, s);
                    assertTight(event, ADD_OR_REMOVE_ONE, epsilon, truth(with, without, epsilon));
                    assertTight(event, REPLACE_ONE, epsilon, truth(with, other, epsilon));
                    assertTight(
                            new PoissonSampled(.3, event),
                            ZERO_OUT,
                            epsilon,
                            truth(mixed(with, without, .3), without, epsilon));
                    assertTight(
                            new PoissonSampled(.3, event),
                            REPLACE_ONE,
                            epsilon,
                            truth(mixed(with, without, .3), mixed(other, without, .3), epsilon));
                }
            }
        }
    }

    @Test
    void truncatedDiscreteGaussian_isTightAndShowsWhatOnlyOneLawHas() {
        for (int bound : new int[] {1, 3, 12}) {
            for (int s : new int[] {1, 2, 5}) {
                for (double epsilon : EPSILONS) {
                    double sigma = 2.5;
                    double[] without = noise(sigma, 0, bound);
                    double[] with = noise(sigma, s, bound);
                    double[] other = noise(sigma, -s, bound);
                    DpEvent event = new TruncatedDiscreteGaussian(sigma, s, bound);
                    assertTight(event, ADD_OR_REMOVE_ONE, epsilon, truth(with, without, epsilon));
                    assertTight(event, REPLACE_ONE, epsilon, truth(with, other, epsilon));
                    assertTight(
                            new PoissonSampled(.3, event),
                            ADD_OR_REMOVE_ONE,
                            epsilon,
                            truth(mixed(with, without, .3), without, epsilon));
                    assertTight(
                            new PoissonSampled(.3, event),
                            REPLACE_ONE,
                            epsilon,
                            truth(mixed(with, without, .3), mixed(other, without, .3), epsilon));
                }
            }
        }
        double[] two = product(noise(2, 1, 4), noise(2, 1, 4));
        double[] none = product(noise(2, 0, 4), noise(2, 0, 4));
        assertTight(new Repeated(2, new TruncatedDiscreteGaussian(2, 1, 4)), ADD_OR_REMOVE_ONE, 1, truth(two, none, 1));
        assertThat(AUTO.epsilon(new TruncatedDiscreteGaussian(2, 1, 4), ADD_OR_REMOVE_ONE, 1e-9)
                        .epsilon())
                .isInfinite();
    }

    /** A pair as its losses and masses. */
    private static GivenPair pair(double[] p, double[] q) {
        TreeMap<Double, Double> masses = new TreeMap<>();
        double infinity = 0;
        double counterInfinity = 0;
        for (int i = 0; i < p.length; i++) {
            if (q[i] == 0) {
                infinity += p[i];
            } else if (p[i] == 0) {
                counterInfinity += q[i];
            } else {
                masses.merge(Math.log(p[i] / q[i]), p[i], Double::sum);
            }
        }
        return new GivenPair(List.copyOf(masses.keySet()), List.copyOf(masses.values()), infinity, counterInfinity);
    }

    private static double[] law(SplittableRandom random, int size) {
        double[] mass = new double[size];
        double sum = 0;
        for (int i = 0; i < size; i++) {
            mass[i] = random.nextInt(6) == 0 ? 0 : Math.exp(3 * random.nextDouble());
            sum += mass[i];
        }
        for (int i = 0; i < size; i++) {
            mass[i] /= sum;
        }
        return sum > 0 ? mass : law(random, size);
    }

    @Test
    void givenPair_onceTwiceAndSampled_isTheSumOverItsOutcomes() {
        SplittableRandom random = new SplittableRandom(5);
        for (int i = 0; i < 60; i++) {
            int size = random.nextInt(1, 6);
            double[] p = law(random, size);
            double[] q = law(random, size);
            GivenPair pair = pair(p, q);
            for (double epsilon : EPSILONS) {
                assertTight(pair, ADD_OR_REMOVE_ONE, epsilon, truth(p, q, epsilon));
                assertTight(pair, REPLACE_ONE, epsilon, truth(p, q, epsilon));
                assertTight(
                        new Repeated(2, pair),
                        ADD_OR_REMOVE_ONE,
                        epsilon,
                        truth(product(p, p), product(q, q), epsilon));
                assertTight(
                        new PoissonSampled(.2, pair), ADD_OR_REMOVE_ONE, epsilon, truth(mixed(p, q, .2), q, epsilon));
                // Where the outcome shows whether the record was drawn, nothing is lost if it was not.
                assertTight(new PoissonSampled(.2, pair), REPLACE_ONE, epsilon, .2 * truth(p, q, epsilon));
            }
        }
    }

    @Test
    void givenPair_byRenyiDivergences_isNotBelowTheSum() {
        double[] p = {.5, .3, .2};
        double[] q = {.2, .3, .5};
        RdpAccountant rdp = new RdpAccountant();
        for (double order : new double[] {1.01, 2, 5.5, 30}) {
            double sum = 0;
            for (int i = 0; i < p.length; i++) {
                sum += Math.pow(p[i], order) * Math.pow(q[i], 1 - order);
            }
            double truth = Math.log(sum) / (order - 1);
            assertThat(rdp.curve(pair(p, q), ADD_OR_REMOVE_ONE).at(order))
                    .isBetween(truth * (1 - 1e-9), truth * 1.0001);
            assertThat(rdp.curve(pair(q, p), ADD_OR_REMOVE_ONE).at(order))
                    .isBetween(truth * (1 - 1e-9), truth * 1.0001);
            double choice = Math.log(.5 * sum + .5 * Math.exp((order - 1) * order / 2)) / (order - 1);
            assertThat(rdp.curve(
                                    new RandomChoice(List.of(.5, .5), List.of(pair(p, q), new Gaussian(1))),
                                    ADD_OR_REMOVE_ONE)
                            .at(order))
                    .isBetween(choice * (1 - 1e-9), choice * 1.0001);
        }
    }

    @Test
    void givenPair_ofAGroup_isNotTakenForTheSinglePair() {
        GivenPair pair = pair(new double[] {.6, .4}, new double[] {.4, .6});
        assertThat(AUTO.epsilon(new Group(3, pair), ADD_OR_REMOVE_ONE, 0).epsilon())
                .isCloseTo(3 * Math.log(1.5), within(1e-9));
    }

    @Test
    void givenPair_whoseMassesDoNotSumToOne_isRefused() {
        assertThatThrownBy(() -> new GivenPair(List.of(0.0), List.of(.9), 0, .1))
                .isInstanceOf(InvalidFieldException.class)
                .hasMessageContaining("must sum to 1 within 1e-12");
        assertThatThrownBy(() -> new GivenPair(List.of(1.0), List.of(1.0), 0, 0))
                .hasMessageContaining("mass·e^(−loss) must be 1");
        assertThatThrownBy(() -> new GivenPair(List.of(0.0, 0.0), List.of(.5, .5), 0, 0))
                .hasMessageContaining("must be above the loss before it");
        assertThatThrownBy(() -> new GivenPair(List.of(Double.NaN), List.of(1.0), 0, 0))
                .hasMessageContaining("must be finite");
    }

    @Test
    void randomChoice_isTheAverageOfTheDeltas() {
        double b = 2;
        DpEvent choice = new RandomChoice(List.of(.25, .75), List.of(new Laplace(b), new PureDp(.7)));
        DpEvent shown = new RandomChoice(List.of(.9, .1), List.of(new PureDp(.3), new NonPrivate()));
        for (double epsilon : new double[] {0, .1, .3, .45}) {
            double laplace = -Math.expm1((epsilon - 1 / b) / 2);
            double response = (Math.exp(.7) - Math.exp(epsilon)) / (1 + Math.exp(.7));
            assertTight(choice, ADD_OR_REMOVE_ONE, epsilon, .25 * laplace + .75 * response);
            double rest = Math.max(0, (Math.exp(.3) - Math.exp(epsilon)) / (1 + Math.exp(.3)));
            assertTight(shown, REPLACE_ONE, epsilon, .9 * rest + .1);
        }
        double[] p = {.25 * .6, .25 * .4, .75 * .7, .75 * .3};
        double[] q = {.25 * .4, .25 * .6, .75 * .3, .75 * .7};
        DpEvent pairs = new RandomChoice(
                List.of(.25, .75),
                List.of(
                        pair(new double[] {.6, .4}, new double[] {.4, .6}),
                        pair(new double[] {.7, .3}, new double[] {.3, .7})));
        for (double epsilon : EPSILONS) {
            assertTight(pairs, ADD_OR_REMOVE_ONE, epsilon, truth(p, q, epsilon));
            assertTight(
                    new Repeated(2, pairs), ADD_OR_REMOVE_ONE, epsilon, truth(product(p, p), product(q, q), epsilon));
            assertTight(new PoissonSampled(.1, pairs), ADD_OR_REMOVE_ONE, epsilon, truth(mixed(p, q, .1), q, epsilon));
        }
    }

    @Test
    void randomChoice_ofAGroup_isAChoiceAmongGroups() {
        DpEvent choice = new RandomChoice(List.of(.5, .5), List.of(new Laplace(2), new Gaussian(3)));
        DpEvent groups =
                new RandomChoice(List.of(.5, .5), List.of(new Group(4, new Laplace(2)), new Group(4, new Gaussian(3))));
        assertThat(AUTO.delta(new Group(4, choice), ADD_OR_REMOVE_ONE, 1).delta())
                .isEqualTo(AUTO.delta(groups, ADD_OR_REMOVE_ONE, 1).delta());
    }

    /** Where either neighbour may be P, it may be another one in every run: (P, Q) and then (Q, P), and all else. */
    @Test
    void givenPair_whereEitherNeighbourMayBeP_costsAsMuchAsTheWorstOrder() {
        SplittableRandom random = new SplittableRandom(21);
        boolean worse = false;
        for (int i = 0; i < 6; i++) {
            double[] p = law(random, 3);
            double[] q = law(random, 3);
            double[] otherP = law(random, 2);
            double[] otherQ = law(random, 2);
            DpEvent twice = new Repeated(2, pair(p, q));
            DpEvent unlike = new Composed(List.of(pair(p, q), pair(otherP, otherQ)));
            for (double epsilon : EPSILONS) {
                double same = truth(product(p, p), product(q, q), epsilon);
                double opposed = truth(product(p, q), product(q, p), epsilon);
                worse |= opposed > same * 1.01;
                for (Adjacency adjacency : new Adjacency[] {REPLACE_ONE, ZERO_OUT}) {
                    assertThat(AUTO.delta(twice, adjacency, epsilon).delta())
                            .isGreaterThanOrEqualTo(Math.max(same, opposed) * (1 - 1e-12));
                    assertThat(AUTO.delta(unlike, adjacency, epsilon).delta())
                            .isGreaterThanOrEqualTo(
                                    truth(product(p, otherP), product(q, otherQ), epsilon) * (1 - 1e-12))
                            .isGreaterThanOrEqualTo(
                                    truth(product(p, otherQ), product(q, otherP), epsilon) * (1 - 1e-12));
                    assertTight(pair(p, q), adjacency, epsilon, truth(p, q, epsilon));
                }
                assertTight(twice, ADD_OR_REMOVE_ONE, epsilon, same);
            }
        }
        assertThat(worse).isTrue();
    }

    /** What the masses lack to one might be anywhere, to every accountant. */
    @Test
    void givenPair_ofMassesThatLackALittle_isNotPure() {
        double lack = 8e-13;
        GivenPair event =
                new GivenPair(List.of(-1.0, 1.0), List.of(1 / (1 + Math.E), Math.E / (1 + Math.E) - lack), 0, 0);
        assertThat(AUTO.delta(event, ADD_OR_REMOVE_ONE, 1).delta()).isGreaterThanOrEqualTo(.9 * lack);
        assertThat(AUTO.delta(event, REPLACE_ONE, 3).delta()).isGreaterThanOrEqualTo(.9 * lack);
    }

    /** A product of two probabilities that underflows is not nothing. */
    @Test
    void mixture_ofAWeightThatUnderflows_isNotFree() {
        DpEvent event =
                new PoissonSampled(1e-200, new MixtureOfGaussians(1, List.of(0.0, 1.0), List.of(1 - 1e-200, 1e-200)));
        assertThat(AUTO.delta(event, ADD_OR_REMOVE_ONE, .1).delta()).isPositive();
        assertThat(new PldAccountant().delta(event, ADD_OR_REMOVE_ONE, .1).delta())
                .isPositive();
        assertThat(AUTO.epsilon(event, ADD_OR_REMOVE_ONE, 0).epsilon()).isInfinite();
    }

    /** Where hardly anybody is drawn, the errors of a crossing are those of the pair, and not of one. */
    @Test
    void givenPair_rarelySampledAndEitherWay_isTight() {
        double[] p = {.12257, .0697, .3167, .185, .303, .00303};
        double[] q = {.5554, .0763, .2602, .0583, .0498, 0};
        for (double rate : new double[] {1e-3, 1.13e-5, 1e-9}) {
            for (double epsilon : EPSILONS) {
                assertTight(new PoissonSampled(rate, pair(p, q)), REPLACE_ONE, epsilon, rate * truth(p, q, epsilon));
            }
        }
    }
}
