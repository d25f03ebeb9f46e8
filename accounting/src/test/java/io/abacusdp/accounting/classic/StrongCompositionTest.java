package io.abacusdp.accounting.classic;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import io.abacusdp.accounting.event.ApproximateDp;
import java.util.Map;
import org.junit.jupiter.api.Test;

class StrongCompositionTest {
    private static StrongComposition equal(double epsilon, double delta, long count) {
        return StrongComposition.of(Map.of(new ApproximateDp(epsilon, delta), count));
    }

    @Test
    void dworkRothblumVadhan_hundredQueries_isTheFormula() {
        // 0.1·√(200·ln 10^6) + 10·(e^0.1 − 1) with mpmath at 30 digits.
        assertThat(StrongComposition.dworkRothblumVadhan(0.1, 100, 1e-6))
                .isCloseTo(6.308230950513408, within(1e-14 * 6));
        assertThat(StrongComposition.dworkRothblumVadhan(0, 100, 1e-6)).isZero();
        assertThat(StrongComposition.totalDelta(1e-8, 100, 1e-6))
                .isCloseTo(2e-6, within(1e-20))
                .isGreaterThanOrEqualTo(2e-6);
    }

    @Test
    void epsilon_hundredQueries_isTheTighterForm() {
        // 0.1·√(200·ln 10^6) + 10·tanh(0.05) with mpmath at 30 digits.
        assertThat(equal(0.1, 0, 100).epsilon(1e-6)).isCloseTo(5.756105519335732, within(1e-14 * 6));
        assertThat(equal(0.1, 1e-8, 100).epsilon(2.0000000001e-6)).isCloseTo(5.756105519335732, within(1e-9));
    }

    @Test
    void epsilon_smallTotal_usesTheThirdForm() {
        // V = 1e-4, so that ln(e + √V/δ') < ln(1/δ'): 1e-3·√(200·ln(e + 10)) + 0.1·tanh(0.0005), δ' = 1e-3.
        assertThat(equal(1e-3, 0, 100).epsilon(1e-3)).isCloseTo(0.0226023412153579, within(1e-14));
    }

    @Test
    void epsilon_differentQueries_isTheoremThreePointFive() {
        // κ + √(2V·ln 10^5) for 50 × 0.1 and 20 × 0.3 with mpmath at 30 digits.
        StrongComposition composition =
                StrongComposition.of(Map.of(new ApproximateDp(0.1, 0), 50L, new ApproximateDp(0.3, 0), 20L));
        assertThat(composition.epsilon(1e-5)).isCloseTo(8.420426937964521, within(1e-14 * 6));
    }

    @Test
    void epsilon_largeEpsilon_isBasic() {
        assertThat(equal(3, 0, 10).epsilon(1e-6)).isCloseTo(30, within(1e-14 * 6));
        assertThat(equal(3, 0, 10).epsilon(0)).isCloseTo(30, within(1e-14 * 6));
    }

    @Test
    void epsilon_deltaBelowThatOfTheMechanisms_isInfinite() {
        assertThat(equal(0.1, 1e-5, 100).epsilon(9e-4)).isEqualTo(Double.POSITIVE_INFINITY);
        assertThat(equal(0.1, 1e-5, 100).delta(100))
                .isCloseTo(1e-3, within(1e-17))
                .isGreaterThanOrEqualTo(1e-3);
    }

    @Test
    void everything_manyParameters_isAboveTheOptimum() {
        for (double epsilon = 1e-4; epsilon < 10; epsilon *= 2.7) {
            for (long count = 1; count <= 100_000; count *= 7) {
                OptimalComposition optimal = OptimalComposition.of(Map.of(new ApproximateDp(epsilon, 0), count));
                StrongComposition strong = equal(epsilon, 0, count);
                for (double delta = 0.5; delta > 1e-40; delta *= delta) {
                    double bound = strong.epsilon(delta);
                    assertThat(lawDelta(epsilon, count, bound)).isLessThanOrEqualTo(delta);
                    assertThat(StrongComposition.dworkRothblumVadhan(epsilon, count, delta))
                            .isGreaterThanOrEqualTo(Math.min(bound, optimal.epsilon(delta)));
                    assertThat(strong.delta(bound)).isLessThanOrEqualTo(delta * (1 + 1e-10));
                }
            }
        }
    }

    /** The exact profile by itself, which {@link OptimalComposition} takes the lesser of and the strong one. */
    private static double lawDelta(double epsilon, long count, double total) {
        ApproximateParts parts = ApproximateParts.of(Map.of(new ApproximateDp(epsilon, 0), count));
        return total >= parts.epsilonSum() ? 0 : new LossProfile(PureCompositionLaw.of(parts)).delta(total);
    }

    @Test
    void delta_extremes_areSafe() {
        assertThat(equal(1e-200, 0, 1).delta(0)).isEqualTo(1);
        assertThat(equal(1e308, 0, 100).delta(1e308)).isEqualTo(1);
        assertThat(equal(1e308, 0, 100).epsilon(0.5)).isEqualTo(Double.POSITIVE_INFINITY);
        assertThat(equal(1e-3, 0, 1_000_000).delta(900)).isPositive();
        assertThat(StrongComposition.of(Map.of()).epsilon(0)).isZero();
        assertThat(StrongComposition.of(Map.of()).delta(0)).isZero();
    }

    @Test
    void arguments_outOfRange_areRefused() {
        assertThatThrownBy(() -> StrongComposition.dworkRothblumVadhan(-1, 1, 0.1))
                .hasMessage("epsilon must be finite and at least 0, got -1.0");
        assertThatThrownBy(() -> StrongComposition.dworkRothblumVadhan(1, 1, 0))
                .hasMessage("delta_prime must be in (0, 1), got 0.0");
        assertThatThrownBy(() -> StrongComposition.totalDelta(Double.NaN, 1, 0.1))
                .hasMessage("delta must be in [0, 1], got NaN");
        assertThatThrownBy(() -> equal(1, 0, 1).delta(Double.NaN))
                .hasMessage("epsilon must be finite and at least 0, got NaN");
        assertThatThrownBy(() -> equal(1, 0, 1).epsilon(1)).hasMessage("delta must be in [0, 1), got 1.0");
    }
}
