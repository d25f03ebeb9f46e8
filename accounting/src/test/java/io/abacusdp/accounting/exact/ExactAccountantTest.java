package io.abacusdp.accounting.exact;

import static io.abacusdp.accounting.Adjacency.ADD_OR_REMOVE_ONE;
import static io.abacusdp.accounting.Adjacency.REPLACE_ONE;
import static io.abacusdp.accounting.Adjacency.ZERO_OUT;
import static io.abacusdp.accounting.exact.Events.sampled;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import io.abacusdp.accounting.Guarantee;
import io.abacusdp.accounting.ReferenceCsv;
import io.abacusdp.accounting.UnsupportedEventException;
import io.abacusdp.accounting.event.Composed;
import io.abacusdp.accounting.event.DpEvent;
import io.abacusdp.accounting.event.Gaussian;
import io.abacusdp.accounting.event.Laplace;
import io.abacusdp.accounting.event.MixtureOfGaussians;
import io.abacusdp.accounting.event.NoOp;
import io.abacusdp.accounting.event.NonPrivate;
import io.abacusdp.accounting.event.PoissonSampled;
import io.abacusdp.accounting.event.Repeated;
import io.abacusdp.accounting.numeric.Enclosure;
import java.util.List;
import org.junit.jupiter.api.Test;

class ExactAccountantTest {
    private final ExactAccountant accountant = new ExactAccountant();

    @Test
    void epsilon_referenceTable_enclosesTheTruthWithin1e9() {
        for (String[] row : ReferenceCsv.rows("sgm_epsilon.csv")) {
            double truth = Double.parseDouble(row[2]);
            Guarantee guarantee = accountant.epsilon(Events.of(row[0]), ADD_OR_REMOVE_ONE, Double.parseDouble(row[1]));
            // One row of the table is off by 2.1e-11, see its header.
            assertThat(guarantee.epsilon()).as(row[0]).isBetween(truth * (1 - 3e-11), truth * (1 + 1e-9));
            assertThat(guarantee.lower().orElseThrow()).as(row[0]).isBetween(truth * (1 - 1e-9), truth * (1 + 1e-11));
        }
    }

    @Test
    void epsilon_knownCompositions_agreesInBothDirections() {
        double[][] rows = {
            {1.5, .04, 2250, 1e-5, 6.7687803935, 6.1785526461},
            {1, .01, 1000, 1e-5, 1.8282366665, 1.4166619480},
            {1, .01, 1000, 1e-15, 4.8545377506, 2.5927803930},
            {1, .01, 1000, 1e-30, 9.3418956327, 3.5243764083},
            {.8, .005, 1000, 1e-6, 2.0041062932, 1.0539435912},
            {3, .1, 512, 1e-6, 3.7696838052, 3.5053777063},
            {1, .2, 500, 1e-5, 38.1702472, 27.3209657},
            {.5, .002, 10000, 1e-5, 8.8659088667, 3.9265900847},
        };
        for (double[] row : rows) {
            List<LossLaw> laws = ExactAccountant.laws(sampled(row[0], row[1], (long) row[2]), ADD_OR_REMOVE_ONE);
            for (int direction = 0; direction < 2; direction++) {
                Enclosure epsilon = laws.get(direction).epsilon(row[3]);
                double truth = row[4 + direction];
                assertThat(epsilon.estimate()).isCloseTo(truth, within(1e-8 * truth));
                assertThat(epsilon.upper() - epsilon.lower()).isLessThan(1e-9 * truth);
            }
        }
    }

    @Test
    void delta_atZero_isTheAdvantage() {
        double[][] rows = {
            {1.5, .04, 2250, .5141351620},
            {1, .01, 1000, .1610176197},
            {.8, .005, 1000, .1181434642},
            {3, .1, 512, .2994753595},
            {1, .2, 500, .98558220},
        };
        for (double[] row : rows) {
            DpEvent event = sampled(row[0], row[1], (long) row[2]);
            assertThat(accountant.delta(event, ADD_OR_REMOVE_ONE, 0).delta()).isCloseTo(row[3], within(1e-8));
        }
        assertThat(accountant.delta(new Gaussian(1), ADD_OR_REMOVE_ONE, 0).delta())
                .isCloseTo(.38292492254803, within(1e-13));
        assertThat(accountant.delta(new Gaussian(.5), ADD_OR_REMOVE_ONE, 0).delta())
                .isCloseTo(.68268949213709, within(1e-13));
    }

    @Test
    void epsilon_gaussian_agreesWithTheClosedForm() {
        double[][] rows = {
            {1, 1e-5, 4.37717809568122},
            {1, 1e-6, 4.886554117462},
            {.5, 1e-5, 1.99309140441512},
            {2, 1e-5, 9.9972561464343},
            {.1, 1e-5, .340669364684326},
            {1, 1e-30, 11.7438830252317},
            {10, 1e-10, 112.840326704232},
        };
        for (double[] row : rows) {
            assertEnclosed(accountant.epsilon(new Gaussian(1 / row[0]), ADD_OR_REMOVE_ONE, row[1]), row[2], 2e-12);
        }
    }

    @Test
    void epsilon_hundredGaussians_isRightWhereCoarseGridsFail() {
        DpEvent event = new Repeated(100, new Gaussian(1));
        assertEnclosed(accountant.epsilon(event, ADD_OR_REMOVE_ONE, 1e-10), 112.840326704232, 1e-11);
        assertThat(accountant.epsilon(event, ADD_OR_REMOVE_ONE, 1e-14).epsilon())
                .isCloseTo(125.764, within(5e-4));
        assertThat(accountant.epsilon(event, ADD_OR_REMOVE_ONE, 1e-15).epsilon())
                .isCloseTo(128.678, within(5e-4));
    }

    @Test
    void epsilon_centralLimitCase_isNotUnderReported() {
        assertThat(accountant
                        .epsilon(sampled(3, .2, 50), ADD_OR_REMOVE_ONE, 1.0 / 48000)
                        .epsilon())
                .isCloseTo(1.96081, within(5e-6));
    }

    @Test
    void epsilon_publishedUpperBounds_staysBelowThemByTheirSlack() {
        assertThat(accountant
                        .epsilon(new Repeated(2, new Gaussian(.7)), ADD_OR_REMOVE_ONE, 1e-5)
                        .epsilon())
                .isCloseTo(10.1224946, within(1e-3));
        assertThat(accountant
                        .epsilon(sampled(.7, .01, 120), ADD_OR_REMOVE_ONE, 1e-5)
                        .epsilon())
                .isCloseTo(2.4612381, within(1e-3));
        // Opacus' PRV accountant, delta 1e-6, four places: an upper bound that is at most 1e-3 too high.
        double[][] rows = {
            {.8, .001, 100, .27040}, {1.5, .05, 100, 1.95385}, {3, .05, 1000, 2.52757}, {.8, .001, 20000, 1.29601}
        };
        for (double[] row : rows) {
            try {
                assertThat(accountant
                                .epsilon(sampled(row[0], row[1], (long) row[2]), ADD_OR_REMOVE_ONE, 1e-6)
                                .epsilon())
                        .isBetween(row[3] - 0.02, row[3] + 1e-4);
            } catch (UnsupportedEventException e) {
                assertThat(row[2]).isEqualTo(100);
            }
        }
    }

    @Test
    void epsilon_deltaAboveTotalVariation_isZero() {
        assertThat(accountant
                        .epsilon(sampled(100, .001, 1), ADD_OR_REMOVE_ONE, .5)
                        .epsilon())
                .isZero();
        assertThat(accountant
                        .epsilon(sampled(100, .001, 50), ADD_OR_REMOVE_ONE, .5)
                        .epsilon())
                .isZero();
        assertThat(accountant.epsilon(new Gaussian(1), ADD_OR_REMOVE_ONE, .383).epsilon())
                .isZero();
        assertThat(accountant.epsilon(new Gaussian(1), ADD_OR_REMOVE_ONE, .3829).epsilon())
                .isPositive();
    }

    @Test
    void epsilon_smallNoise_answers() {
        double epsilon = accountant
                .epsilon(sampled(.3, .1, 1000), ADD_OR_REMOVE_ONE, 1e-5)
                .epsilon();
        assertThat(epsilon).isBetween(500.0, 520.0);
        assertThat(accountant
                        .epsilon(sampled(.1, .1, 1000), ADD_OR_REMOVE_ONE, 1e-5)
                        .epsilon())
                .isFinite();
    }

    @Test
    void epsilon_replaceOneGaussian_takesTwiceTheSensitivity() {
        assertEnclosed(accountant.epsilon(new Gaussian(2), REPLACE_ONE, 1e-6), 4.886554117462, 1e-12);
    }

    @Test
    void epsilon_zeroOut_isThatOfAddOrRemove() {
        DpEvent event = sampled(1, .01, 1000);
        assertThat(accountant.epsilon(event, ZERO_OUT, 1e-5).epsilon())
                .isEqualTo(accountant.epsilon(event, ADD_OR_REMOVE_ONE, 1e-5).epsilon());
    }

    @Test
    void delta_oneSampledStep_agreesWithTheClosedFormInBothDirections() {
        List<LossLaw> laws = ExactAccountant.laws(sampled(1, .1, 1), ADD_OR_REMOVE_ONE);
        assertThat(laws.get(0).delta(.05).estimate()).isCloseTo(.026143662958947, within(1e-14));
        assertThat(laws.get(1).delta(.05).estimate()).isCloseTo(.010572581353831, within(1e-14));
        List<LossLaw> replaced = ExactAccountant.laws(sampled(1, .1, 1), REPLACE_ONE);
        assertThat(replaced).hasSize(1);
        assertThat(replaced.get(0).delta(.5).estimate()).isCloseTo(.0033419717910138, within(1e-15));
    }

    @Test
    void delta_groupOfSampledRecords_isThatOfTheMixture() {
        DpEvent pair = new MixtureOfGaussians(1, List.of(0.0, 1.0, 2.0), List.of(.81, .18, .01));
        assertThat(accountant.delta(pair, ADD_OR_REMOVE_ONE, 1).delta()).isCloseTo(.003826051815787, within(1e-14));
    }

    @Test
    void delta_atTheEpsilonOfDelta_isDelta() {
        DpEvent event = new Composed(List.of(sampled(1, .01, 1000), sampled(2, .1, 50), new Gaussian(9)));
        for (double delta : new double[] {.1, 1e-3, 1e-9, 1e-30, 1e-100}) {
            double epsilon = accountant.epsilon(event, ADD_OR_REMOVE_ONE, delta).epsilon();
            Guarantee guarantee = accountant.delta(event, ADD_OR_REMOVE_ONE, epsilon);
            assertThat(guarantee.delta()).isCloseTo(delta, within(1e-9 * delta));
            assertThat(guarantee.lower().orElseThrow()).isLessThanOrEqualTo(delta);
        }
    }

    @Test
    void epsilon_hundredsOfDistinctEvents_isBetweenThatOfTheExtremes() {
        List<DpEvent> events = new java.util.ArrayList<>();
        for (int i = 0; i < 300; i++) {
            events.add(sampled(1 + i * 1e-3, .01, 10));
        }
        double epsilon = accountant
                .epsilon(new Composed(events), ADD_OR_REMOVE_ONE, 1e-6)
                .epsilon();
        assertThat(epsilon)
                .isLessThan(accountant
                        .epsilon(sampled(1, .01, 3000), ADD_OR_REMOVE_ONE, 1e-6)
                        .epsilon())
                .isGreaterThan(accountant
                        .epsilon(sampled(1.299, .01, 3000), ADD_OR_REMOVE_ONE, 1e-6)
                        .epsilon());
    }

    @Test
    void epsilon_nothingRun_isZero() {
        assertThat(accountant.epsilon(new NoOp(), ADD_OR_REMOVE_ONE, 0).epsilon())
                .isZero();
        assertThat(accountant.epsilon(new NoOp(), ADD_OR_REMOVE_ONE, 1e-5).epsilon())
                .isZero();
        assertThat(accountant.delta(new NoOp(), ADD_OR_REMOVE_ONE, 0).delta()).isZero();
    }

    @Test
    void epsilon_nonPrivate_isInfinite() {
        DpEvent event = new Composed(List.of(new Gaussian(1), new NonPrivate()));
        assertThat(accountant.epsilon(event, ADD_OR_REMOVE_ONE, 1e-5).epsilon()).isInfinite();
        assertThat(accountant.delta(event, ADD_OR_REMOVE_ONE, 5).delta()).isEqualTo(1);
        assertThatThrownBy(() -> ExactAccountant.laws(event, ADD_OR_REMOVE_ONE))
                .isInstanceOf(UnsupportedEventException.class);
    }

    @Test
    void epsilon_deltaZero_isInfinite() {
        assertThat(accountant.epsilon(new Gaussian(1), ADD_OR_REMOVE_ONE, 0).epsilon())
                .isInfinite();
    }

    @Test
    void profile_unsupportedPart_isNamed() {
        DpEvent laplace = new Laplace(1);
        assertThatThrownBy(() -> accountant.profile(new Composed(List.of(new Gaussian(1), laplace)), ADD_OR_REMOVE_ONE))
                .isInstanceOfSatisfying(
                        UnsupportedEventException.class,
                        e -> assertThat(e.event()).isEqualTo(laplace));
        DpEvent mixture = new PoissonSampled(.5, new MixtureOfGaussians(1, List.of(1.0, 2.0), List.of(.5, .5)));
        assertThatThrownBy(() -> accountant.profile(mixture, REPLACE_ONE))
                .isInstanceOfSatisfying(
                        UnsupportedEventException.class,
                        e -> assertThat(e.event()).isEqualTo(mixture));
    }

    @Test
    void epsilon_fewParticipations_handsOver() {
        DpEvent event = sampled(1, 1e-6, 5);
        assertThatThrownBy(() -> accountant.epsilon(event, ADD_OR_REMOVE_ONE, 1e-8))
                .isInstanceOf(UnsupportedEventException.class)
                .hasMessageStartingWith("the exact accountant cannot account " + event + ": ")
                .hasMessageContaining("pld");
        assertThat(accountant.supports(event, ADD_OR_REMOVE_ONE)).isTrue();
    }

    @Test
    void epsilon_notANumber_isRefused() {
        DpEvent event = new Gaussian(1);
        assertThatThrownBy(() -> accountant.epsilon(event, ADD_OR_REMOVE_ONE, Double.NaN))
                .isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> accountant.delta(event, ADD_OR_REMOVE_ONE, Double.NaN))
                .isInstanceOf(IllegalArgumentException.class);
    }

    private static void assertEnclosed(Guarantee guarantee, double truth, double tolerance) {
        assertThat(guarantee.epsilon()).isBetween(truth * (1 - 1e-13), truth * (1 + tolerance));
        assertThat(guarantee.lower().orElseThrow()).isBetween(truth * (1 - tolerance), truth * (1 + 1e-13));
    }
}
