package io.abacusdp.accounting.exact;

import static org.assertj.core.api.Assertions.assertThat;

import io.abacusdp.accounting.numeric.RoundOff;
import java.math.BigDecimal;
import java.math.MathContext;
import java.util.SplittableRandom;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Against powers of e^{ihc} in sixty digits. */
class FourierSumsTest {
    private static final MathContext DIGITS = new MathContext(60);

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 16, 17, 24, 25, 33, 50, 49 * 7, 700})
    void sums_anyNumberOfFrequencies_areWithinTheirErrors(int n) {
        SplittableRandom random = new SplittableRandom(n);
        for (double scale : new double[] {1e-9, .02, 1}) {
            int size = 70;
            // Only the first nodes count.
            double[] mass = new double[size + 3];
            double[] points = new double[size + 3];
            double spread = 0;
            for (int j = 0; j < size; j++) {
                mass[j] = Math.exp(-8 * random.nextDouble()) / size;
                points[j] = scale * random.nextDouble(-3, 3);
                spread += mass[j] * Math.abs(points[j]);
            }
            mass[size] = Double.NaN;
            FourierSums sums = new FourierSums(mass, points, size, .37, n);
            BigDecimal[][] truth = truth(mass, points, size, .37, n);
            for (int k = 1; k <= n; k++) {
                double x = new BigDecimal(sums.real[k]).subtract(truth[0][k]).doubleValue();
                double y =
                        new BigDecimal(sums.imaginary[k]).subtract(truth[1][k]).doubleValue();
                assertThat(Math.hypot(x, y))
                        .as("k %s of %s, scale %s", k, n, scale)
                        .isLessThanOrEqualTo(RoundOff.UNIT * spread * sums.roundings[k]);
                // Good for something: some ten roundings for each unit of the frequency.
                assertThat(sums.roundings[k]).isLessThan(500 * .37 * k);
            }
        }
    }

    private static BigDecimal[][] truth(double[] mass, double[] points, int size, double step, int n) {
        BigDecimal[][] sums = new BigDecimal[2][n + 1];
        for (int k = 0; k <= n; k++) {
            sums[0][k] = BigDecimal.ZERO;
            sums[1][k] = BigDecimal.ZERO;
        }
        for (int j = 0; j < size; j++) {
            BigDecimal angle = new BigDecimal(step).multiply(new BigDecimal(points[j]));
            BigDecimal weight = new BigDecimal(mass[j]);
            BigDecimal cosine = series(angle, 0);
            BigDecimal sine = series(angle, 1);
            BigDecimal x = BigDecimal.ONE;
            BigDecimal y = BigDecimal.ZERO;
            for (int k = 1; k <= n; k++) {
                BigDecimal turned = x.multiply(cosine).subtract(y.multiply(sine), DIGITS);
                y = x.multiply(sine).add(y.multiply(cosine), DIGITS);
                x = turned;
                sums[0][k] = sums[0][k].add(weight.multiply(x.subtract(BigDecimal.ONE)), DIGITS);
                sums[1][k] = sums[1][k].add(weight.multiply(y), DIGITS);
            }
        }
        return sums;
    }

    /** The terms of e^{ix} of even or odd power: cosine or sine. */
    private static BigDecimal series(BigDecimal x, int from) {
        BigDecimal term = from == 0 ? BigDecimal.ONE : x;
        BigDecimal sum = term;
        BigDecimal square = x.multiply(x, DIGITS).negate();
        for (int k = from + 2; k < 80; k += 2) {
            term = term.multiply(square, DIGITS).divide(new BigDecimal((long) k * (k - 1)), DIGITS);
            sum = sum.add(term, DIGITS);
        }
        return sum;
    }
}
