package io.abacusdp.accounting.exact;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.SplittableRandom;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Against the same sums in sixty digits. */
class IntegrandTest {
    private static final double STEP = .31;
    private static final double MEAN = 2.3;

    @ParameterizedTest
    @EnumSource(Kernel.class)
    void sum_manyThresholds_isWithinItsError(Kernel kernel) {
        SplittableRandom random = new SplittableRandom(7);
        int terms = 150;
        double[] real = random.doubles(terms, -1, 1).toArray();
        double[] imaginary = random.doubles(terms, -1, 1).toArray();
        for (double t : new double[] {-2.5, -.4, .01, 6}) {
            Integrand integrand = new Integrand(kernel, t, STEP, MEAN, real, imaginary, new double[terms]);
            for (double c : new double[] {-90, 0, 2.3, 2.4, 1e4}) {
                HighPrecision truth = truth(kernel, t, c, real, imaginary);
                double distance = HighPrecision.of(integrand.sum(c), 0)
                        .minus(HighPrecision.of(truth.real().doubleValue(), 0))
                        .modulus();
                double error = integrand.error(c);
                assertThat(distance).as("t %s c %s", t, c).isLessThanOrEqualTo(error);
            }
            // Good for something.
            assertThat(integrand.error(0)).isLessThan(1e-11 / Math.abs(t));
        }
    }

    @ParameterizedTest
    @EnumSource(Kernel.class)
    void error_termsThatErr_isTheirSumWeighedByTheKernel(Kernel kernel) {
        double[] nothing = new double[3];
        double[] errors = new double[3];
        Arrays.fill(errors, 1e-3);
        double found = new Integrand(kernel, 2, STEP, MEAN, nothing, nothing, errors).error(1);
        double expected = 0;
        for (int k = 0; k < 3; k++) {
            double atZero = Math.hypot(2, k * STEP);
            double atOne = Math.hypot(3, k * STEP);
            double norm = kernel == Kernel.DELTA ? atZero * atOne : kernel == Kernel.UNDER_P ? atZero : atOne;
            expected += (k == 0 ? .5 : 1) * 1e-3 / norm;
        }
        assertThat(found / expected - 1).isBetween(-1e-12, 1e-12);
    }

    /** Re (φ_0·κ(t)/2 + Σ φ_k·κ(t + ikh)·e^{ikh(m − c)}). */
    private static HighPrecision truth(Kernel kernel, double t, double c, double[] real, double[] imaginary) {
        HighPrecision step = HighPrecision.of(0, STEP);
        HighPrecision turn = step.times(HighPrecision.of(MEAN, 0).minus(HighPrecision.of(c, 0)))
                .exp();
        HighPrecision power = HighPrecision.of(.5, 0);
        HighPrecision sum = HighPrecision.ZERO;
        for (int k = 0; k < real.length; k++) {
            HighPrecision z = HighPrecision.of(t, 0).plus(step.times(HighPrecision.of(k, 0)));
            HighPrecision next = z.plus(HighPrecision.ONE);
            HighPrecision kernelInverse = kernel == Kernel.DELTA ? z.times(next) : kernel == Kernel.UNDER_P ? z : next;
            sum = sum.plus(HighPrecision.of(real[k], imaginary[k]).times(power).over(kernelInverse));
            power = k == 0 ? turn : power.times(turn);
        }
        return sum;
    }
}
