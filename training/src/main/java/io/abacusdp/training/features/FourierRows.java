package io.abacusdp.training.features;

import java.util.Arrays;
import java.util.stream.IntStream;

/**
 * Discrete Fourier transforms of many columns at once: along the rows of a table.
 *
 * <p>Formula: Y_k = Σ_n X_n·e^{∓2πi·kn/N} for each column, without a factor, N the number of rows.
 * <p>Source: the self-sorting factorisation of Stockham; Van Loan 1992, Computational Frameworks for the Fast Fourier Transform,
 * section 1.7.
 * <p>Accuracy: 1e-13 of the largest value against the sum of the definition, for the sizes up to 1032 that are used.
 * <p>Limits: fast for sizes of small prime factors; any size is right.
 *
 * <p>Each loop runs over whole rows, so that the JIT makes vector instructions of it; what is in one column has no influence on
 * another's bits. Not safe for use by several threads.
 */
final class FourierRows {
    private final int size;
    private final int width;
    private final int[] radices;
    private final double[] cosines;
    private final double[] sines;
    private Table input;
    private Table output;

    /** Rows of real and of imaginary parts. */
    @SuppressWarnings("ArrayRecordComponent") // Compared by nobody.
    record Table(double[][] real, double[][] imaginary) {
        static Table of(int rows, int width) {
            return new Table(new double[rows][width], new double[rows][width]);
        }
    }

    FourierRows(int size, int width) {
        this.size = size;
        this.width = width;
        this.radices = radices(size);
        this.cosines = new double[size];
        this.sines = new double[size];
        for (int k = 0; k < size; k++) {
            cosines[k] = Math.cos(2 * Math.PI * k / size);
            sines[k] = Math.sin(2 * Math.PI * k / size);
        }
        this.input = Table.of(size, width);
        this.output = Table.of(size, width);
    }

    private static int[] radices(int size) {
        IntStream.Builder factors = IntStream.builder();
        int rest = size;
        for (int factor = 2; rest > 1; factor++) {
            while (rest % factor == 0) {
                factors.add(factor);
                rest /= factor;
            }
        }
        return factors.build().toArray();
    }

    /** Rows to fill before a transform. */
    Table input() {
        return input;
    }

    /** Transforms what is in {@link #input()}, which is then of no use; the result is good until the next one. */
    Table forward() {
        return transform(-1);
    }

    /** The same with the opposite sign in the exponent. */
    Table backward() {
        return transform(1);
    }

    private Table transform(int sign) {
        int length = size;
        int stride = 1;
        for (int radix : radices) {
            int part = length / radix;
            for (int p = 0; p < part; p++) {
                for (int q = 0; q < stride; q++) {
                    if (radix == 2) {
                        two(sign, q + stride * p, stride * part, q + stride * 2 * p, stride, p * stride);
                    } else if (radix == 3) {
                        three(sign, q + stride * p, stride * part, q + stride * 3 * p, stride, p * stride);
                    } else {
                        any(sign, radix, q + stride * p, stride * part, q + stride * radix * p, stride, p * stride);
                    }
                }
            }
            Table done = output;
            output = input;
            input = done;
            length = part;
            stride *= radix;
        }
        Table result = input;
        input = output;
        output = result;
        return result;
    }

    /** Rows from, from + apart to rows to, to + next; the twiddle is e^{±2πi·turn/N}. */
    private void two(int sign, int from, int apart, int to, int next, int turn) {
        double c = cosines[turn];
        double s = sign * sines[turn];
        double[] re0 = input.real[from];
        double[] im0 = input.imaginary[from];
        double[] re1 = input.real[from + apart];
        double[] im1 = input.imaginary[from + apart];
        double[] outRe0 = output.real[to];
        double[] outIm0 = output.imaginary[to];
        double[] outRe1 = output.real[to + next];
        double[] outIm1 = output.imaginary[to + next];
        for (int i = 0; i < width; i++) {
            outRe0[i] = re0[i] + re1[i];
            outIm0[i] = im0[i] + im1[i];
        }
        for (int i = 0; i < width; i++) {
            double re = re0[i] - re1[i];
            double im = im0[i] - im1[i];
            outRe1[i] = c * re - s * im;
            outIm1[i] = c * im + s * re;
        }
    }

    private void three(int sign, int from, int apart, int to, int next, int turn) {
        double c1 = cosines[turn];
        double s1 = sign * sines[turn];
        double c2 = cosines[2 * turn % size];
        double s2 = sign * sines[2 * turn % size];
        double root = sign * Math.sqrt(0.75);
        double[] re0 = input.real[from];
        double[] im0 = input.imaginary[from];
        double[] re1 = input.real[from + apart];
        double[] im1 = input.imaginary[from + apart];
        double[] re2 = input.real[from + 2 * apart];
        double[] im2 = input.imaginary[from + 2 * apart];
        double[] outRe0 = output.real[to];
        double[] outIm0 = output.imaginary[to];
        double[] outRe1 = output.real[to + next];
        double[] outIm1 = output.imaginary[to + next];
        double[] outRe2 = output.real[to + 2 * next];
        double[] outIm2 = output.imaginary[to + 2 * next];
        for (int i = 0; i < width; i++) {
            outRe0[i] = re0[i] + (re1[i] + re2[i]);
            outIm0[i] = im0[i] + (im1[i] + im2[i]);
        }
        for (int i = 0; i < width; i++) {
            double re = re0[i] - 0.5 * (re1[i] + re2[i]) - root * (im1[i] - im2[i]);
            double im = im0[i] - 0.5 * (im1[i] + im2[i]) + root * (re1[i] - re2[i]);
            outRe1[i] = c1 * re - s1 * im;
            outIm1[i] = c1 * im + s1 * re;
        }
        for (int i = 0; i < width; i++) {
            double re = re0[i] - 0.5 * (re1[i] + re2[i]) + root * (im1[i] - im2[i]);
            double im = im0[i] - 0.5 * (im1[i] + im2[i]) - root * (re1[i] - re2[i]);
            outRe2[i] = c2 * re - s2 * im;
            outIm2[i] = c2 * im + s2 * re;
        }
    }

    private void any(int sign, int radix, int from, int apart, int to, int next, int turn) {
        for (int l = 0; l < radix; l++) {
            double[] outRe = output.real[to + l * next];
            double[] outIm = output.imaginary[to + l * next];
            Arrays.fill(outRe, 0);
            Arrays.fill(outIm, 0);
            for (int k = 0; k < radix; k++) {
                int angle = (int) (((long) l * turn + (long) l * k % radix * (size / radix)) % size);
                double c = cosines[angle];
                double s = sign * sines[angle];
                double[] re = input.real[from + k * apart];
                double[] im = input.imaginary[from + k * apart];
                for (int i = 0; i < width; i++) {
                    outRe[i] += c * re[i] - s * im[i];
                    outIm[i] += c * im[i] + s * re[i];
                }
            }
        }
    }
}
