package io.abacusdp.accounting.numeric;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.math.BigDecimal;
import java.util.Arrays;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class RoundedUpTest {
    private final SplittableRandom random = new SplittableRandom(11);

    @Test
    void sum_randomValues_aboveTheExactSumWithinTheStatedBound() {
        for (int i = 0; i < 2000; i++) {
            double[] values = randomValues(random.nextInt(1, 60));
            BigDecimal exact = BigDecimal.ZERO;
            for (double value : values) {
                exact = exact.add(new BigDecimal(value));
            }
            BigDecimal bound = exact.multiply(new BigDecimal(1 + (values.length + 1) * 0x1p-52))
                    .add(new BigDecimal(values.length * Double.MIN_VALUE));
            assertThat(new BigDecimal(RoundedUp.sum(values))).isBetween(exact, bound);
        }
    }

    @Test
    void sum_ofManySmallAndOneLarge_neverLosesTheSmallOnes() {
        double[] values = new double[10_001];
        Arrays.fill(values, 0x1p-54);
        values[0] = 1;
        assertThat(RoundedUp.sum(values)).isGreaterThanOrEqualTo(1 + 10_000 * 0x1p-54);
    }

    @Test
    void sum_anyOrder_sameResultAndArrayLeftAsItWas() {
        for (int i = 0; i < 500; i++) {
            double[] values = randomValues(random.nextInt(2, 20));
            double[] reversed = new double[values.length];
            for (int k = 0; k < values.length; k++) {
                reversed[k] = values[values.length - 1 - k];
            }
            double[] before = values.clone();
            assertThat(RoundedUp.sum(values)).isEqualTo(RoundedUp.sum(reversed));
            assertThat(values).isEqualTo(before);
        }
    }

    @Test
    void sum_zerosOneValueInfinityAndOverflow_exactOrInfinite() {
        assertThat(RoundedUp.sum()).isZero();
        assertThat(RoundedUp.sum(0, -0.0, 0)).isZero();
        assertThat(RoundedUp.sum(0, 0.1, 0)).isEqualTo(0.1);
        assertThat(RoundedUp.sum(1, Double.POSITIVE_INFINITY)).isInfinite();
        assertThat(RoundedUp.sum(Double.MAX_VALUE, Double.MAX_VALUE)).isInfinite();
    }

    @Test
    void product_randomFactors_aboveTheExactProductByAtMostTwoUlps() {
        for (int i = 0; i < 5000; i++) {
            double[] factors = randomValues(2);
            double product = RoundedUp.product(factors[0], factors[1]);
            BigDecimal exact = new BigDecimal(factors[0]).multiply(new BigDecimal(factors[1]));
            assertThat(new BigDecimal(product)).isGreaterThanOrEqualTo(exact);
            assertThat(product).isLessThanOrEqualTo(Math.nextUp(Math.nextUp(factors[0] * factors[1])));
        }
    }

    @Test
    void product_zeroUnderflowAndOverflow_neverBelowTheExactProduct() {
        assertThat(RoundedUp.product(0, Double.POSITIVE_INFINITY)).isZero();
        assertThat(RoundedUp.product(Double.POSITIVE_INFINITY, 0)).isZero();
        assertThat(RoundedUp.product(1e-200, 1e-200)).isEqualTo(Double.MIN_VALUE);
        assertThat(RoundedUp.product(1e200, 1e200)).isInfinite();
        assertThat(RoundedUp.product(2, Double.POSITIVE_INFINITY)).isInfinite();
    }

    @ParameterizedTest
    @ValueSource(doubles = {Double.NaN, -1, -Double.MIN_VALUE, Double.NEGATIVE_INFINITY})
    void anyOperation_nanOrNegativeCost_refused(double cost) {
        String message = "a cost must be at least 0, got " + cost;
        assertThatThrownBy(() -> RoundedUp.sum(1, cost, 2))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage(message);
        assertThatThrownBy(() -> RoundedUp.product(cost, 2))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage(message);
        assertThatThrownBy(() -> RoundedUp.product(0, cost))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage(message);
    }

    private double[] randomValues(int count) {
        double[] values = new double[count];
        for (int i = 0; i < count; i++) {
            values[i] = random.nextInt(8) == 0 ? 0 : random.nextDouble() * Math.pow(2, random.nextInt(-60, 20));
        }
        return values;
    }
}
