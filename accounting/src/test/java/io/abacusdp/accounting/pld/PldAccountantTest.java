package io.abacusdp.accounting.pld;

import static io.abacusdp.accounting.Adjacency.ADD_OR_REMOVE_ONE;
import static io.abacusdp.accounting.Adjacency.REPLACE_ONE;
import static io.abacusdp.accounting.Adjacency.ZERO_OUT;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import io.abacusdp.accounting.Adjacency;
import io.abacusdp.accounting.Guarantee;
import io.abacusdp.accounting.UnsupportedEventException;
import io.abacusdp.accounting.auto.AutoAccountant;
import io.abacusdp.accounting.event.ApproximateDp;
import io.abacusdp.accounting.event.Composed;
import io.abacusdp.accounting.event.DiscreteGaussian;
import io.abacusdp.accounting.event.DiscreteLaplace;
import io.abacusdp.accounting.event.DpEvent;
import io.abacusdp.accounting.event.Exponential;
import io.abacusdp.accounting.event.Gaussian;
import io.abacusdp.accounting.event.Group;
import io.abacusdp.accounting.event.Laplace;
import io.abacusdp.accounting.event.MixtureOfGaussians;
import io.abacusdp.accounting.event.NoOp;
import io.abacusdp.accounting.event.NonPrivate;
import io.abacusdp.accounting.event.PermuteAndFlip;
import io.abacusdp.accounting.event.PoissonSampled;
import io.abacusdp.accounting.event.PureDp;
import io.abacusdp.accounting.event.RandomAllocation;
import io.abacusdp.accounting.event.RandomizedResponse;
import io.abacusdp.accounting.event.Repeated;
import io.abacusdp.accounting.event.SampledWithoutReplacement;
import io.abacusdp.accounting.event.ScalarDiscreteGaussian;
import io.abacusdp.accounting.event.Skellam;
import io.abacusdp.accounting.event.TreeAggregation;
import io.abacusdp.accounting.event.TruncatedDiscreteGaussian;
import io.abacusdp.accounting.event.TruncatedPoisson;
import io.abacusdp.accounting.event.ZeroConcentratedDp;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Expected values are those of known-values.md of the shared reference: closed forms in 30-40 digit arithmetic. */
class PldAccountantTest {
    private final PldAccountant accountant = new PldAccountant();

    static Stream<Arguments> deltas() {
        DpEvent sampled = new PoissonSampled(0.1, new Gaussian(1));
        return Stream.of(
                Arguments.of(new DiscreteGaussian(1, 1), ADD_OR_REMOVE_ONE, 1, .141351339405622),
                Arguments.of(new DiscreteGaussian(0.5, 1), ADD_OR_REMOVE_ONE, 3, .10141453412994),
                Arguments.of(new Skellam(16, 1, 1), ADD_OR_REMOVE_ONE, .5, 2.35447631681408e-3),
                Arguments.of(new Laplace(1), ADD_OR_REMOVE_ONE, .5, .221199216928595),
                Arguments.of(new Laplace(2), REPLACE_ONE, .5, .221199216928595),
                Arguments.of(pure(.1, 100), ADD_OR_REMOVE_ONE, 1, .125688390240636),
                Arguments.of(pure(.1, 100), REPLACE_ONE, 2, .0201401784281915),
                Arguments.of(pure(.01, 10000), ZERO_OUT, 2, .0209158107072484),
                Arguments.of(sampled, ADD_OR_REMOVE_ONE, .05, .026143662958947),
                Arguments.of(sampled, ZERO_OUT, .05, .026143662958947),
                Arguments.of(sampled, REPLACE_ONE, .5, .0033419717910138),
                Arguments.of(new Group(2, sampled), ADD_OR_REMOVE_ONE, 1, .003826051815787));
    }

    @ParameterizedTest
    @MethodSource("deltas")
    void delta_knownValue_isInTheInterval(DpEvent event, Adjacency adjacency, double epsilon, double truth) {
        Guarantee guarantee = accountant.delta(event, adjacency, epsilon);
        assertBetween(guarantee.lower().getAsDouble(), truth, guarantee.delta(), 1e-12);
        assertThat(guarantee.delta()).isLessThanOrEqualTo(truth * (1 + 1e-4));
        assertThat(guarantee.lower().getAsDouble()).isGreaterThanOrEqualTo(truth * (1 - 1e-4));
        assertThat(guarantee.epsilon()).isEqualTo(epsilon);
        assertThat(guarantee.adjacency()).isEqualTo(adjacency);
        assertThat(guarantee.accountant()).isEqualTo("pld");
        assertThat(guarantee.notes()).isEmpty();
    }

    static Stream<Arguments> epsilons() {
        return Stream.of(
                Arguments.of(new Gaussian(1), ADD_OR_REMOVE_ONE, 1e-5, 4.37717809568122, 1e-13),
                Arguments.of(new Gaussian(1), ADD_OR_REMOVE_ONE, 1e-6, 4.886554117462, 1e-12),
                Arguments.of(new Gaussian(2), ADD_OR_REMOVE_ONE, 1e-5, 1.99309140441512, 1e-13),
                Arguments.of(new Gaussian(0.5), ZERO_OUT, 1e-5, 9.9972561464343, 1e-13),
                Arguments.of(new Gaussian(10), ADD_OR_REMOVE_ONE, 1e-5, .340669364684326, 1e-13),
                Arguments.of(new Gaussian(1), ADD_OR_REMOVE_ONE, 1e-30, 11.7438830252317, 1e-13),
                Arguments.of(new Gaussian(2), REPLACE_ONE, 1e-6, 4.88655, 1e-5),
                Arguments.of(times(100, new Gaussian(1)), ADD_OR_REMOVE_ONE, 1e-10, 112.840326704232, 1e-13),
                Arguments.of(times(100, new Gaussian(1)), ADD_OR_REMOVE_ONE, 1e-14, 125.764, 1e-5),
                Arguments.of(times(100, new Gaussian(1)), ADD_OR_REMOVE_ONE, 1e-15, 128.678, 1e-5),
                Arguments.of(new TreeAggregation(1, 8), ADD_OR_REMOVE_ONE, 1e-5, 9.9972561464343, 1e-13),
                Arguments.of(pure(.1, 100), ADD_OR_REMOVE_ONE, 1e-6, 4.774567588108, 1e-12),
                Arguments.of(times(100, new RandomizedResponse(.5, 2)), REPLACE_ONE, 1e-6, 94.28987, 1e-7),
                Arguments.of(sampled(1, .01, 1000), ADD_OR_REMOVE_ONE, 1e-5, 1.8282366665, 1e-8),
                Arguments.of(sampled(1, .01, 1000), ZERO_OUT, 1e-15, 4.8545377506, 1e-8),
                Arguments.of(sampled(1, .01, 1000), ADD_OR_REMOVE_ONE, 1e-30, 9.3418956327, 1e-8),
                Arguments.of(sampled(1.5, .04, 2250), ADD_OR_REMOVE_ONE, 1e-5, 6.7687803935, 1e-8),
                Arguments.of(sampled(.8, .005, 1000), ADD_OR_REMOVE_ONE, 1e-6, 2.0041062932, 1e-8),
                Arguments.of(sampled(3, .1, 512), ADD_OR_REMOVE_ONE, 1e-6, 3.7696838052, 1e-8),
                Arguments.of(sampled(1, .2, 500), ADD_OR_REMOVE_ONE, 1e-5, 38.1702472, 1e-8),
                Arguments.of(sampled(.5, .002, 10000), ADD_OR_REMOVE_ONE, 1e-5, 8.8659088667, 1e-8),
                Arguments.of(sampled(3, .2, 50), ADD_OR_REMOVE_ONE, 1 / 48000.0, 1.96081, 1e-5),
                Arguments.of(
                        new Composed(List.of(new Gaussian(.1), new Exponential(0))),
                        ADD_OR_REMOVE_ONE,
                        1e-6,
                        96.717,
                        1e-5));
    }

    @ParameterizedTest
    @MethodSource("epsilons")
    void epsilon_knownValue_isInTheInterval(
            DpEvent event, Adjacency adjacency, double delta, double truth, double digits) {
        Guarantee guarantee = accountant.epsilon(event, adjacency, delta);
        assertBetween(guarantee.lower().getAsDouble(), truth, guarantee.epsilon(), digits);
        assertThat(guarantee.epsilon()).isLessThanOrEqualTo(truth * (1 + 1e-4));
        assertThat(guarantee.lower().getAsDouble()).isGreaterThanOrEqualTo(truth * (1 - 1e-4));
        assertThat(guarantee.notes()).isEmpty();
    }

    @Test
    void delta_whereTheLatticeWouldBeTooFine_isFromACoarserOneAndABound() {
        DpEvent event = new MixtureOfGaussians(0.0247288, List.of(0.0149, 0.56, 7.6412), List.of(0.045, 0.093, 0.862));
        Guarantee certain = AutoAccountant.best().delta(event, Adjacency.ADD_OR_REMOVE_ONE, 49585.870718455975);
        assertThat(certain.delta()).isLessThan(1e-6);
        assertThat(new PldAccountant()
                        .delta(event, Adjacency.ADD_OR_REMOVE_ONE, 49585.870718455975)
                        .delta())
                .isGreaterThanOrEqualTo(certain.lower().getAsDouble());
    }

    @Test
    void epsilon_moreRunsThanRoundOffAllows_isRefusedByName() {
        DpEvent sampled = new PoissonSampled(.01, new Gaussian(1));
        assertThatThrownBy(() -> new PldAccountant().profile(new Repeated(1L << 53, sampled), ADD_OR_REMOVE_ONE))
                .isInstanceOf(UnsupportedEventException.class)
                .hasMessageContaining("pld")
                .hasMessageContaining("more than 1099511627776 runs");
        // Gaussians are one Gaussian however many they are: here of noise 1, whose published epsilon is 4.377178.
        Guarantee gaussian =
                new PldAccountant().epsilon(new Repeated(1L << 52, new Gaussian(0x1p26)), ADD_OR_REMOVE_ONE, 1e-5);
        assertThat(gaussian.epsilon()).isBetween(4.377178, 4.377178 * (1 + 1e-4));
    }

    @Test
    void epsilon_laplaceOfPublishedScale_isOne() {
        // Laplace noise for epsilon 1, delta 1e-4: 20 queries need scale 13.6, 500 need 71.0, both within 0.1.
        assertThat(epsilon(times(20, new Laplace(13.5)), 1e-4)).isGreaterThan(1);
        assertThat(epsilon(times(20, new Laplace(13.7)), 1e-4)).isLessThan(1);
        assertThat(epsilon(times(500, new Laplace(70.9)), 1e-4)).isGreaterThan(1);
        assertThat(epsilon(times(500, new Laplace(71.1)), 1e-4)).isLessThan(1);
    }

    @Test
    void epsilon_exponentialMechanism_growsAndIsBelowPureDp() {
        Guarantee hundred = accountant.epsilon(times(100, new Exponential(.5)), ADD_OR_REMOVE_ONE, 1e-6);
        assertThat(hundred.epsilon()).isBetween(10.0, 33.3198);
        assertThat(hundred.lower().getAsDouble()).isLessThan(hundred.epsilon());
        assertThat(hundred.notes()).singleElement().asString().contains("wider than the relative 1.0E-4 asked");
        assertThat(epsilon(times(200, new Exponential(.5)), 1e-6)).isGreaterThan(hundred.epsilon());
    }

    @Test
    void epsilon_permuteAndFlip_isThatOfPureDp() {
        Guarantee guarantee = accountant.epsilon(times(100, new PermuteAndFlip(.1)), ADD_OR_REMOVE_ONE, 1e-6);
        assertThat(guarantee.epsilon()).isCloseTo(4.774567588108, within(1e-4));
        assertThat(guarantee.lower().getAsDouble()).isBetween(3.0, 4.774567588108);
    }

    @Test
    void epsilon_deltaZero_isTheLargestLoss() {
        assertThat(epsilon(pure(.1, 100), 0)).isCloseTo(10, within(1e-13)).isGreaterThanOrEqualTo(10);
        assertThat(epsilon(new Laplace(.5), 0)).isCloseTo(2, within(1e-14)).isGreaterThanOrEqualTo(2);
        assertThat(epsilon(new DiscreteLaplace(.5, 3), 0)).isCloseTo(1.5, within(1e-14));
        assertThat(epsilon(new Gaussian(1), 0)).isInfinite();
        assertThat(epsilon(new ApproximateDp(1, 1e-9), 0)).isInfinite();
        // log(1 + .1·(e − 1)), and not its counterpart −log(1 + .1·(1/e − 1)).
        assertThat(epsilon(new PoissonSampled(.1, new PureDp(1)), 0)).isCloseTo(.1585650787404, within(1e-12));
    }

    @Test
    void epsilon_noLoss_isZero() {
        assertThat(epsilon(new NoOp(), 0)).isZero();
        assertThat(epsilon(new PureDp(0), 1e-5)).isZero();
        assertThat(epsilon(new PoissonSampled(.001, new Gaussian(100)), .5)).isZero();
        assertThat(accountant
                        .epsilon(new RandomizedResponse(1, 3), REPLACE_ONE, 0)
                        .epsilon())
                .isZero();
        assertThat(accountant.delta(new NoOp(), ADD_OR_REMOVE_ONE, 0).delta()).isZero();
        assertThat(accountant.delta(pure(.1, 5), ADD_OR_REMOVE_ONE, 0.6).delta())
                .isZero();
    }

    @Test
    void nonPrivate_anything_isInfinite() {
        assertThat(epsilon(new Composed(List.of(new Gaussian(1), new NonPrivate())), 1e-5))
                .isInfinite();
        Guarantee guarantee = accountant.epsilon(new NonPrivate(), ADD_OR_REMOVE_ONE, .5);
        assertThat(guarantee.lower().getAsDouble()).isInfinite();
        assertThat(accountant.delta(new NonPrivate(), REPLACE_ONE, 3).delta()).isEqualTo(1);
        assertThat(accountant
                        .epsilon(new RandomizedResponse(0, 3), REPLACE_ONE, .5)
                        .epsilon())
                .isInfinite();
        // Drawn with probability 1e-3, it is disclosed with that probability.
        Guarantee drawn = accountant.delta(new PoissonSampled(1e-3, new NonPrivate()), ADD_OR_REMOVE_ONE, .5);
        assertBetween(drawn.lower().getAsDouble(), 1e-3, drawn.delta(), 1e-12);
    }

    @Test
    void delta_randomizedResponseZeroedOut_isThatOfItsTwoOutcomes() {
        // Own bucket with 0.65 against 1/2: δ(ε) = 0.65 − e^ε/2 or, the other way round and larger, 0.5 − 0.35·e^ε.
        RandomizedResponse event = new RandomizedResponse(.7, 2);
        Guarantee guarantee = accountant.delta(event, ZERO_OUT, .1);
        assertBetween(guarantee.lower().getAsDouble(), .5 - .35 * Math.exp(.1), guarantee.delta(), 1e-11);
    }

    @Test
    void delta_approximateDp_isItsOwnAtItsEpsilon() {
        Guarantee guarantee = accountant.delta(new ApproximateDp(.5, 1e-6), ADD_OR_REMOVE_ONE, .5);
        assertBetween(guarantee.lower().getAsDouble(), 1e-6, guarantee.delta(), 1e-11);
    }

    @Test
    void epsilon_discreteNoiseOfLargeScale_isThatOfTheContinuous() {
        // At these scales the laws differ by less than e^{−2π²σ²}.
        assertThat(epsilon(times(10, new DiscreteGaussian(30, 1)), 1e-5))
                .isCloseTo(epsilon(times(10, new Gaussian(30)), 1e-5), within(1e-4));
        assertThat(epsilon(times(10, new DiscreteGaussian(30, Math.sqrt(3))), 1e-5))
                .isCloseTo(epsilon(times(30, new Gaussian(30)), 1e-5), within(1e-4));
        assertThat(epsilon(times(50, new PoissonSampled(.1, new DiscreteGaussian(3, 1))), 1e-5))
                .isCloseTo(epsilon(sampled(3, .1, 50), 1e-5), within(2e-4));
        assertThat(epsilon(times(50, new Skellam(40000, 1, 1)), 1e-5))
                .isCloseTo(epsilon(times(50, new Gaussian(200)), 1e-5), within(1e-3));
    }

    @Test
    void epsilon_samplingUnderReplaceOne_isWorseThanAddOrRemove() {
        for (DpEvent noise : List.of(
                new Gaussian(1),
                new Laplace(1),
                new DiscreteGaussian(1, 1),
                new DiscreteLaplace(1, 1),
                new Skellam(1, 1, 1),
                new MixtureOfGaussians(1, List.of(0.0, 1.0, 2.0), List.of(.5, .3, .2)))) {
            DpEvent event = times(20, new PoissonSampled(.1, noise));
            double added = accountant.epsilon(event, ADD_OR_REMOVE_ONE, 1e-5).epsilon();
            double zeroed = accountant.epsilon(event, ZERO_OUT, 1e-5).epsilon();
            double replaced = accountant.epsilon(event, REPLACE_ONE, 1e-5).epsilon();
            double whole =
                    accountant.epsilon(times(20, noise), REPLACE_ONE, 1e-5).epsilon();
            assertThat(zeroed).isEqualTo(added);
            assertThat(replaced).isBetween(added, whole);
        }
    }

    @Test
    void epsilon_composition_isBetweenLargestPartAndSum() {
        List<DpEvent> parts = List.of(
                new Gaussian(3),
                times(10, new Laplace(10)),
                new PureDp(.2),
                sampled(2, .05, 100),
                times(2, new ApproximateDp(.1, 1e-7)),
                times(5, new DiscreteLaplace(.1, 1)),
                times(3, new Exponential(.1)));
        Guarantee together = accountant.epsilon(new Composed(parts), ADD_OR_REMOVE_ONE, 1e-5);
        double sum = 0;
        for (DpEvent part : parts) {
            double one =
                    accountant.epsilon(part, ADD_OR_REMOVE_ONE, 1e-5).lower().getAsDouble();
            assertThat(one).isLessThanOrEqualTo(together.epsilon());
            sum += epsilon(part, 1e-6);
        }
        assertThat(together.lower().getAsDouble()).isLessThanOrEqualTo(sum);
        assertThat(together.lower().getAsDouble()).isLessThanOrEqualTo(together.epsilon());
    }

    @Test
    void truncatedPoisson_rareCuts_costLittle() {
        DpEvent rare = times(1000, new TruncatedPoisson(.01, 2000, 100000, new Gaussian(1)));
        Guarantee guarantee = accountant.epsilon(rare, ADD_OR_REMOVE_ONE, 1e-5);
        assertBetween(guarantee.lower().getAsDouble(), 1.8282366665, guarantee.epsilon(), 1e-9);
        assertThat(guarantee.notes()).isEmpty();

        DpEvent frequent = times(1000, new TruncatedPoisson(.01, 1200, 100000, new Gaussian(1)));
        Guarantee cut = accountant.epsilon(frequent, ADD_OR_REMOVE_ONE, 1e-5);
        assertThat(cut.epsilon()).isGreaterThan(guarantee.epsilon());
        assertThat(cut.lower().getAsDouble()).isLessThan(guarantee.lower().getAsDouble());
        assertThat(accountant.delta(frequent, ADD_OR_REMOVE_ONE, 2).delta())
                .isGreaterThan(accountant.delta(rare, ADD_OR_REMOVE_ONE, 2).delta());

        // Cut always: a kept record takes another's place, and both sums are within 2 of that without it.
        DpEvent always = new TruncatedPoisson(.5, 10, 100, new Gaussian(1));
        assertThat(epsilon(always, 1e-5)).isCloseTo(epsilon(sampled(.5, .5, 1), 1e-5), within(1e-3));
        DpEvent laplace = new TruncatedPoisson(.5, 10, 100, new Laplace(1));
        assertThat(accountant.delta(laplace, ADD_OR_REMOVE_ONE, 1).delta()).isEqualTo(1);
    }

    @Test
    void tolerance_looser_givesAWiderIntervalAroundTheSame() {
        Guarantee loose = PldAccountant.withTolerance(.05).epsilon(sampled(1, .01, 1000), ADD_OR_REMOVE_ONE, 1e-5);
        assertBetween(loose.lower().getAsDouble(), 1.8282366665, loose.epsilon(), 0);
        assertThat(loose.epsilon() - loose.lower().getAsDouble()).isGreaterThan(1e-4);
    }

    @ParameterizedTest
    @ValueSource(doubles = {0, 1e-9, 1.5, Double.NaN, -1})
    void withTolerance_outOfRange_isRefused(double tolerance) {
        assertThatThrownBy(() -> PldAccountant.withTolerance(tolerance))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("tolerance must be in [1e-8, 1], got " + tolerance);
    }

    static Stream<Arguments> refused() {
        return Stream.of(
                Arguments.of(new ZeroConcentratedDp(0, .1), ADD_OR_REMOVE_ONE),
                Arguments.of(new SampledWithoutReplacement(10, 2, new Laplace(1)), REPLACE_ONE),
                Arguments.of(new RandomAllocation(10, 2, new Gaussian(1)), REPLACE_ONE),
                Arguments.of(new RandomizedResponse(.5, 2), ADD_OR_REMOVE_ONE),
                Arguments.of(new DiscreteGaussian(.4, 2), ADD_OR_REMOVE_ONE),
                Arguments.of(new ScalarDiscreteGaussian(1e6, 1), ADD_OR_REMOVE_ONE),
                Arguments.of(new ScalarDiscreteGaussian(1, 1L << 21), ADD_OR_REMOVE_ONE),
                Arguments.of(new TruncatedDiscreteGaussian(1, 1, 1L << 21), ADD_OR_REMOVE_ONE),
                Arguments.of(new Skellam(10, 5, 3), ADD_OR_REMOVE_ONE),
                Arguments.of(new DiscreteLaplace(1e-9, 1L << 40), ADD_OR_REMOVE_ONE));
    }

    @ParameterizedTest
    @MethodSource("refused")
    void profile_eventWithoutPair_isRefusedByName(DpEvent event, Adjacency adjacency) {
        assertThatThrownBy(() -> accountant.profile(new Composed(List.of(new Gaussian(1), event)), adjacency))
                .isInstanceOf(UnsupportedEventException.class)
                .hasMessageStartingWith("the pld accountant cannot account " + event)
                .satisfies(
                        e -> assertThat(((UnsupportedEventException) e).event()).isEqualTo(event));
    }

    @ParameterizedTest
    @ValueSource(doubles = {Double.NaN, -1e-9, 1, Double.POSITIVE_INFINITY})
    void epsilon_badDelta_isRefused(double delta) {
        assertThatThrownBy(() -> accountant.epsilon(new Gaussian(1), ADD_OR_REMOVE_ONE, delta))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("delta must be in [0, 1)");
    }

    @Test
    void laws_truncatedPoisson_areRefused() {
        TruncatedPoisson event = new TruncatedPoisson(.01, 1200, 100000, new Laplace(1));
        assertThatThrownBy(() -> accountant.above(event, ADD_OR_REMOVE_ONE))
                .isInstanceOf(UnsupportedEventException.class);
    }

    private double epsilon(DpEvent event, double delta) {
        return accountant.epsilon(event, ADD_OR_REMOVE_ONE, delta).epsilon();
    }

    private static void assertBetween(double lower, double truth, double upper, double digits) {
        assertThat(lower).isLessThanOrEqualTo(truth * (1 + digits));
        assertThat(upper).isGreaterThanOrEqualTo(truth * (1 - digits));
    }

    private static DpEvent times(long count, DpEvent event) {
        return new Repeated(count, event);
    }

    private static DpEvent pure(double epsilon, long count) {
        return times(count, new PureDp(epsilon));
    }

    private static DpEvent sampled(double sigma, double rate, long steps) {
        return times(steps, new PoissonSampled(rate, new Gaussian(sigma)));
    }

    /** Beside a sample that is shown, what else is run on it tells nothing more: the record is seen if it is drawn. */
    @Test
    void delta_ofASampleThatIsShown_isItsRate_whateverElseIsRunOnIt() {
        double rate = 0.0033;
        DpEvent sampled =
                new PoissonSampled(rate, new Composed(List.of(new NonPrivate(), new Gaussian(1), new Laplace(3))));
        DpEvent all = new Composed(List.of(new Gaussian(1), sampled));
        Guarantee far = accountant.delta(all, ADD_OR_REMOVE_ONE, 10);
        assertThat(far.delta()).isGreaterThanOrEqualTo(rate).isCloseTo(rate, within(1e-9));
        assertThat(accountant.epsilon(all, ADD_OR_REMOVE_ONE, rate / 2).epsilon())
                .isInfinite();
        // The sample is not drawn and the Gaussian of noise 1 is as it is: (1 - rate) of its delta at 1 - log(1 -
        // rate), and the rate.
        assertThat(accountant.delta(all, ADD_OR_REMOVE_ONE, 1).delta()).isBetween(0.12922048167, 0.12922048168 + 2e-5);
    }

    @Test
    void delta_ofNothingButInfiniteLosses_isNotBelowOne() {
        DpEvent all = new Composed(List.of(new ApproximateDp(0, 1), new Laplace(1)));
        assertThat(accountant.delta(all, ADD_OR_REMOVE_ONE, 3).delta()).isEqualTo(1);
        assertThat(accountant.epsilon(all, ADD_OR_REMOVE_ONE, 1e-5).epsilon()).isInfinite();
    }
}
