package io.abacusdp.accounting.exact;

import static io.abacusdp.accounting.Adjacency.ADD_OR_REMOVE_ONE;
import static io.abacusdp.accounting.Adjacency.REPLACE_ONE;
import static io.abacusdp.accounting.exact.Events.sampled;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import io.abacusdp.accounting.ReferenceCsv;
import io.abacusdp.accounting.event.DpEvent;
import io.abacusdp.accounting.event.Gaussian;
import io.abacusdp.accounting.event.NoOp;
import io.abacusdp.accounting.numeric.Enclosure;
import io.abacusdp.accounting.numeric.Normal;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

class LossLawTest {
    /** Rows whose values in the table are off by more than it says, see its header. */
    private static final Set<String> OFF = Set.of("1.38901:6.35138e-05:480560", "1.16403:0.000362931:62991");

    private static LossLaw present(DpEvent event) {
        return ExactAccountant.laws(event, ADD_OR_REMOVE_ONE).get(0);
    }

    private static LossLaw absent(DpEvent event) {
        return ExactAccountant.laws(event, ADD_OR_REMOVE_ONE).get(1);
    }

    @Test
    void errors_tradeoffTable_agreeWithin1e8() {
        for (String[] row : ReferenceCsv.rows("sgm_tradeoff.csv")) {
            LossLaw law = present(Events.of(row[0]));
            double tolerance = OFF.contains(row[0]) ? 5e-7 : 1e-8;
            double falsePositive = Double.parseDouble(row[1]);
            ErrorRates errors = law.errorsAtFalsePositiveRate(falsePositive);
            assertClose(errors.falsePositive(), falsePositive, 1e-12);
            assertClose(errors.falseNegative(), Double.parseDouble(row[2]), tolerance);
            ErrorRates middle = law.errorsAt(0);
            assertClose(middle.falsePositive(), Double.parseDouble(row[3]), tolerance);
            assertClose(middle.falseNegative(), Double.parseDouble(row[4]), tolerance);
            assertClose(law.delta(0), Double.parseDouble(row[5]), tolerance);
        }
    }

    @Test
    void errors_highPrecisionTable_areEnclosed() {
        for (String[] row : ReferenceCsv.rows("exact_tails.csv")) {
            DpEvent event = sampled(Double.parseDouble(row[1]), Double.parseDouble(row[2]), Long.parseLong(row[3]));
            LossLaw law = row[0].equals("S")
                    ? ExactAccountant.laws(event, REPLACE_ONE).get(0)
                    : row[0].equals("R") ? present(event) : absent(event);
            double c = Double.parseDouble(row[4]);
            ErrorRates errors = law.errorsAt(c);
            assertEnclosed(errors.falsePositive(), Double.parseDouble(row[5]));
            assertEnclosed(errors.falseNegative(), Double.parseDouble(row[6]));
            assertEnclosed(law.delta(c), Double.parseDouble(row[7]));
        }
    }

    @Test
    void errors_knownCompositions_giveTheirTruePositiveRates() {
        double[][] rows = {
            {1, .01, 1000, 1e-3, .004068448, .003324432},
            {1, .01, 1000, .01, .029139095, .026027415},
            {1, .01, 1000, .1, .194201132, .187485066},
            {.5, .002, 10000, 1e-3, .047907453, .017910784},
            {.5, .002, 10000, .01, .160544925, .098535193},
            {.5, .002, 10000, .1, .478432137, .431515308},
        };
        for (double[] row : rows) {
            DpEvent event = sampled(row[0], row[1], (long) row[2]);
            assertThat(1
                            - present(event)
                                    .errorsAtFalsePositiveRate(row[3])
                                    .falseNegative()
                                    .estimate())
                    .isCloseTo(row[4], within(1e-7));
            assertThat(1
                            - absent(event)
                                    .errorsAtFalsePositiveRate(row[3])
                                    .falseNegative()
                                    .estimate())
                    .isCloseTo(row[5], within(1e-7));
        }
        // Discretised accountants put this success below the false positive rate itself.
        ErrorRates errors = present(sampled(.5, .002, 10000)).errorsAtFalsePositiveRate(1e-6);
        assertThat(1 - errors.falseNegative().estimate()).isCloseTo(9.6e-4, within(5e-6));
    }

    @Test
    void errorsNear_manyRates_arePointsOfTheCurveNearThem() {
        double[] rates = new double[200];
        for (int i = 0; i < rates.length; i++) {
            rates[i] = Normal.cdf(-7 + 14.0 * (i + 1) / (rates.length + 1));
        }
        LossLaw gaussian =
                ExactAccountant.laws(new Gaussian(1.25), ADD_OR_REMOVE_ONE).get(0);
        List<ErrorRates> errors = gaussian.errorsNear(rates);
        for (int i = 0; i < rates.length; i++) {
            double c = errors.get(i).threshold();
            assertEnclosed(errors.get(i).falsePositive(), Normal.survival(c / .8 + .4));
            assertEnclosed(errors.get(i).falseNegative(), Normal.cdf(c / .8 - .4));
            assertThat(Normal.quantile(errors.get(i).falsePositive().estimate()))
                    .isCloseTo(Normal.quantile(rates[i]), within(.01));
        }
        // The published points of the curve lie on the tangents.
        double[] known = {1e-3, .01, .1};
        double[] truePositive = {.047907453, .160544925, .478432137};
        List<ErrorRates> sampled = present(sampled(.5, .002, 10000)).errorsNear(known);
        for (int i = 0; i < known.length; i++) {
            ErrorRates at = sampled.get(i);
            double tangent = at.falseNegative().lower()
                    - Math.exp(at.threshold()) * (known[i] - at.falsePositive().lower());
            assertThat(1 - tangent).isBetween(truePositive[i] - 1e-8, truePositive[i] + 1e-2);
        }
        assertThat(present(sampled(1, .1, 1)).errorsNear(known)).hasSize(3);
        assertThat(gaussian.errorsNear(new double[0])).isEmpty();
        assertThatThrownBy(() -> gaussian.errorsNear(new double[] {.2, .1})).hasMessageContaining("must rise");
        assertThatThrownBy(() -> gaussian.errorsNear(new double[] {0})).hasMessageContaining("in (0, 1)");
    }

    @Test
    void isDeltaAtMost_knownProfile_isTrueAboveItOnly() {
        LossLaw gaussian =
                ExactAccountant.laws(new Gaussian(1), ADD_OR_REMOVE_ONE).get(0);
        // Φ(−1/2) − e·Φ(−3/2).
        assertThat(gaussian.isDeltaAtMost(1, .126936737507)).isTrue();
        assertThat(gaussian.isDeltaAtMost(1, .126936737506)).isFalse();
        assertThat(gaussian.isDeltaAtMost(-1, .9)).isTrue();
        assertThat(gaussian.isDeltaAtMost(-1, .1)).isFalse();
        assertThat(gaussian.isDeltaAtMost(1, 0)).isFalse();
        LossLaw sampled = present(sampled(1, .01, 1000));
        assertThat(sampled.isDeltaAtMost(1.82823667, 1e-5)).isTrue();
        assertThat(sampled.isDeltaAtMost(1.82823666, 1e-5)).isFalse();
        assertThat(sampled.isDeltaAtMost(4, 1e-5)).isTrue();
    }

    @Test
    void errors_extremeRates_areReached() {
        for (double rate : new double[] {1e-20, 1e-9, .5, 1 - 1e-9}) {
            for (LossLaw law : ExactAccountant.laws(sampled(.5, .002, 10000), ADD_OR_REMOVE_ONE)) {
                ErrorRates errors = law.errorsAtFalsePositiveRate(rate);
                assertThat(errors.falsePositive().estimate() / rate).isCloseTo(1, within(1e-9));
                // The most powerful test is no worse than tossing a coin.
                assertThat(errors.falseNegative().upper()).isLessThanOrEqualTo(1 - rate + 1e-12);
            }
        }
    }

    @Test
    void errors_gaussian_areThoseOfTheClosedForm() {
        LossLaw law = ExactAccountant.laws(new Gaussian(.25), ADD_OR_REMOVE_ONE).get(0);
        double mu = 4;
        for (double c : new double[] {-30, -12, -8, -1, 0, 3, 8, 12, 30}) {
            ErrorRates errors = law.errorsAt(c);
            assertEnclosed(errors.falsePositive(), Normal.survival(c / mu + mu / 2));
            assertEnclosed(errors.falseNegative(), Normal.cdf(c / mu - mu / 2));
        }
        ErrorRates errors =
                ExactAccountant.laws(new Gaussian(1), ADD_OR_REMOVE_ONE).get(0).errorsAtFalsePositiveRate(.01);
        assertThat(errors.falseNegative().estimate()).isCloseTo(.90763775192631, within(1e-13));
    }

    @Test
    void errors_smallTails_haveRelativeAccuracy() {
        LossLaw law = ExactAccountant.laws(new Gaussian(.1), ADD_OR_REMOVE_ONE).get(0);
        ErrorRates errors = law.errorsAt(0);
        // Both errors are 2.9e-7 here, and found between the poles without taking differences.
        assertThat(errors.falsePositive().estimate() / Normal.survival(5)).isCloseTo(1, within(1e-12));
        assertThat(errors.falseNegative().estimate() / Normal.survival(5)).isCloseTo(1, within(1e-12));
    }

    @Test
    void errors_oneSampledStep_areThoseOfTheClosedForm() {
        LossLaw present = present(sampled(1, .1, 1));
        LossLaw absent = absent(sampled(1, .1, 1));
        // The loss is 0 at x = 1/2, where both densities are equal.
        assertEnclosed(present.errorsAt(0).falsePositive(), Normal.survival(.5));
        assertEnclosed(present.errorsAt(0).falseNegative(), .9 * Normal.cdf(.5) + .1 * Normal.cdf(-.5));
        assertEnclosed(absent.errorsAt(0).falsePositive(), .9 * Normal.cdf(.5) + .1 * Normal.cdf(-.5));
        assertEnclosed(absent.errorsAt(0).falseNegative(), Normal.survival(.5));
        // No loss is below log .9 with the record present, nor above −log .9 with it absent.
        assertThat(present.errorsAt(-1).falsePositive().estimate()).isEqualTo(1);
        assertThat(absent.delta(1).upper()).isZero();
        assertThat(present.errorsAtFalsePositiveRate(.01).falsePositive().estimate())
                .isCloseTo(.01, within(1e-14));
        assertThat(absent.errorsAtFalsePositiveRate(.01).falsePositive().estimate())
                .isCloseTo(.01, within(1e-14));
        LossLaw replaced = ExactAccountant.laws(sampled(1, .1, 1), REPLACE_ONE).get(0);
        assertEnclosed(replaced.errorsAt(0).falsePositive(), .9 * .5 + .1 * Normal.cdf(-1));
        assertEnclosed(replaced.errorsAt(0).falseNegative(), .9 * .5 + .1 * Normal.cdf(-1));
    }

    @Test
    void law_ofNothing_isZeroLoss() {
        LossLaw law = ExactAccountant.laws(new NoOp(), ADD_OR_REMOVE_ONE).get(0);
        assertThat(law.delta(0).upper()).isZero();
        assertThat(law.delta(-1).upper()).isEqualTo(1 - Math.exp(-1), within(1e-15));
        assertThat(law.epsilon(.1).upper()).isZero();
        assertThat(law.errorsAt(-1).falsePositive().estimate()).isEqualTo(1);
        assertThatThrownBy(() -> law.errorsAtFalsePositiveRate(.1)).isInstanceOf(IllegalStateException.class);
    }

    @Test
    void law_argumentsOutOfRange_areRefused() {
        LossLaw law = ExactAccountant.laws(new Gaussian(1), ADD_OR_REMOVE_ONE).get(0);
        assertThatThrownBy(() -> law.epsilon(0)).hasMessageContaining("delta must be in (0, 1), got 0.0");
        assertThatThrownBy(() -> law.epsilon(Double.NaN)).hasMessageContaining("got NaN");
        assertThatThrownBy(() -> law.delta(Double.POSITIVE_INFINITY)).hasMessageContaining("epsilon must be finite");
        assertThatThrownBy(() -> law.errorsAt(Double.NaN)).hasMessageContaining("threshold must be finite");
        assertThatThrownBy(() -> law.errorsAtFalsePositiveRate(1)).hasMessageContaining("false positive rate");
    }

    private static void assertClose(Enclosure value, double expected, double tolerance) {
        assertThat(value.estimate()).isCloseTo(expected, within(tolerance));
        assertThat(value.upper() - value.lower()).isLessThan(1e-9);
    }

    private static void assertEnclosed(Enclosure value, double truth) {
        double rounding = 4e-16 + 1e-14 * truth;
        assertThat(value.lower()).isLessThanOrEqualTo(truth + rounding);
        assertThat(value.upper()).isGreaterThanOrEqualTo(truth - rounding);
        assertThat(value.upper() - value.lower()).isLessThan(1e-10);
    }
}
