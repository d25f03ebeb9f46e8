package io.abacusdp.training.audit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.abacusdp.accounting.Adjacency;
import io.abacusdp.accounting.event.Composed;
import io.abacusdp.accounting.event.DpEvent;
import io.abacusdp.accounting.event.Gaussian;
import io.abacusdp.accounting.event.Laplace;
import io.abacusdp.accounting.event.NoOp;
import io.abacusdp.accounting.event.PoissonSampled;
import io.abacusdp.accounting.event.Repeated;
import java.util.List;
import org.junit.jupiter.api.Test;

class NoiseFamilyTest {
    private static final NoiseFamily GAUSSIAN = family(new Gaussian(1.39));

    private static NoiseFamily family(DpEvent event) {
        return new NoiseFamily(event, Adjacency.ADD_OR_REMOVE_ONE, 1e-5);
    }

    /** An advantage of 0.25 is that of μ = 2Φ⁻¹(0.625) = 0.637279, by scipy 1.17.1, hence of noise 1.12890 times 1.39. */
    @Test
    void leastRefuted_byAnAdvantage_isTheNoiseThatHasIt_roundedUp() {
        assertThat(GAUSSIAN.leastRefuted(new Evidence.RightGuesses(0, 0, 0.25))).isBetween(1.12889, 1.1295);
    }

    /** f(0.1) of noise 0.8·1.39 is Φ(Φ⁻¹(0.9) − 1/1.112) = 0.648869, by scipy 1.17.1. */
    @Test
    void leastRefuted_byErrorRates_isTheNoiseWhoseCurveIsThere_roundedUp() {
        Evidence evidence = new Evidence.ErrorCounts(0, 0, 0, 0, 0.1, 0.648869);
        assertThat(GAUSSIAN.leastRefuted(evidence)).isBetween(0.79999, 0.8005);
    }

    @Test
    void leastRefuted_byNothing_isInfinite_andByEverything_isTheLeastFactor() {
        assertThat(GAUSSIAN.leastRefuted(new Evidence.RightGuesses(0, 0, -0.1)))
                .isPositive()
                .isInfinite();
        assertThat(GAUSSIAN.leastRefuted(new Evidence.RightGuesses(0, 0, 1.5))).isEqualTo(NoiseFamily.LEAST_FACTOR);
        assertThat(GAUSSIAN.epsilonLower(Double.POSITIVE_INFINITY)).isZero();
    }

    /** The more that was seen, the less noise is left: claims are nested. */
    @Test
    void leastRefuted_fallsWithTheAdvantage() {
        NoiseFamily sampled = family(new Composed(
                List.of(new Repeated(8, new PoissonSampled(0.25, new Gaussian(1.44))), new NoOp())));
        double last = Double.POSITIVE_INFINITY;
        for (double advantage = 0.02; advantage < 0.9; advantage += 0.08) {
            double factor = sampled.leastRefuted(new Evidence.RightGuesses(0, 0, advantage));
            assertThat(factor).isLessThan(last);
            assertThat(sampled.epsilonLower(factor)).isPositive();
            last = factor;
        }
    }

    @Test
    void leastRefuted_ofOtherNoise_isRefusedByName() {
        assertThatThrownBy(() -> family(new Laplace(1)).leastRefuted(new Evidence.RightGuesses(0, 0, 0.25)))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("Gaussian noise, got Laplace");
    }
}
