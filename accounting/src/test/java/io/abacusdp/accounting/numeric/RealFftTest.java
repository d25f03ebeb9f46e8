package io.abacusdp.accounting.numeric;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.math.BigDecimal;
import java.math.MathContext;
import java.util.SplittableRandom;
import org.jtransforms.fft.DoubleFFT_1D;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class RealFftTest {
    @ParameterizedTest
    @ValueSource(ints = {8, 16, 32, 512, 4096, 8192, 1 << 15, 1 << 18})
    void forward_randomValues_agreesWithJTransforms(int size) {
        double[] x = random(size);
        double[] ours = x.clone();
        RealFft fft = RealFft.ofSize(size);
        fft.forward(ours);
        double[] theirs = x.clone();
        new DoubleFFT_1D(size).realForward(theirs);

        // Theirs is not more exact than ours: the bound is that of both.
        double bound = 2 * fft.relativeError() * sumOfMagnitudes(x);
        assertThat(ours[0]).isCloseTo(theirs[0], within(bound));
        assertThat(ours[1]).isCloseTo(theirs[1], within(bound));
        int half = size / 2;
        for (int slot = 1; slot < half; slot++) {
            int k = Integer.reverse(slot) >>> (Integer.numberOfLeadingZeros(half) + 1);
            assertThat(ours[2 * slot]).isCloseTo(theirs[2 * k], within(bound));
            // Their exponent has the other sign.
            assertThat(ours[2 * slot + 1]).isCloseTo(-theirs[2 * k + 1], within(bound));
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {8, 16, 1024, 2048, 1 << 17})
    void inverse_ofForward_isIdentityWithinItsBound(int size) {
        double[] x = random(size);
        double[] y = x.clone();
        RealFft fft = RealFft.ofSize(size);
        fft.forward(y);
        fft.inverse(y);
        double bound = 2 * fft.relativeError() * sumOfMagnitudes(x);
        for (int i = 0; i < size; i++) {
            assertThat(y[i]).isCloseTo(x[i], within(bound));
        }
    }

    @Test
    void product_ofSpectra_isCyclicConvolution() {
        int size = 64;
        double[] x = random(size);
        double[] direct = new double[size];
        for (int i = 0; i < size; i++) {
            for (int j = 0; j < size; j++) {
                direct[(i + j) % size] += x[i] * x[j];
            }
        }
        RealFft fft = RealFft.ofSize(size);
        fft.forward(x);
        x[0] *= x[0];
        x[1] *= x[1];
        for (int i = 2; i < size; i += 2) {
            double re = x[i] * x[i] - x[i + 1] * x[i + 1];
            x[i + 1] = 2 * x[i] * x[i + 1];
            x[i] = re;
        }
        fft.inverse(x);
        for (int i = 0; i < size; i++) {
            assertThat(x[i]).isCloseTo(direct[i], within(1e-13));
        }
    }

    @Test
    void unitRoots_allOfAnEighth_areWithinAnUlp() {
        double[] w = new double[2];
        for (int k = 0; k <= 256; k++) {
            UnitRoots.put(w, 0, k / 512.0);
            BigDecimal angle = new BigDecimal("3.14159265358979323846264338327950288419716939937510582")
                    .multiply(new BigDecimal(k / 512.0));
            assertUlp(w[0], series(angle, 0));
            assertUlp(w[1], series(angle, 1));
        }
    }

    private static void assertUlp(double actual, BigDecimal exact) {
        double off = new BigDecimal(actual).subtract(exact).abs().doubleValue();
        // At a quarter turn the cosine is exactly 0 but π is not a decimal fraction.
        assertThat(off).isLessThan(Math.max(Math.ulp(actual), 1e-45));
    }

    /** Taylor series of the cosine (power 0) or the sine (1), to 50 digits. */
    private static BigDecimal series(BigDecimal angle, int power) {
        MathContext digits = new MathContext(60);
        BigDecimal term = power == 0 ? BigDecimal.ONE : angle;
        BigDecimal sum = term;
        for (int n = power + 1; n < 60; n += 2) {
            term = term.multiply(angle, digits)
                    .multiply(angle, digits)
                    .divide(BigDecimal.valueOf(-(long) n * (n + 1)), digits);
            sum = sum.add(term, digits);
        }
        return sum;
    }

    @ParameterizedTest
    @ValueSource(ints = {-8, 0, 4, 12, 1000})
    void ofSize_noPowerOfTwoOrTooSmall_isRefused(int size) {
        assertThatThrownBy(() -> RealFft.ofSize(size))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("size must be a power of two from 8 to 2^28, got " + size);
    }

    @Test
    void forward_otherLength_isRefused() {
        assertThatThrownBy(() -> RealFft.ofSize(16).forward(new double[8]))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("the transform is of 16 values, got 8");
    }

    private static double[] random(int size) {
        return new SplittableRandom(size).doubles(size, -1, 1).toArray();
    }

    private static double sumOfMagnitudes(double[] x) {
        double sum = 0;
        for (double value : x) {
            sum += Math.abs(value);
        }
        return sum;
    }
}
