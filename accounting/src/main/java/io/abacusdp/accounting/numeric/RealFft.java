package io.abacusdp.accounting.numeric;

/**
 * Discrete Fourier transform of a power-of-two number n of real values, for convolution.
 *
 * <p>Formula: X_k = Σ_j x_j·e^{2πijk/n} for k = 0..n/2, in place. Slot 0 holds the two real values X_0 and X_{n/2}; slot
 * p &gt; 0 holds X_k as real and imaginary part, where k is p with its log2(n/2) bits reversed. Slots of two transforms of
 * one size match, which is all that a product of spectra needs.
 *
 * <p>Method: the even- and odd-numbered values are transformed as real and imaginary parts of n/2 complex values (radix 4,
 * depth first, roots of unity from tables), and then separated.
 *
 * <p>Accuracy: every X_k is within {@link #relativeError()}·Σ|x_j| of the exact one, and every x_j of the inverse within
 * relativeError()·(1/n)·Σ_k|X_k|, the sum over all n frequencies. It follows from the bound on each level of
 * butterflies; errors of a level multiply paths from input to output, so that they add up in the exponent.
 *
 * <p>A transform of our own, as this module has no runtime dependency, and as a bound on the error has to come with it;
 * its speed is compared with JTransforms in the benchmarks.
 *
 * <p>Immutable and safe for use by many threads.
 */
public final class RealFft {
    /** Relative error that one level of butterflies, or the separation, adds at most: (√2 + √5 + 1)·2^−53, rounded up. */
    private static final double LEVEL_ERROR = 4.7 * RoundOff.UNIT;

    private final int size;
    private final ComplexFft half;

    private RealFft(int size) {
        this.size = size;
        this.half = new ComplexFft(size / 2);
    }

    /** A transform of the given number of real values, a power of two from 8 to 2^28. */
    public static RealFft ofSize(int size) {
        if (size >= 8 && size <= 1 << 28 && Integer.bitCount(size) == 1) {
            return new RealFft(size);
        }
        throw new IllegalArgumentException("size must be a power of two from 8 to 2^28, got " + size);
    }

    /** Number of real values. */
    public int size() {
        return size;
    }

    /** Error of an output relative to the sum of the absolute values of the inputs. */
    public double relativeError() {
        // One level more than log2(n/2) for the separation, which has two additions where a butterfly has one.
        return (Integer.numberOfTrailingZeros(size) + 2) * LEVEL_ERROR;
    }

    /** Replaces the values by their spectrum. */
    public void forward(double[] x) {
        check(x);
        half.forward(x);
        double re = x[0];
        double im = x[1];
        x[0] = re + im;
        x[1] = re - im;
        // With E and O the spectra of the even and the odd values: Z_k = E_k + iO_k and conj(Z_{n/2−k}) = E_k − iO_k,
        // X_k = E_k + w·O_k and conj(X_{n/2−k}) = E_k − w·O_k, w = e^{2πik/n}. Slots p and 3·2^s − 1 − p are partners.
        int m = size / 2;
        for (int octave = 2; octave < m; octave *= 2) {
            for (int p = octave, r = 2 * octave - 1; p < r; p++, r--) {
                double wr = half.rootRe(p);
                double wi = half.rootIm(p);
                double pr = x[2 * p];
                double pi = x[2 * p + 1];
                double rr = x[2 * r];
                double ri = x[2 * r + 1];
                double evenR = 0.5 * (pr + rr);
                double evenI = 0.5 * (pi - ri);
                double oddR = 0.5 * (pi + ri);
                double oddI = 0.5 * (rr - pr);
                double turnedR = oddR * wr - oddI * wi;
                double turnedI = oddR * wi + oddI * wr;
                x[2 * p] = evenR + turnedR;
                x[2 * p + 1] = evenI + turnedI;
                x[2 * r] = evenR - turnedR;
                x[2 * r + 1] = turnedI - evenI;
            }
        }
    }

    /** Replaces a spectrum by the values it belongs to; undoes {@link #forward}. */
    public void inverse(double[] x) {
        check(x);
        int m = size / 2;
        double scale = 1.0 / size;
        double sum = x[0];
        double difference = x[1];
        x[0] = scale * (sum + difference);
        x[1] = scale * (sum - difference);
        x[2] *= 2 * scale;
        x[3] *= 2 * scale;
        for (int octave = 2; octave < m; octave *= 2) {
            for (int p = octave, r = 2 * octave - 1; p < r; p++, r--) {
                double wr = half.rootRe(p);
                double wi = half.rootIm(p);
                double pr = x[2 * p];
                double pi = x[2 * p + 1];
                double rr = x[2 * r];
                double ri = x[2 * r + 1];
                double evenR = scale * (pr + rr);
                double evenI = scale * (pi - ri);
                double turnedR = scale * (pr - rr);
                double turnedI = scale * (pi + ri);
                double oddR = turnedR * wr + turnedI * wi;
                double oddI = turnedI * wr - turnedR * wi;
                x[2 * p] = evenR - oddI;
                x[2 * p + 1] = evenI + oddR;
                x[2 * r] = evenR + oddI;
                x[2 * r + 1] = oddR - evenI;
            }
        }
        half.inverse(x);
    }

    private void check(double[] x) {
        if (x.length != size) {
            throw new IllegalArgumentException("the transform is of " + size + " values, got " + x.length);
        }
    }
}
