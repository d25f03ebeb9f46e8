package io.abacusdp.accounting.pld;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class ExponentialPairTest {
    @Test
    void boundedRange_anyTwoPointPairOfThatRange_isDominated() {
        double range = 1.3;
        PrivacyLossDistribution upper = above(ExponentialPair.boundedRange(range, 1));
        for (double t = 0.05; t < range; t += 0.05) {
            PrivacyLossDistribution lower = below(twoPoint(t - range, t));
            for (double epsilon = -2; epsilon < 2; epsilon += 0.1) {
                assertThat(lower.hockeyStick(epsilon)).isLessThanOrEqualTo(upper.hockeyStick(epsilon) + 1e-15);
            }
        }
    }

    @Test
    void boundedRange_atEachLoss_isAttainedByOneTwoPointPair() {
        double range = 1.3;
        PrivacyLossDistribution upper = above(ExponentialPair.boundedRange(range, 1));
        for (double epsilon = -1.2; epsilon < 1.3; epsilon += 0.1) {
            double t = (range + epsilon) / 2;
            double truth = (Math.exp(range) - Math.exp(t)) * -Math.expm1(epsilon - t) / Math.expm1(range);
            assertThat(upper.hockeyStick(epsilon)).isBetween(truth, truth + 1e-6);
        }
    }

    private static PrivacyLossDistribution above(LossPair pair) {
        return laws(pair).above().get(0).law();
    }

    private static PrivacyLossDistribution below(LossPair pair) {
        return laws(pair).below().get(0).law();
    }

    /** Two outcomes whose masses follow from Σ mass·e^{−loss} = 1. */
    private static AtomicPair twoPoint(double low, double high) {
        double p = Math.expm1(-low) / (Math.exp(-low) - Math.exp(-high));
        return new AtomicPair(new double[] {low, high}, new double[] {1 - p, p}, 0, 0, 0, false);
    }

    private static LatticeLaws laws(LossPair pair) {
        List<RepeatedLaw> above = new ArrayList<>();
        List<RepeatedLaw> below = new ArrayList<>();
        new RepeatedPair(pair, pair, true, false, 1).laws(0.001, 1e-20, Double.NEGATIVE_INFINITY, above, below);
        return new LatticeLaws(above, below);
    }
}
