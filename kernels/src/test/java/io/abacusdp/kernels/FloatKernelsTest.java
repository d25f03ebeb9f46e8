package io.abacusdp.kernels;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.Arrays;
import java.util.SplittableRandom;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Both kinds of kernels against the definitions in double, at sizes around those of vectors and blocks. */
class FloatKernelsTest {
    /** Columns of a panel of the kernels with vectors of 256 bits. */
    private static final int PANEL = 16;

    /** In front of every range, to see that positions count. */
    private static final int FRONT = 3;

    static Stream<FloatKernels> kernels() {
        return Stream.of(new VectorKernels(), new PlainKernels());
    }

    @Test
    void fastest_withTheModule_isNotTheFallback() {
        assertThat(FloatKernels.fastest().isFallback()).isFalse();
        assertThat(FloatKernels.fastest().name()).contains("Vector API");
        assertThat(FloatKernels.plain().isFallback()).isTrue();
        assertThat(FloatKernels.plain().name()).contains("plain");
    }

    @ParameterizedTest
    @MethodSource("kernels")
    void multiply_ofAllSizes_equalsTheDefinition(FloatKernels kernels) {
        for (int m : new int[] {1, 2, 5, 6, 7, 11, 12, 13, 25}) {
            for (int n : new int[] {1, 7, 8, 9, 15, 16, 17, 24, 31, 33}) {
                for (int k : new int[] {1, 2, 9, 40}) {
                    checkProduct(kernels, m, n, k, strided(m, k, k + 2, 1), n + 2);
                    checkProduct(kernels, m, n, k, strided(m, k, 1, m + 3), n + 2);
                    checkProduct(kernels, m, n, k, packed(m, k), n + 2);
                    checkProduct(kernels, m, n, k, packed(m, k), n + (PANEL - n % PANEL) % PANEL);
                }
            }
        }
    }

    private static LeftFactor strided(int m, int k, int row, int column) {
        return new LeftFactor.Strided(
                random(new SplittableRandom(m), FRONT + m * row + k * column), FRONT, row, column);
    }

    /** What lies behind the last row is not a number. */
    private static LeftFactor packed(int m, int k) {
        int block = k * LeftFactor.Packed.ROWS + 1;
        float[] values = new float[FRONT + LeftFactor.Packed.blocks(m) * block];
        Arrays.fill(values, Float.NaN);
        LeftFactor left = new LeftFactor.Packed(values, FRONT, block);
        SplittableRandom random = new SplittableRandom(m);
        for (int i = 0; i < m; i++) {
            for (int l = 0; l < k; l++) {
                values[left.place(i, l)] = (float) random.nextDouble(-1, 1);
            }
        }
        return left;
    }

    private static void checkProduct(FloatKernels kernels, int m, int n, int k, LeftFactor left, int bRow) {
        SplittableRandom random = new SplittableRandom(m * 1000L + n * 50L + k);
        int cRow = n + 1;
        float[] a = left.values();
        float[] b = random(random, FRONT + k * bRow);
        float[] start = random(random, FRONT + m * cRow);
        float[] set = start.clone();
        MatrixRows right = new MatrixRows(b, FRONT, bRow);
        kernels.multiply(m, n, k, left, right, new MatrixRows(set, FRONT, cRow));
        float[] added = start.clone();
        kernels.multiplyAdd(m, n, k, left, right, new MatrixRows(added, FRONT, cRow));
        for (int at = 0; at < start.length; at++) {
            int i = (at - FRONT) / cRow;
            int j = (at - FRONT) % cRow;
            if (at < FRONT || j >= n) {
                assertThat(set[at]).isEqualTo(start[at]);
                assertThat(added[at]).isEqualTo(start[at]);
                continue;
            }
            double product = 0;
            for (int l = 0; l < k; l++) {
                product += (double) a[left.place(i, l)] * b[FRONT + l * bRow + j];
            }
            assertThat((double) set[at]).isCloseTo(product, within(1e-6 * (k + 1)));
            assertThat((double) added[at]).isCloseTo(product + start[at], within(1e-6 * (k + 1)));
        }
    }

    /** Rows and columns of A lie anywhere, some at the same place. */
    @ParameterizedTest
    @MethodSource("kernels")
    void multiply_ofGatheredElements_equalsTheDefinition(FloatKernels kernels) {
        for (int m : new int[] {1, 5, 6, 7, 13, 25}) {
            for (int n : new int[] {1, 7, 8, 9, 16, 17, 31, 32, 33}) {
                for (int k : new int[] {1, 2, 40}) {
                    checkGathered(kernels, m, n, k);
                }
            }
        }
    }

    private static void checkGathered(FloatKernels kernels, int m, int n, int k) {
        SplittableRandom random = new SplittableRandom(m * 1000L + n * 50L + k);
        int[] rows = random.ints(m, 0, 100).toArray();
        int[] columns = random.ints(k, 0, 100).toArray();
        float[] a = random(random, FRONT + 200);
        float[] b = random(random, FRONT + k * n);
        float[] start = random(random, FRONT + m * n);
        float[] set = start.clone();
        LeftFactor left = new LeftFactor.Gathered(a, FRONT, rows, columns);
        MatrixRows right = new MatrixRows(b, FRONT, n);
        kernels.multiply(m, n, k, left, right, new MatrixRows(set, FRONT, n));
        float[] added = start.clone();
        kernels.multiplyAdd(m, n, k, left, right, new MatrixRows(added, FRONT, n));
        assertThat(set).startsWith(Arrays.copyOf(start, FRONT));
        assertThat(added).startsWith(Arrays.copyOf(start, FRONT));
        for (int i = 0; i < m; i++) {
            for (int j = 0; j < n; j++) {
                double product = 0;
                for (int l = 0; l < k; l++) {
                    product += (double) a[FRONT + rows[i] + columns[l]] * b[FRONT + l * n + j];
                }
                int at = FRONT + i * n + j;
                assertThat((double) set[at]).isCloseTo(product, within(1e-6 * (k + 1)));
                assertThat((double) added[at]).isCloseTo(product + start[at], within(1e-6 * (k + 1)));
            }
        }
    }

    @ParameterizedTest
    @MethodSource("kernels")
    void windows_ofAllLengths_areReadAndAddedBack(FloatKernels kernels) {
        for (int channels : new int[] {1, 2, 3, 8, 11}) {
            for (int kernel : new int[] {1, 2, 3, 8}) {
                for (int stride : new int[] {1, 2, 3}) {
                    checkWindows(kernels, 9, 10, channels, kernel, stride);
                }
            }
        }
    }

    private static void checkWindows(
            FloatKernels kernels, int height, int width, int channels, int kernel, int stride) {
        int row = width * channels;
        Windows windows = new Windows(
                (height - kernel) / stride + 1,
                (width - kernel) / stride + 1,
                kernel,
                kernel * channels,
                row,
                stride * row,
                stride * channels);
        SplittableRandom random = new SplittableRandom(channels);
        float[] picture = random(random, FRONT + height * row);
        int[] starts = windows.starts();
        int[] places = windows.places();
        float[] values = new float[FRONT + windows.count() * windows.length()];
        float[] added = new float[FRONT + height * row];
        int[] uses = new int[height * row];
        int at = FRONT;
        for (int i = 0; i < windows.down(); i++) {
            for (int j = 0; j < windows.across(); j++) {
                for (int ki = 0; ki < kernel; ki++) {
                    for (int l = 0; l < kernel * channels; l++) {
                        int place = (i * stride + ki) * row + j * stride * channels + l;
                        assertThat(starts[i * windows.across() + j] + places[ki * kernel * channels + l])
                                .isEqualTo(place);
                        values[at++] = picture[FRONT + place];
                        uses[place]++;
                    }
                }
            }
        }
        kernels.addWindows(windows, values, FRONT, added, FRONT);
        for (int place = 0; place < uses.length; place++) {
            assertThat(added[FRONT + place]).isCloseTo(uses[place] * picture[FRONT + place], within(1e-4f));
        }
    }

    @ParameterizedTest
    @MethodSource("kernels")
    void maxPool_ofAllSizes_takesTheLargestAndGivesItTheGradient(FloatKernels kernels) {
        for (int channels : new int[] {1, 5, 8, 16}) {
            for (int kernel : new int[] {1, 2, 3}) {
                for (int stride : new int[] {1, 2}) {
                    checkPool(kernels, 6, 7, channels, kernel, stride);
                }
            }
        }
    }

    private static void checkPool(FloatKernels kernels, int height, int width, int channels, int kernel, int stride) {
        int outHeight = (height - kernel) / stride + 1;
        int outWidth = (width - kernel) / stride + 1;
        Pooling pooling = new Pooling(width, channels, kernel, stride, outHeight, outWidth);
        SplittableRandom random = new SplittableRandom(channels);
        float[] from = new float[FRONT + height * width * channels];
        for (int i = 0; i < from.length; i++) {
            // Few values, so that there are ties.
            from[i] = random.nextInt(4) - 2;
        }
        float[] to = new float[FRONT + outHeight * outWidth * channels];
        kernels.maxPool(pooling, from, FRONT, to, FRONT);
        float[] gradientTo = random(random, to.length);
        float[] gradientFrom = new float[from.length];
        kernels.maxPoolGradient(pooling, from, FRONT, to, FRONT, gradientTo, FRONT, gradientFrom, FRONT);
        double[] expected = new double[from.length];
        for (int at = FRONT; at < to.length; at++) {
            int channel = (at - FRONT) % channels;
            int i = (at - FRONT) / channels / outWidth * stride;
            int j = (at - FRONT) / channels % outWidth * stride;
            int best = FRONT + (i * width + j) * channels + channel;
            for (int place = 0; place < kernel * kernel; place++) {
                int here = FRONT + ((i + place / kernel) * width + j + place % kernel) * channels + channel;
                best = from[here] > from[best] ? here : best;
            }
            assertThat(to[at]).isEqualTo(from[best]);
            expected[best] += gradientTo[at];
        }
        for (int at = 0; at < from.length; at++) {
            assertThat((double) gradientFrom[at]).isCloseTo(expected[at], within(1e-6));
        }
    }

    @ParameterizedTest
    @MethodSource("kernels")
    void relu_andItsGradient_equalTheDefinition(FloatKernels kernels) {
        for (int length = 0; length < 40; length++) {
            float[] x = random(new SplittableRandom(length), FRONT + length + 1);
            float[] y = x.clone();
            kernels.relu(y, FRONT, length);
            float[] gradient = random(new SplittableRandom(99), FRONT + length + 1);
            float[] back = gradient.clone();
            kernels.reluGradient(y, FRONT, back, FRONT, length);
            for (int i = 0; i < x.length; i++) {
                boolean inside = i >= FRONT && i < FRONT + length;
                assertThat(y[i]).isEqualTo(inside ? Math.max(x[i], 0) : x[i]);
                assertThat(back[i]).isEqualTo(inside && x[i] <= 0 ? 0 : gradient[i]);
            }
        }
    }

    @ParameterizedTest
    @MethodSource("kernels")
    void temperedSigmoid_overTheWholeRange_isWithinItsError(FloatKernels kernels) {
        double scale = 1.5;
        double temperature = 2;
        double offset = 0.7;
        float[] x = new float[4003];
        for (int i = 0; i < x.length; i++) {
            x[i] = (i - 2001) * 0.03f;
        }
        x[0] = Float.NEGATIVE_INFINITY;
        x[1] = -1e30f;
        x[2] = 1e30f;
        x[3] = Float.POSITIVE_INFINITY;
        x[4] = Float.NaN;
        float[] y = x.clone();
        kernels.temperedSigmoid(y, 0, y.length, (float) scale, (float) temperature, (float) offset);
        assertThat(y[4]).isNaN();
        float[] gradient = new float[x.length];
        Arrays.fill(gradient, 3);
        kernels.temperedSigmoidGradient(
                y, 0, gradient, 0, y.length, (float) scale, (float) temperature, (float) offset);
        for (int i = 0; i < x.length; i++) {
            if (i != 4) {
                double sigmoid = 1 / (1 + Math.exp(-temperature * x[i]));
                assertThat((double) y[i]).isCloseTo(scale * sigmoid - offset, within(3e-7 * scale));
                double slope = 3 * scale * temperature * sigmoid * (1 - sigmoid);
                assertThat((double) gradient[i]).isCloseTo(slope, within(5e-6));
            }
        }
    }

    @ParameterizedTest
    @MethodSource("kernels")
    void sums_ofAllLengths_equalTheDefinition(FloatKernels kernels) {
        for (int length = 0; length < 70; length++) {
            SplittableRandom random = new SplittableRandom(length);
            float[] x = random(random, FRONT + length);
            float[] y = random(random, 2 + length + 1);
            float[] added = y.clone();
            kernels.addScaled(0.3f, x, FRONT, added, 2, length);
            float[] scaled = y.clone();
            kernels.scale(0.3f, x, FRONT, scaled, 2, length);
            assertThat(added[length + 2]).isEqualTo(y[length + 2]);
            assertThat(scaled[length + 2]).isEqualTo(y[length + 2]);
            for (int i = 0; i < length; i++) {
                assertThat((double) added[2 + i]).isCloseTo(y[2 + i] + 0.3 * x[FRONT + i], within(1e-6));
                assertThat((double) scaled[2 + i]).isCloseTo(0.3 * x[FRONT + i], within(1e-6));
            }
        }
    }

    @ParameterizedTest
    @MethodSource("kernels")
    void sumRows_ofAllWidths_equalsTheDefinition(FloatKernels kernels) {
        int rows = 13;
        for (int columns = 1; columns < 20; columns++) {
            SplittableRandom random = new SplittableRandom(columns);
            int apart = columns + 2;
            float[] x = random(random, FRONT + rows * apart);
            float[] y = random(random, FRONT + columns + 1);
            float[] summed = y.clone();
            kernels.sumRows(rows, columns, x, FRONT, apart, summed, FRONT);
            for (int j = 0; j <= columns; j++) {
                double expected = y[FRONT + j];
                for (int i = 0; i < rows && j < columns; i++) {
                    expected += x[FRONT + i * apart + j];
                }
                assertThat((double) summed[FRONT + j]).isCloseTo(expected, within(1e-5));
            }
        }
    }

    @ParameterizedTest
    @MethodSource("kernels")
    void squaredNorm_ofAllLengths_isWithinItsErrorAndNotBelow(FloatKernels kernels) {
        for (int length : new int[] {0, 1, 7, 31, 32, 33, 511, 512, 513, 10_000, 100_003}) {
            float[] x = random(new SplittableRandom(length), FRONT + length);
            double exact = 0;
            for (int i = FRONT; i < x.length; i++) {
                exact += (double) x[i] * x[i];
            }
            double error = FloatKernels.SQUARED_NORM_ERROR;
            assertThat(kernels.squaredNorm(x, FRONT, length) * (1 + error)).isGreaterThanOrEqualTo(exact);
            assertThat(kernels.squaredNorm(x, FRONT, length)).isCloseTo(exact, within(error * exact + 1e-30));
        }
        float[] tiny = new float[100];
        Arrays.fill(tiny, 1e-25f);
        assertThat(kernels.squaredNorm(tiny, 0, 100)).isBetween(100 * 1e-50, 1.2e-36);
    }

    /** Squares that are all rounded down: 1 + 2^-12·k has a square just above a float. */
    @ParameterizedTest
    @MethodSource("kernels")
    void squaredNorm_ofSquaresThatAreRoundedDown_isWithinItsError(FloatKernels kernels) {
        for (int digits = 1; digits < 4096; digits += 7) {
            float[] x = new float[1000];
            Arrays.fill(x, 1 + digits * 0x1p-13f);
            double exact = 1000.0 * x[0] * x[0];
            assertThat(kernels.squaredNorm(x, 0, 1000) * (1 + FloatKernels.SQUARED_NORM_ERROR))
                    .isGreaterThanOrEqualTo(exact);
        }
    }

    /** A row of a product has the same bits whatever other rows there are, and however many. */
    @ParameterizedTest
    @MethodSource("kernels")
    void multiply_ofARow_doesNotDependOnTheOthers(FloatKernels kernels) {
        int most = 25;
        int k = 33;
        for (int n : new int[] {1, 3, 7, 8, 9, 15, 16, 17, 24, 31, 33}) {
            for (int bRow : new int[] {n + 2, n + (PANEL - n % PANEL) % PANEL}) {
                float[] b = random(new SplittableRandom(n), k * bRow);
                for (LeftFactor left : new LeftFactor[] {strided(most, k, k + 2, 1), packed(most, k)}) {
                    float[] all = random(new SplittableRandom(1), most * n);
                    float[] start = all.clone();
                    kernels.multiplyAdd(most, n, k, left, new MatrixRows(b, 0, bRow), new MatrixRows(all, 0, n));
                    for (int m = 1; m < most; m++) {
                        float[] some = start.clone();
                        kernels.multiplyAdd(m, n, k, left, new MatrixRows(b, 0, bRow), new MatrixRows(some, 0, n));
                        assertThat(Arrays.copyOf(some, m * n))
                                .as("m %d, n %d, %s", m, n, left.getClass().getSimpleName())
                                .isEqualTo(Arrays.copyOf(all, m * n));
                        assertThat(Arrays.copyOfRange(some, m * n, most * n))
                                .isEqualTo(Arrays.copyOfRange(start, m * n, most * n));
                    }
                }
            }
        }
    }

    /** A value has the same sigmoid wherever it lies, and the same gradient. */
    @ParameterizedTest
    @MethodSource("kernels")
    void temperedSigmoid_ofAValue_doesNotDependOnItsPlace(FloatKernels kernels) {
        for (int length = 1; length < 40; length++) {
            float[] x = new float[FRONT + length];
            float[] gradient = new float[FRONT + length];
            Arrays.fill(x, 0.37f * length);
            Arrays.fill(gradient, 0.7f);
            kernels.temperedSigmoid(x, FRONT, length, 1.7f, 2.1f, 0.6f);
            kernels.temperedSigmoidGradient(x, FRONT, gradient, FRONT, length, 1.7f, 2.1f, 0.6f);
            for (int i = FRONT; i < x.length; i++) {
                assertThat(x[i]).isEqualTo(x[FRONT]);
                assertThat(gradient[i]).isEqualTo(gradient[FRONT]);
            }
            assertThat(x[FRONT - 1]).isEqualTo(0.37f * length);
        }
    }

    @ParameterizedTest
    @MethodSource("kernels")
    void addRounded_ofAllWidths_roundsHalfToEvenAndAdds(FloatKernels kernels) {
        double step = 0x1p-20;
        for (int columns = 1; columns < 20; columns++) {
            float[] x = random(new SplittableRandom(columns), FRONT + 3 * (columns + 1));
            x[FRONT] = 0x1.8p-20f;
            double[] sum = new double[FRONT + 3 * (columns + 2)];
            Arrays.fill(sum, 5);
            double[] added = sum.clone();
            MatrixRows from = new MatrixRows(x, FRONT, columns + 1);
            kernels.addRounded(3, columns, from, 0x1.8p52 * step, added, FRONT, columns + 2);
            kernels.addRounded(3, columns, from, 0, sum, FRONT, columns + 2);
            for (int at = FRONT; at < sum.length; at++) {
                int i = (at - FRONT) / (columns + 2);
                int j = (at - FRONT) % (columns + 2);
                float value = j < columns ? x[FRONT + i * (columns + 1) + j] : 0;
                assertThat(added[at]).isEqualTo(5 + Math.rint(value / step) * step);
                assertThat(sum[at]).isEqualTo(5 + (double) value);
            }
        }
    }

    @ParameterizedTest
    @MethodSource("kernels")
    void squaredNorm_ofWhatIsNotFinite_isNotFinite(FloatKernels kernels) {
        for (float value : new float[] {Float.NaN, Float.POSITIVE_INFINITY, Float.NEGATIVE_INFINITY, 1e25f}) {
            for (int at = 0; at < 40; at++) {
                float[] x = new float[40];
                x[at] = value;
                assertThat(kernels.squaredNorm(x, 0, 40)).isNotFinite();
            }
        }
    }

    private static float[] random(SplittableRandom random, int length) {
        float[] values = new float[length];
        for (int i = 0; i < length; i++) {
            values[i] = (float) random.nextDouble(-1, 1);
        }
        return values;
    }
}
