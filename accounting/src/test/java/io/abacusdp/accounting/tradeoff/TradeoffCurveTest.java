package io.abacusdp.accounting.tradeoff;

import static io.abacusdp.accounting.Adjacency.ADD_OR_REMOVE_ONE;
import static io.abacusdp.accounting.Adjacency.REPLACE_ONE;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import io.abacusdp.accounting.event.Composed;
import io.abacusdp.accounting.event.DpEvent;
import io.abacusdp.accounting.event.Gaussian;
import io.abacusdp.accounting.event.Laplace;
import io.abacusdp.accounting.event.NoOp;
import io.abacusdp.accounting.event.NonPrivate;
import io.abacusdp.accounting.event.PoissonSampled;
import io.abacusdp.accounting.event.PureDp;
import io.abacusdp.accounting.event.Repeated;
import io.abacusdp.accounting.event.TruncatedPoisson;
import io.abacusdp.accounting.exact.ExactAccountant;
import io.abacusdp.accounting.numeric.Normal;
import io.abacusdp.accounting.pld.PldAccountant;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

class TradeoffCurveTest {
    private static final double[] RATES = {0, 1e-9, 1e-4, .01, .05, .1, .2, .3, .45, .5, .6, .8, .95, .999, 1};

    @ParameterizedTest
    @EnumSource(Direction.class)
    void curve_randomEvents_isConvexFallingAndBelowTheDiagonal(Direction direction) {
        SplittableRandom random = new SplittableRandom(7);
        for (int i = 0; i < 12; i++) {
            double rate = Math.exp(-6 * random.nextDouble());
            DpEvent sampled = Sampled.of(.5 + 2 * random.nextDouble(), rate, 1 + random.nextInt(500));
            DpEvent event = i % 3 == 0 ? new Composed(List.of(sampled, new Laplace(1 + random.nextDouble()))) : sampled;
            double[] fnr = TradeoffCurve.of(event, ADD_OR_REMOVE_ONE).falseNegativeRates(RATES, direction);
            for (int k = 1; k < RATES.length; k++) {
                assertThat(fnr[k]).isBetween(0.0, 1 - RATES[k]);
                assertThat(fnr[k]).isLessThanOrEqualTo(fnr[k - 1]);
            }
            for (int k = 1; k < RATES.length - 1; k++) {
                double share = (RATES[k] - RATES[k - 1]) / (RATES[k + 1] - RATES[k - 1]);
                double chord = fnr[k - 1] * (1 - share) + fnr[k + 1] * share;
                assertThat(fnr[k]).as("%s at %s", event, RATES[k]).isLessThanOrEqualTo(chord + 1e-10);
            }
        }
    }

    @Test
    void delta_ofWhatIsNotPrivate_isOne() {
        for (DpEvent event : List.of(
                new NonPrivate(),
                new Repeated(3, new NonPrivate()),
                new Composed(List.of(new Gaussian(1), new NonPrivate())),
                new Composed(List.of(new Laplace(1), new NonPrivate())))) {
            TradeoffCurve curve = TradeoffCurve.of(event, ADD_OR_REMOVE_ONE);
            for (Direction direction : Direction.values()) {
                assertThat(curve.delta(1, direction)).as("%s", event).isEqualTo(1);
                assertThat(curve.falseNegativeRate(0.1, direction)).isZero();
            }
        }
    }

    @Test
    void symmetric_randomEvents_isItsOwnInverseAndAboveNeither() {
        SplittableRandom random = new SplittableRandom(11);
        for (int i = 0; i < 6; i++) {
            TradeoffCurve curve = TradeoffCurve.of(
                    Sampled.of(.6 + random.nextDouble(), .002 + .05 * random.nextDouble(), 2000), ADD_OR_REMOVE_ONE);
            for (double alpha : new double[] {.01, .1, .3, .45, .6}) {
                double beta = curve.falseNegativeRate(alpha, Direction.SYMMETRIC);
                assertThat(beta)
                        .isLessThanOrEqualTo(curve.falseNegativeRate(alpha, Direction.REMOVE))
                        .isLessThanOrEqualTo(curve.falseNegativeRate(alpha, Direction.ADD));
                assertThat(curve.falseNegativeRate(beta, Direction.SYMMETRIC)).isCloseTo(alpha, within(1e-9));
                double back = curve.falseNegativeRate(curve.falseNegativeRate(alpha, Direction.REMOVE), Direction.ADD);
                assertThat(back).isCloseTo(alpha, within(1e-9));
            }
        }
    }

    @Test
    void pld_randomEvents_isNeverAboveExact() {
        SplittableRandom random = new SplittableRandom(13);
        PldAccountant coarse = PldAccountant.withTolerance(1e-2);
        for (int i = 0; i < 8; i++) {
            DpEvent event = new Composed(List.of(
                    Sampled.of(.5 + random.nextDouble(), .02 + .1 * random.nextDouble(), 200 + random.nextInt(2000)),
                    new Gaussian(1 + 5 * random.nextDouble())));
            TradeoffCurve exact = TradeoffCurve.of(event, ADD_OR_REMOVE_ONE);
            TradeoffCurve pld = TradeoffCurve.byPld(coarse, event, ADD_OR_REMOVE_ONE);
            for (Direction direction : Direction.values()) {
                for (double alpha : RATES) {
                    double truth = exact.falseNegativeRate(alpha, direction);
                    assertThat(pld.falseNegativeRate(alpha, direction)).isBetween(truth - 2e-2, truth + 1e-10);
                }
                assertThat(pld.delta(-1, direction)).isGreaterThanOrEqualTo(exact.delta(-1, direction) - 1e-10);
                assertThat(pld.delta(1, direction)).isGreaterThanOrEqualTo(exact.delta(1, direction) - 1e-10);
            }
        }
    }

    @Test
    void falseNegativeRates_unsorted_keepTheirOrder() {
        TradeoffCurve curve = TradeoffCurve.of(new Gaussian(1), ADD_OR_REMOVE_ONE);
        double[] rates = {.9, .01, .5, .01};
        double[] found = curve.falseNegativeRates(rates, Direction.REMOVE);
        for (int i = 0; i < rates.length; i++) {
            assertThat(found[i]).isEqualTo(curve.falseNegativeRate(rates[i], Direction.REMOVE));
        }
        assertThat(found[1]).isCloseTo(.90763775192631, within(1e-12)).isLessThanOrEqualTo(.907637751926315);
    }

    @ParameterizedTest
    @ValueSource(doubles = {-1e-9, 1.0000001, Double.NaN, Double.POSITIVE_INFINITY})
    void falseNegativeRate_outOfRange_isRefused(double rate) {
        TradeoffCurve curve = TradeoffCurve.of(new Gaussian(1), ADD_OR_REMOVE_ONE);
        assertThatThrownBy(() -> curve.falseNegativeRates(new double[] {.5, rate}, Direction.SYMMETRIC))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("false positive rate must be in [0, 1], got " + rate);
        assertThatThrownBy(() -> curve.delta(Double.NaN, Direction.ADD)).hasMessageContaining("epsilon must be finite");
    }

    @Test
    void of_pureDp_isTwoLines() {
        TradeoffCurve curve = TradeoffCurve.of(new PureDp(1), ADD_OR_REMOVE_ONE);
        for (double alpha : RATES) {
            double truth = Math.max(0, Math.max(1 - Math.E * alpha, (1 - alpha) / Math.E));
            TradeoffPoint point = curve.point(alpha, Direction.SYMMETRIC);
            assertThat(point.method()).isEqualTo("pld");
            assertThat(point.falseNegativeRate()).isBetween(truth - 1e-9, truth + 1e-15);
        }
    }

    @Test
    void of_laplace_isTheClosedFormFromBelow() {
        TradeoffCurve curve = TradeoffCurve.of(new Laplace(1), ADD_OR_REMOVE_ONE);
        // T(Lap(0,1), Lap(1,1)) is flat-sided like pure DP at both ends and e^{−1}/4α between.
        for (double alpha : new double[] {.01, .1, .25, .3, .4, .6, .9}) {
            double low = Math.exp(-1) / 2;
            double truth = alpha < low ? 1 - Math.E * alpha : alpha <= .5 ? low / (2 * alpha) : (1 - alpha) / Math.E;
            assertThat(curve.falseNegativeRate(alpha, Direction.ADD)).isBetween(truth - 1e-4, truth + 1e-14);
        }
    }

    @Test
    void of_fewParticipations_isHandedOver() {
        TradeoffCurve curve = TradeoffCurve.of(Sampled.of(1, 1e-4, 3), ADD_OR_REMOVE_ONE);
        TradeoffPoint point = curve.point(.01, Direction.REMOVE);
        assertThat(point.method()).isEqualTo("pld");
        assertThat(point.falseNegativeRate()).isBetween(.989, .99);
    }

    @Test
    void of_extremes_areKnown() {
        TradeoffCurve nothing = TradeoffCurve.of(new NoOp(), ADD_OR_REMOVE_ONE);
        TradeoffCurve everything = TradeoffCurve.of(new NonPrivate(), ADD_OR_REMOVE_ONE);
        for (Direction direction : Direction.values()) {
            for (double alpha : RATES) {
                assertThat(nothing.falseNegativeRate(alpha, direction)).isBetween(1 - alpha - 1e-14, 1 - alpha);
                assertThat(everything.falseNegativeRate(alpha, direction)).isZero();
            }
        }
    }

    @Test
    void from_profile_agreesWithTheLaw() {
        DpEvent event = new Gaussian(.8);
        TradeoffCurve law = TradeoffCurve.of(event, REPLACE_ONE);
        TradeoffCurve profile = TradeoffCurve.from(new ExactAccountant().profile(event, REPLACE_ONE));
        for (double alpha : RATES) {
            double truth = law.falseNegativeRate(alpha, Direction.REMOVE);
            assertThat(profile.falseNegativeRate(alpha, Direction.REMOVE)).isBetween(truth - 1e-6, truth + 1e-12);
        }
        assertThat(profile.delta(-1, Direction.ADD)).isCloseTo(law.delta(-1, Direction.ADD), within(1e-12));
    }

    @Test
    void of_truncatedPoisson_usesTheProfile() {
        DpEvent event = new Repeated(10, new TruncatedPoisson(.01, 40, 1000, new Gaussian(1)));
        DpEvent plain = new Repeated(10, new PoissonSampled(.01, new Gaussian(1)));
        TradeoffPoint point = TradeoffCurve.of(event, ADD_OR_REMOVE_ONE).point(.01, Direction.REMOVE);
        assertThat(point.method()).isEqualTo("pld");
        double without = TradeoffCurve.of(plain, ADD_OR_REMOVE_ONE).falseNegativeRate(.01, Direction.REMOVE);
        assertThat(point.falseNegativeRate()).isBetween(without - .05, without + 1e-9);
    }

    @Test
    void gaussian_gaussian_isItsMu() {
        TradeoffCurve curve = TradeoffCurve.of(new Repeated(4, new Gaussian(2)), ADD_OR_REMOVE_ONE);
        assertThat(curve.gaussianEverywhere()).isBetween(1.0, 1 + 1e-12);
        assertThat(curve.gaussian(1e-6)).isBetween(1.0, 1 + 1e-12);
        TradeoffCurve pld =
                TradeoffCurve.byPld(new PldAccountant(), new Repeated(4, new Gaussian(2)), ADD_OR_REMOVE_ONE);
        assertThat(pld.gaussian(1e-4)).isBetween(1.0, 1 + 1e-12);
    }

    @Test
    void gaussian_sampled_boundsEveryTestAboveTheLeastRate() {
        TradeoffCurve curve = TradeoffCurve.of(Sampled.of(.5, .002, 10000), ADD_OR_REMOVE_ONE);
        double mu = curve.gaussian(1e-3);
        // The published success of .047907453 at 1e-3 alone needs this much.
        double least = Normal.quantile(.047907453) - Normal.quantile(1e-3);
        assertThat(mu).isBetween(least - 1e-6, least * 1.01);
        assertThat(curve.gaussianEverywhere()).isBetween(200.0, 200 * (1 + 1e-12));
        assertThat(TradeoffCurve.of(new NonPrivate(), ADD_OR_REMOVE_ONE).gaussian(.01))
                .isInfinite();
        assertThatThrownBy(() -> curve.gaussian(.5)).hasMessage("least rate must be in (0, 0.5), got 0.5");
    }
}
