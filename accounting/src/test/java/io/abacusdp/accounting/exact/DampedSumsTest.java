package io.abacusdp.accounting.exact;

import static org.assertj.core.api.Assertions.assertThat;

import io.abacusdp.accounting.numeric.RoundOff;
import java.util.SplittableRandom;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Against powers of e^{ihc} in sixty digits. */
class DampedSumsTest {
    private static final double STEP = .37;
    private static final int SIZE = 40;

    private final double[] massReal = new double[SIZE + 3];
    private final double[] massImaginary = new double[SIZE + 3];
    private final double[] pointReal = new double[SIZE + 3];
    private final double[] pointImaginary = new double[SIZE + 3];
    private double spread;

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 15, 16, 17, 32, 127, 128, 129, 300})
    void sums_anyNumberOfFrequencies_areWithinTheirErrors(int n) {
        for (double scale : new double[] {1e-9, .02, 1}) {
            fill(scale, .5, n);
            DampedSums sums = sums(n, 0);
            assertWithin(sums, n, 0);
            for (int k = 1; k <= n; k++) {
                // Good for something: some ten roundings for each unit of the frequency.
                assertThat(sums.roundings[k]).isLessThan(500 * STEP * k);
            }
        }
    }

    @ParameterizedTest
    @ValueSource(doubles = {1e-20, 1e-12, 1e-3})
    void sums_nodesThatAreDampedAway_omitNoMoreThanAllowed(double negligible) {
        // At both ends and in the middle, of which only the ends are left out.
        fill(1, 40, 300);
        DampedSums sums = sums(300, negligible);
        assertWithin(sums, 300, SIZE * negligible);
    }

    @ParameterizedTest
    @ValueSource(doubles = {1e-3, .5})
    void sums_massesThatAreNegligibleAtOnce_areLeftOutWhole(double damping) {
        fill(1, damping, 40);
        DampedSums sums = sums(40, 1);
        double total = 0;
        for (int j = 0; j < SIZE; j++) {
            total += massReal[j];
        }
        // As all masses are below what may be omitted, their terms are −v after the first large step.
        assertThat(Math.abs(sums.real[33] + total)).isLessThan(1e-15);
    }

    private DampedSums sums(int n, double negligible) {
        return new DampedSums(massReal, massImaginary, pointReal, pointImaginary, SIZE, STEP, n, negligible);
    }

    private void fill(double scale, double damping, int seed) {
        SplittableRandom random = new SplittableRandom(seed);
        spread = 0;
        for (int j = 0; j < SIZE; j++) {
            massReal[j] = Math.exp(-8 * random.nextDouble()) / SIZE;
            massImaginary[j] = random.nextDouble(-1, 1) * massReal[j];
            pointReal[j] = scale * random.nextDouble(-3, 3);
            pointImaginary[j] = scale * damping * Math.pow(random.nextDouble(), 4);
            spread += Math.hypot(massReal[j], massImaginary[j]) * Math.hypot(pointReal[j], pointImaginary[j]);
        }
        // Only the first nodes count.
        massReal[SIZE] = Double.NaN;
    }

    private void assertWithin(DampedSums sums, int n, double omitted) {
        HighPrecision[] truth = new HighPrecision[n + 1];
        for (int j = 0; j < SIZE; j++) {
            HighPrecision mass = HighPrecision.of(massReal[j], massImaginary[j]);
            HighPrecision point = HighPrecision.of(-pointImaginary[j], pointReal[j]);
            HighPrecision factor = point.times(HighPrecision.of(STEP, 0)).exp();
            HighPrecision power = HighPrecision.ONE;
            for (int k = 1; k <= n; k++) {
                power = power.times(factor);
                HighPrecision term = mass.times(power.minus(HighPrecision.ONE));
                truth[k] = j == 0 ? term : truth[k].plus(term);
            }
        }
        for (int k = 1; k <= n; k++) {
            double distance = HighPrecision.of(sums.real[k], sums.imaginary[k])
                    .minus(truth[k])
                    .modulus();
            assertThat(distance)
                    .as("k %s of %s", k, n)
                    .isLessThanOrEqualTo(RoundOff.UNIT * spread * sums.roundings[k] + omitted);
        }
    }
}
