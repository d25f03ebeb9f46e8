package io.abacusdp.accounting.rdp;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.data.Offset.offset;

import io.abacusdp.accounting.Adjacency;
import io.abacusdp.accounting.HighReal;
import io.abacusdp.accounting.event.DpEvent;
import io.abacusdp.accounting.event.GivenRdp;
import java.math.BigDecimal;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ConversionTest {
    @Test
    void epsilon_byEachConversion_isNotAboveTheOneBefore() {
        SplittableRandom random = new SplittableRandom(7);
        for (int i = 0; i < 20_000; i++) {
            double order = 1 + Math.exp(random.nextDouble(-7, 9));
            double rdp = Math.exp(random.nextDouble(-40, 8));
            double delta = Math.exp(random.nextDouble(-200, -0.1));
            double balle = Conversion.BALLE.epsilon(order, rdp, delta);
            assertThat(balle).isLessThanOrEqualTo(Conversion.MIRONOV.epsilon(order, rdp, delta));
            double optimal = Conversion.OPTIMAL.epsilon(order, rdp, delta);
            assertThat(optimal).isLessThanOrEqualTo(balle).isNotNegative();
        }
    }

    @Test
    void epsilon_ofMironovAndBalle_isTheFormula() {
        assertThat(Conversion.MIRONOV.epsilon(3, 0.5, 1e-5)).isCloseTo(0.5 + Math.log(1e5) / 2, offset(1e-13));
        assertThat(Conversion.BALLE.epsilon(3, 0.5, 1e-5))
                .isCloseTo(0.5 + Math.log(2 / 3.0) - (Math.log(1e-5) + Math.log(3)) / 2, offset(1e-13));
        assertThat(Conversion.BALLE.epsilon(3, 1e-3, 0.9)).isZero();
        assertThat(Conversion.MIRONOV.delta(3, 0.5, 2)).isCloseTo(Math.exp(-3), offset(1e-14));
        assertThat(Conversion.BALLE.delta(3, 0.5, 2)).isCloseTo(Math.exp(-3) / 2 * Math.pow(2 / 3.0, 3), offset(1e-14));
    }

    /** By trisection of q and bisection of ε in sixty decimal digits; where λ is above 2^53, l₂ must not be one logarithm. */
    @ParameterizedTest
    @CsvSource({
        "1.0860141669908436, 0.001149586201145781, 9.731088391215872e-07, 50.3654517961968",
        "1.001953125, 0.0625, 0.0009765625, 56.1556602369593",
        "1.0009765625, 0.5, 0.0078125, 57.9332416507877",
        "1.015625, 1, 0.00390625, 98.6609252169984"
    })
    void epsilon_optimalAtOrdersNearOne_isThatOfTheWorstPair(double order, double rdp, double delta, double truth) {
        assertThat(Conversion.OPTIMAL.epsilon(order, rdp, delta)).isBetween(truth * (1 - 1e-14), truth * (1 + 1e-9));
    }

    /** The formula in a hundred digits, at orders next to 1 and where the two logarithms cancel. */
    @Test
    void epsilonAndDelta_balleAtAnyOrder_areNotBelowTheFormula() {
        SplittableRandom random = new SplittableRandom(11);
        for (int i = 0; i < 400; i++) {
            double order = 1 + Math.exp(random.nextDouble(-20, 8));
            BigDecimal alpha = HighReal.real(order);
            BigDecimal a = alpha.subtract(BigDecimal.ONE);
            BigDecimal logShare = HighReal.log(HighReal.divide(a, alpha));
            double delta =
                    i % 2 == 0 ? Math.min(1 / order, Math.nextDown(1.0)) : Math.exp(-random.nextDouble(1e-9, 30));
            double rdp = random.nextDouble(0, 2) - logShare.doubleValue();
            BigDecimal price = HighReal.divide(HighReal.log(HighReal.multiply(HighReal.real(delta), alpha)), a);
            BigDecimal epsilon = HighReal.real(rdp).add(logShare).subtract(price);
            String what = order + " " + rdp + " at " + delta;
            assertThat(HighReal.real(Conversion.BALLE.epsilon(order, rdp, delta)))
                    .as(what)
                    .isGreaterThanOrEqualTo(epsilon);
            double at = random.nextDouble(0, 30);
            BigDecimal exponent = HighReal.multiply(a, HighReal.real(rdp).subtract(HighReal.real(at)))
                    .add(HighReal.multiply(alpha, logShare))
                    .subtract(HighReal.log(a));
            BigDecimal truth = HighReal.exp(exponent).min(BigDecimal.ONE);
            assertThat(HighReal.real(Conversion.BALLE.delta(order, rdp, at)))
                    .as(what + " at epsilon " + at)
                    .isGreaterThanOrEqualTo(truth);
        }
    }

    @Test
    void delta_ofEveryConversion_inverts() {
        SplittableRandom random = new SplittableRandom(8);
        for (Conversion conversion : Conversion.values()) {
            for (int i = 0; i < 5_000; i++) {
                double order = 1 + Math.exp(random.nextDouble(-5, 7));
                double rdp = Math.exp(random.nextDouble(-20, 4));
                double delta = Math.exp(random.nextDouble(-100, -0.5));
                double epsilon = conversion.epsilon(order, rdp, delta);
                assertThat(conversion.delta(order, rdp, epsilon))
                        .as("%s order %s rdp %s delta %s epsilon %s", conversion, order, rdp, delta, epsilon)
                        .isLessThanOrEqualTo(delta * (1 + 1e-8));
            }
        }
    }

    @Test
    void delta_optimal_boundsEveryPairOfTwoPointLawsAndIsReached() {
        // Every pair (p, q) with this divergence has p − e^ε·q at most δ, and one of them reaches it.
        SplittableRandom random = new SplittableRandom(9);
        for (int i = 0; i < 60; i++) {
            double order = 1 + Math.exp(random.nextDouble(-2, 3));
            double rdp = Math.exp(random.nextDouble(-12, 1.5));
            double epsilon = random.nextDouble() < 0.3 ? 0 : Math.exp(random.nextDouble(-4, 1));
            // The pairs with at most this divergence form a convex set, so that p − e^ε·q has one maximum over q.
            double low = -40;
            double high = 0;
            for (int k = 0; k < 120; k++) {
                double left = low + (high - low) / 3;
                double right = high - (high - low) / 3;
                if (gain(order, rdp, epsilon, left) < gain(order, rdp, epsilon, right)) {
                    low = left;
                } else {
                    high = right;
                }
            }
            double best = Math.max(0, gain(order, rdp, epsilon, low));
            double delta = Conversion.OPTIMAL.delta(order, rdp, epsilon);
            String what = "order %s rdp %s epsilon %s".formatted(order, rdp, epsilon);
            assertThat(delta).as(what).isGreaterThanOrEqualTo(best * (1 - 1e-12));
            if (best > 1e-12) {
                assertThat(delta).as(what).isLessThanOrEqualTo(best * (1 + 1e-6));
            }
        }
    }

    private static double gain(double order, double rdp, double epsilon, double logQ) {
        double q = Math.exp(logQ);
        return largestP(order, rdp, q) - Math.exp(epsilon) * q;
    }

    /** The largest p with D_α(Ber(p)‖Ber(q)) ≤ γ, from below, by bisection on the plain definition. */
    private static double largestP(double order, double rdp, double q) {
        double low = q;
        double high = 1;
        for (int i = 0; i < 60; i++) {
            double p = (low + high) / 2;
            double moment =
                    Math.pow(p, order) * Math.pow(q, 1 - order) + Math.pow(1 - p, order) * Math.pow(1 - q, 1 - order);
            if (Math.log(moment) / (order - 1) <= rdp * (1 - 1e-9)) {
                low = p;
            } else {
                high = p;
            }
        }
        return low;
    }

    @Test
    void delta_atTinyDivergence_fallsToTheTotalVariation() {
        // Two laws with χ² = γ have a total variation of at most √γ/2, reached at q = 1/2.
        double rdp = 1e-16;
        assertThat(Conversion.OPTIMAL.delta(2, rdp, 0)).isCloseTo(0.5e-8, offset(1e-13));
        assertThat(Conversion.OPTIMAL.epsilon(2, rdp, 0.51e-8)).isZero();
        assertThat(Conversion.OPTIMAL.epsilon(2, rdp, 0.49e-8)).isPositive();
    }

    @Test
    void conversion_ofNoDivergence_isZero() {
        for (Conversion conversion : Conversion.values()) {
            assertThat(conversion.epsilon(2, 0, 1e-9)).isZero();
            assertThat(conversion.delta(2, 0, 0)).isZero();
        }
        DpEvent none = new GivenRdp(List.of(1.5, 2.0, 8.0), List.of(0.0, 0.0, 0.0));
        RdpAccountant balle = new RdpAccountant(Orders.of(1.5, 2, 8), Conversion.BALLE);
        assertThat(balle.epsilon(none, Adjacency.ADD_OR_REMOVE_ONE, 1e-5).epsilon())
                .isZero();
    }

    @Test
    void delta_ofAnyDivergence_isNeverZero() {
        for (Conversion conversion : Conversion.values()) {
            assertThat(conversion.delta(30, 1e-3, 1e4)).isGreaterThanOrEqualTo(Double.MIN_VALUE);
        }
    }

    @Test
    void epsilon_ofInfiniteDivergence_isInfinite() {
        for (Conversion conversion : Conversion.values()) {
            assertThat(conversion.epsilon(2, Double.POSITIVE_INFINITY, 1e-5)).isInfinite();
            assertThat(conversion.delta(2, Double.POSITIVE_INFINITY, 3)).isEqualTo(1);
        }
    }
}
