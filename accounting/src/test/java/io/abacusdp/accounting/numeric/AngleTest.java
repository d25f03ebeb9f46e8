package io.abacusdp.accounting.numeric;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

class AngleTest {
    /** The JDK's own may err by two units in the last place, which are four of 2^−53. */
    private static final double ALLOWED = 12 * 0x1p-53;

    private static final int POINTS = 40 * Integer.getInteger("numeric.arguments", 500);

    @Test
    void angle_anyPointOfTheUpperHalf_isTheJdksToEightRoundings() {
        SplittableRandom random = new SplittableRandom(3);
        for (int i = 0; i < POINTS; i++) {
            double x = Math.exp(random.nextDouble(-40, 40)) * (random.nextBoolean() ? 1 : -1);
            double y = Math.abs(x) * Math.exp(i % 2 == 0 ? random.nextDouble(-30, 30) : random.nextDouble(-1, 1));
            assertClose(y, x);
        }
    }

    /** Where the eighths change, at the diagonals and on the axes. */
    @Test
    void angle_whereFormulasMeet_isTheJdks() {
        for (int i = 0; i <= 32; i++) {
            double w = i / 16.0;
            for (double y : new double[] {Math.max(0, Math.nextDown(w)), w, Math.nextUp(w)}) {
                assertClose(y, 1);
                assertClose(y, -1);
                assertClose(1, y);
                assertClose(1, -y);
            }
        }
        assertThat(Angle.of(0, 2)).isZero();
        assertThat(Angle.of(0, -2)).isEqualTo(Math.PI);
        assertThat(Angle.of(Double.MIN_VALUE, 1)).isEqualTo(Double.MIN_VALUE);
    }

    private static void assertClose(double y, double x) {
        double truth = Math.atan2(y, x);
        assertThat(Math.abs(Angle.of(y, x) - truth))
                .as(y + ", " + x)
                .isLessThanOrEqualTo(ALLOWED * truth + Double.MIN_VALUE);
    }
}
