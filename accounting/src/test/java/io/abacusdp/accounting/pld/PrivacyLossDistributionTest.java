package io.abacusdp.accounting.pld;

import static io.abacusdp.accounting.Adjacency.ADD_OR_REMOVE_ONE;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import io.abacusdp.accounting.event.Gaussian;
import io.abacusdp.accounting.event.NoOp;
import io.abacusdp.accounting.event.NonPrivate;
import io.abacusdp.accounting.event.PoissonSampled;
import io.abacusdp.accounting.event.PureDp;
import io.abacusdp.accounting.event.Repeated;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class PrivacyLossDistributionTest {
    private final PldAccountant accountant = new PldAccountant();

    /** Published advantages, which are δ(0), and δ at the published ε(1e-5) of both directions. */
    @ParameterizedTest
    @CsvSource({
        "1.5,.04,2250,.5141351620,6.7687803935,6.1785526461",
        "1,.01,1000,.1610176197,1.8282366665,1.4166619480",
        "1,.2,500,.98558220,38.1702472,27.3209657"
    })
    void laws_ofSampledGaussians_boundTheAdvantage(
            double sigma, double rate, long steps, double advantage, double removed, double added) {
        Repeated event = new Repeated(steps, new PoissonSampled(rate, new Gaussian(sigma)));
        List<PrivacyLossDistribution> above = accountant.above(event, ADD_OR_REMOVE_ONE);
        List<PrivacyLossDistribution> below = accountant.below(event, ADD_OR_REMOVE_ONE);
        assertThat(above).hasSize(2);
        double[] epsilon = {removed, added};
        for (int i = 0; i < 2; i++) {
            assertThat(above.get(i).hockeyStick(0)).isBetween(advantage - 2e-9, advantage * (1 + 1e-3));
            assertThat(below.get(i).hockeyStick(0)).isBetween(advantage * (1 - 1e-3), advantage + 2e-9);
            assertThat(above.get(i).hockeyStick(epsilon[i])).isBetween(1e-5 * (1 - 1e-6), 1e-5 * (1 + 1e-2));
            assertThat(below.get(i).hockeyStick(epsilon[i])).isBetween(1e-5 * (1 - 1e-2), 1e-5 * (1 + 1e-6));
        }
    }

    @Test
    void masses_underBothLaws_sumToOne() {
        Repeated event = new Repeated(1000, new PoissonSampled(.01, new Gaussian(1)));
        PrivacyLossDistribution law = accountant.above(event, ADD_OR_REMOVE_ONE).get(0);
        double underP = law.infinityMass();
        double underQ = 0;
        for (int i = 0; i < law.size(); i++) {
            assertThat(law.mass(i)).isNotNegative();
            underP += law.mass(i);
            underQ += law.mass(i) * Math.exp(-law.loss(i));
        }
        assertThat(underP).isCloseTo(1, within(1e-8)).isGreaterThanOrEqualTo(1);
        assertThat(underQ).isCloseTo(1, within(1e-8));
        assertThat(law.loss(1) - law.loss(0)).isCloseTo(law.step(), within(1e-12));
    }

    @Test
    void hockeyStick_negativeEpsilon_isAtLeastWhatTotalsImply() {
        PrivacyLossDistribution law =
                accountant.above(new Gaussian(1), ADD_OR_REMOVE_ONE).get(0);
        // δ(ε) ≥ 1 − e^ε for every pair, with near equality far down.
        assertThat(law.hockeyStick(-20)).isCloseTo(1 - Math.exp(-20), within(1e-9));
        assertThat(law.hockeyStick(-1)).isGreaterThan(1 - Math.exp(-1));
    }

    @Test
    void laws_ofSimpleEvents_areExact() {
        PrivacyLossDistribution none =
                accountant.above(new NoOp(), ADD_OR_REMOVE_ONE).get(0);
        assertThat(none.hockeyStick(0)).isZero();
        assertThat(accountant.below(new NoOp(), ADD_OR_REMOVE_ONE).get(0).size())
                .isEqualTo(1);
        PrivacyLossDistribution pure =
                accountant.above(new PureDp(1), ADD_OR_REMOVE_ONE).get(0);
        assertThat(pure.hockeyStick(0)).isCloseTo(Math.tanh(.5), within(1e-12)).isGreaterThanOrEqualTo(Math.tanh(.5));
        assertThat(accountant.above(new NonPrivate(), ADD_OR_REMOVE_ONE).get(0).infinityMass())
                .isGreaterThanOrEqualTo(1);
    }

    @ParameterizedTest
    @ValueSource(doubles = {Double.NaN, Double.POSITIVE_INFINITY, Double.NEGATIVE_INFINITY})
    void hockeyStick_notFinite_isRefused(double epsilon) {
        PrivacyLossDistribution law =
                accountant.above(new Gaussian(1), ADD_OR_REMOVE_ONE).get(0);
        assertThatThrownBy(() -> law.hockeyStick(epsilon))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("epsilon must be finite, got " + epsilon);
    }
}
