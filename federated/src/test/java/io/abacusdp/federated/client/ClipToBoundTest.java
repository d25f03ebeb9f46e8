package io.abacusdp.federated.client;

import static org.assertj.core.api.Assertions.assertThat;

import java.math.BigDecimal;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

class ClipToBoundTest {
    /** From the least to the greatest floats, against exact norms. */
    @Test
    void update_ofAnySize_isWithinItsBoundExactly() {
        SplittableRandom random = new SplittableRandom(1);
        for (int i = 0; i < 2000; i++) {
            double bound = Math.pow(10, random.nextDouble(-12, 10));
            double scale = Math.pow(10, random.nextDouble(-46, 38));
            float[] given = new float[1 + random.nextInt(30)];
            for (int j = 0; j < given.length; j++) {
                given[j] = (float) (scale * random.nextDouble(-1, 1));
            }

            ClipToBound clipped = new ClipToBound(given, bound);

            assertThat(squaredNorm(clipped.update)).isLessThanOrEqualTo(new BigDecimal(bound).pow(2));
            if (clipped.isWithin) {
                assertThat(clipped.update).isEqualTo(given);
            } else {
                assertThat(squaredNorm(clipped.update).doubleValue()).isGreaterThan(bound * bound * (1 - 3e-6));
            }
        }
    }

    private static BigDecimal squaredNorm(float[] vector) {
        BigDecimal sum = BigDecimal.ZERO;
        for (float value : vector) {
            sum = sum.add(new BigDecimal(value).pow(2));
        }
        return sum;
    }
}
