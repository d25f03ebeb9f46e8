package io.abacusdp.accounting.auto;

import static io.abacusdp.accounting.Adjacency.ADD_OR_REMOVE_ONE;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.abacusdp.accounting.Guarantee;
import io.abacusdp.accounting.ReferenceCsv;
import io.abacusdp.accounting.event.DpEvent;
import io.abacusdp.accounting.event.Gaussian;
import io.abacusdp.accounting.event.RepeatAndSelect;
import io.abacusdp.accounting.exact.ExactAccountant;
import io.abacusdp.accounting.numeric.RepetitionLaw;
import io.abacusdp.accounting.rdp.RdpAccountant;
import java.util.List;
import org.junit.jupiter.api.Test;

/** The best of several runs against frontier-select.csv. */
class SelectionReferenceTest {
    private record Row(
            String text, double shape, double mean, double mu, double epsilon, double bound, double attained) {
        DpEvent event() {
            return new RepeatAndSelect(mean, shape, new Gaussian(1 / mu));
        }
    }

    private static List<Row> rows() {
        return ReferenceCsv.rows("frontier-select.csv").stream()
                .map(cell -> new Row(
                        String.join(",", cell),
                        cell[0].equals("poisson") ? Double.POSITIVE_INFINITY : Double.parseDouble(cell[1]),
                        Double.parseDouble(cell[3]),
                        Double.parseDouble(cell[4]),
                        Double.parseDouble(cell[5]),
                        Double.parseDouble(cell[8]),
                        Double.parseDouble(cell[10])))
                .toList();
    }

    @Test
    void delta_ofTheBestOfSeveralRuns_isThePublishedBoundOrLessAndAboveWhatIsAttained() {
        for (Row row : rows()) {
            TunedProfile profile = new TunedProfile(
                    new ExactAccountant().profile(new Gaussian(1 / row.mu()), ADD_OR_REMOVE_ONE),
                    new RepetitionLaw(row.mean(), row.shape()),
                    ADD_OR_REMOVE_ONE);
            double delta = profile.delta(row.epsilon()).delta();
            // The shift of a truncated negative binomial is found to 1e-6; that of the table for Poisson is from a
            // grid.
            assertThat(delta).as(row.text()).isLessThanOrEqualTo(row.bound() * (1 + 1e-4));
            assertThat(delta).as(row.text()).isGreaterThanOrEqualTo(row.attained());
            if (row.shape() < Double.POSITIVE_INFINITY) {
                assertThat(delta).as(row.text()).isGreaterThanOrEqualTo(row.bound() * (1 - 1e-9));
            }
            assertThat(profile.epsilon(delta).epsilon()).as(row.text()).isCloseTo(row.epsilon(), within(1e-6));
        }
    }

    @Test
    void epsilon_byTheBestAccountant_isTheLesserOfRenyiAndProfile() {
        for (Row row : rows()) {
            Guarantee best = AutoAccountant.best().epsilon(row.event(), ADD_OR_REMOVE_ONE, 1e-6);
            double renyi = new RdpAccountant()
                    .epsilon(row.event(), ADD_OR_REMOVE_ONE, 1e-6)
                    .epsilon();
            assertThat(best.epsilon()).as(row.text()).isLessThanOrEqualTo(renyi);
            assertThat(AutoAccountant.best()
                            .delta(row.event(), ADD_OR_REMOVE_ONE, row.epsilon())
                            .delta())
                    .as(row.text())
                    .isGreaterThanOrEqualTo(row.attained());
        }
    }

    @Test
    void epsilon_ofOneRun_isThatOfTheRun() {
        DpEvent run = DpEvent.sampledGaussian(0.01, 1, 1000);
        assertThat(AutoAccountant.best().epsilon(new RepeatAndSelect(1, 1, run), ADD_OR_REMOVE_ONE, 1e-5))
                .isEqualTo(AutoAccountant.best().epsilon(run, ADD_OR_REMOVE_ONE, 1e-5));
        double nearlyOne = AutoAccountant.best()
                .epsilon(new RepeatAndSelect(1 + 1e-9, 1, run), ADD_OR_REMOVE_ONE, 1e-5)
                .epsilon();
        assertThat(nearlyOne)
                .isCloseTo(
                        AutoAccountant.best()
                                .epsilon(run, ADD_OR_REMOVE_ONE, 1e-5)
                                .epsilon(),
                        within(1e-4));
    }

    /** With probability e^{−0.1} there is no run: nothing is shown, and delta covers all that is. */
    @Test
    void epsilon_whereDeltaCoversThatThereIsARun_isNothing() {
        DpEvent rarely = new RepeatAndSelect(0.1, Double.POSITIVE_INFINITY, new Gaussian(0.1));
        assertThat(AutoAccountant.best().epsilon(rarely, ADD_OR_REMOVE_ONE, 0.5).epsilon())
                .isZero();
        assertThat(AutoAccountant.best().delta(rarely, ADD_OR_REMOVE_ONE, 0).delta())
                .isLessThanOrEqualTo(-Math.expm1(-0.1) * (1 + 1e-9));
        assertThat(AutoAccountant.best()
                        .epsilon(rarely, ADD_OR_REMOVE_ONE, 0.05)
                        .epsilon())
                .isGreaterThan(1);
    }

    @Test
    void epsilon_ofMoreRuns_isNotLess() {
        for (double shape : new double[] {0, 0.5, 1, 3, Double.POSITIVE_INFINITY}) {
            double before = 0;
            for (double mean : new double[] {1, 1.5, 3, 10, 100}) {
                double epsilon = AutoAccountant.best()
                        .epsilon(new RepeatAndSelect(mean, shape, new Gaussian(4)), ADD_OR_REMOVE_ONE, 1e-6)
                        .epsilon();
                assertThat(epsilon).as("%s of shape %s", mean, shape).isGreaterThanOrEqualTo(before * (1 - 1e-5));
                before = epsilon;
            }
        }
    }
}
