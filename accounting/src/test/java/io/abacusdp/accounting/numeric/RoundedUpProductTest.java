package io.abacusdp.accounting.numeric;

import static org.assertj.core.api.Assertions.assertThat;

import java.math.BigDecimal;
import java.util.Random;
import org.junit.jupiter.api.Test;

class RoundedUpProductTest {
    @Test
    void product_randomFactors_isTheLeastDoubleNotBelow() {
        Random random = new Random(1);
        for (int i = 0; i < 10_000; i++) {
            double a = Math.scalb(random.nextDouble() + 0.5, random.nextInt(400) - 200);
            double b = i % 3 == 0 ? random.nextInt(1000) + 1 : random.nextDouble();
            BigDecimal exact = new BigDecimal(a).multiply(new BigDecimal(b));
            double product = RoundedUp.product(a, b);
            assertThat(new BigDecimal(product).compareTo(exact)).isNotNegative();
            assertThat(new BigDecimal(Math.nextDown(product)).compareTo(exact)).isNegative();
        }
    }

    @Test
    void product_edges_areSafe() {
        assertThat(RoundedUp.product(0.3, 1)).isEqualTo(0.3);
        assertThat(RoundedUp.product(0, Double.POSITIVE_INFINITY)).isZero();
        assertThat(RoundedUp.product(1e-300, 1e-300)).isEqualTo(Double.MIN_VALUE);
        assertThat(RoundedUp.product(1e300, 1e300)).isEqualTo(Double.POSITIVE_INFINITY);
    }
}
