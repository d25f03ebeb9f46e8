package io.abacusdp.kernels;

import jdk.incubator.vector.DoubleVector;
import jdk.incubator.vector.FloatVector;
import jdk.incubator.vector.VectorMask;
import jdk.incubator.vector.VectorOperators;
import jdk.incubator.vector.VectorSpecies;

/**
 * The same loops on the JDK's Vector API. Vectors stay in local variables: one that escaped would be allocated. Where a loop
 * ends before a vector is full, plain code does the rest if it gives the same bits, or if where it begins depends on the length
 * of one example's values only.
 */
final class VectorKernels implements FloatKernels {
    static final VectorSpecies<Float> SPECIES = FloatVector.SPECIES_PREFERRED;
    private static final int LANES = SPECIES.length();
    private static final VectorSpecies<Double> DOUBLES = DoubleVector.SPECIES_PREFERRED;
    /** As many floats as a vector of doubles has lanes. */
    private static final VectorSpecies<Float> HALF = half();

    private static VectorSpecies<Float> half() {
        return switch (DOUBLES.length()) {
            case 2 -> FloatVector.SPECIES_64;
            case 4 -> FloatVector.SPECIES_128;
            case 8 -> FloatVector.SPECIES_256;
            default -> FloatVector.SPECIES_512;
        };
    }

    /** Squares are summed in float over so many vectors of each of four sums, and from there on in double. */
    private static final int NORM_VECTORS = 16;

    private final PlainKernels plain = new PlainKernels();

    @Override
    public String name() {
        return "JDK Vector API, %d bits".formatted(SPECIES.vectorBitSize());
    }

    @Override
    public boolean isFallback() {
        return false;
    }

    @Override
    public void multiply(int m, int n, int k, LeftFactor a, MatrixRows b, MatrixRows c) {
        if (VectorProduct.takes(n, b)) {
            VectorProduct.set(m, n, k, a, b, c);
        } else {
            plain.multiply(m, n, k, a, b, c);
        }
    }

    @Override
    public void multiplyAdd(int m, int n, int k, LeftFactor a, MatrixRows b, MatrixRows c) {
        if (VectorProduct.takes(n, b)) {
            VectorProduct.add(m, n, k, a, b, c);
        } else {
            plain.multiplyAdd(m, n, k, a, b, c);
        }
    }

    @Override
    public void addWindows(Windows windows, float[] from, int fromAt, float[] picture, int pictureAt) {
        int rowLength = windows.rowLength();
        int bound = SPECIES.loopBound(rowLength);
        for (int i = 0; i < windows.down(); i++) {
            for (int row = 0; row < windows.rows(); row++) {
                int to = pictureAt + i * windows.stepDown() + row * windows.pictureRow();
                int at = fromAt + i * windows.across() * windows.length() + row * rowLength;
                for (int j = 0; j < windows.across(); j++) {
                    for (int l = 0; l < bound; l += LANES) {
                        FloatVector.fromArray(SPECIES, picture, to + l)
                                .add(FloatVector.fromArray(SPECIES, from, at + l))
                                .intoArray(picture, to + l);
                    }
                    for (int l = bound; l < rowLength; l++) {
                        picture[to + l] += from[at + l];
                    }
                    to += windows.stepAcross();
                    at += windows.length();
                }
            }
        }
    }

    @Override
    public void maxPool(Pooling pooling, float[] from, int fromAt, float[] to, int toAt) {
        int channels = pooling.channels();
        if (pooling.kernel() != 2 || channels % LANES != 0) {
            plain.maxPool(pooling, from, fromAt, to, toAt);
            return;
        }
        int at = toAt;
        int below = pooling.width() * channels;
        for (int i = 0; i < pooling.outHeight(); i++) {
            for (int j = 0; j < pooling.outWidth(); j++) {
                int corner = fromAt + (i * pooling.width() + j) * pooling.stride() * channels;
                for (int channel = 0; channel < channels; channel += LANES) {
                    int place = corner + channel;
                    FloatVector x0 = FloatVector.fromArray(SPECIES, from, place);
                    FloatVector x1 = FloatVector.fromArray(SPECIES, from, place + channels);
                    FloatVector x2 = FloatVector.fromArray(SPECIES, from, place + below);
                    FloatVector x3 = FloatVector.fromArray(SPECIES, from, place + below + channels);
                    x0 = x0.blend(x1, x1.compare(VectorOperators.GT, x0));
                    x2 = x2.blend(x3, x3.compare(VectorOperators.GT, x2));
                    x0.blend(x2, x2.compare(VectorOperators.GT, x0)).intoArray(to, at);
                    at += LANES;
                }
            }
        }
    }

    @Override
    public void maxPoolGradient(
            Pooling pooling,
            float[] from,
            int fromAt,
            float[] to,
            int toAt,
            float[] gradientTo,
            int gradientToAt,
            float[] gradientFrom,
            int gradientFromAt) {
        int channels = pooling.channels();
        if (pooling.kernel() != 2 || channels % LANES != 0) {
            plain.maxPoolGradient(
                    pooling, from, fromAt, to, toAt, gradientTo, gradientToAt, gradientFrom, gradientFromAt);
            return;
        }
        int at = 0;
        int below = pooling.width() * channels;
        for (int i = 0; i < pooling.outHeight(); i++) {
            for (int j = 0; j < pooling.outWidth(); j++) {
                int corner = (i * pooling.width() + j) * pooling.stride() * channels;
                for (int channel = 0; channel < channels; channel += LANES) {
                    spread(
                            FloatVector.fromArray(SPECIES, to, toAt + at),
                            FloatVector.fromArray(SPECIES, gradientTo, gradientToAt + at),
                            from,
                            fromAt + corner + channel,
                            gradientFrom,
                            gradientFromAt + corner + channel,
                            channels,
                            below);
                    at += LANES;
                }
            }
        }
    }

    /** Gives a gradient to the first of four places that holds the largest value. */
    private static void spread(
            FloatVector largest,
            FloatVector gradient,
            float[] from,
            int at,
            float[] to,
            int toAt,
            int right,
            int below) {
        FloatVector zero = FloatVector.zero(SPECIES);
        // What no place has taken yet.
        FloatVector left = gradient;
        VectorMask<Float> takes = largest.compare(VectorOperators.EQ, FloatVector.fromArray(SPECIES, from, at));
        FloatVector.fromArray(SPECIES, to, toAt).add(zero.blend(left, takes)).intoArray(to, toAt);
        left = left.blend(zero, takes);
        takes = largest.compare(VectorOperators.EQ, FloatVector.fromArray(SPECIES, from, at + right));
        FloatVector.fromArray(SPECIES, to, toAt + right)
                .add(zero.blend(left, takes))
                .intoArray(to, toAt + right);
        left = left.blend(zero, takes);
        takes = largest.compare(VectorOperators.EQ, FloatVector.fromArray(SPECIES, from, at + below));
        FloatVector.fromArray(SPECIES, to, toAt + below)
                .add(zero.blend(left, takes))
                .intoArray(to, toAt + below);
        left = left.blend(zero, takes);
        takes = largest.compare(VectorOperators.EQ, FloatVector.fromArray(SPECIES, from, at + below + right));
        FloatVector.fromArray(SPECIES, to, toAt + below + right)
                .add(zero.blend(left, takes))
                .intoArray(to, toAt + below + right);
    }

    @Override
    public void relu(float[] x, int xAt, int length) {
        FloatVector zero = FloatVector.zero(SPECIES);
        int bound = SPECIES.loopBound(length);
        for (int i = 0; i < bound; i += LANES) {
            FloatVector value = FloatVector.fromArray(SPECIES, x, xAt + i);
            zero.blend(value, value.compare(VectorOperators.GT, zero)).intoArray(x, xAt + i);
        }
        plain.relu(x, xAt + bound, length - bound);
    }

    @Override
    public void reluGradient(float[] y, int yAt, float[] gradient, int gradientAt, int length) {
        FloatVector zero = FloatVector.zero(SPECIES);
        int bound = SPECIES.loopBound(length);
        for (int i = 0; i < bound; i += LANES) {
            FloatVector value = FloatVector.fromArray(SPECIES, y, yAt + i);
            zero.blend(
                            FloatVector.fromArray(SPECIES, gradient, gradientAt + i),
                            value.compare(VectorOperators.GT, zero))
                    .intoArray(gradient, gradientAt + i);
        }
        plain.reluGradient(y, yAt + bound, gradient, gradientAt + bound, length - bound);
    }

    @Override
    public void temperedSigmoid(float[] x, int xAt, int length, float scale, float temperature, float offset) {
        int bound = SPECIES.loopBound(length);
        wholeSigmoids(x, xAt, bound, scale, temperature, offset);
        if (bound < length) {
            // The rest as a vector too: plain code has another exponential, and where the rest begins depends on the
            // rows.
            float[] rest = new float[LANES];
            System.arraycopy(x, xAt + bound, rest, 0, length - bound);
            wholeSigmoids(rest, 0, LANES, scale, temperature, offset);
            System.arraycopy(rest, 0, x, xAt + bound, length - bound);
        }
    }

    private static void wholeSigmoids(float[] x, int xAt, int length, float scale, float temperature, float offset) {
        for (int i = 0; i < length; i += LANES) {
            FloatVector exponential = VectorExponential.of(
                    FloatVector.fromArray(SPECIES, x, xAt + i).mul(-temperature));
            FloatVector.broadcast(SPECIES, scale)
                    .div(exponential.add(1))
                    .sub(offset)
                    .intoArray(x, xAt + i);
        }
    }

    @Override
    public void temperedSigmoidGradient(
            float[] y,
            int yAt,
            float[] gradient,
            int gradientAt,
            int length,
            float scale,
            float temperature,
            float offset) {
        int bound = SPECIES.loopBound(length);
        FloatVector one = FloatVector.broadcast(SPECIES, 1);
        for (int i = 0; i < bound; i += LANES) {
            FloatVector scaled = FloatVector.fromArray(SPECIES, y, yAt + i).add(offset);
            FloatVector slope = scaled.mul(temperature).mul(one.sub(scaled.div(scale)));
            FloatVector.fromArray(SPECIES, gradient, gradientAt + i).mul(slope).intoArray(gradient, gradientAt + i);
        }
        plain.temperedSigmoidGradient(
                y, yAt + bound, gradient, gradientAt + bound, length - bound, scale, temperature, offset);
    }

    @Override
    public void addScaled(float factor, float[] x, int xAt, float[] y, int yAt, int length) {
        FloatVector factors = FloatVector.broadcast(SPECIES, factor);
        int bound = SPECIES.loopBound(length);
        for (int i = 0; i < bound; i += LANES) {
            FloatVector.fromArray(SPECIES, x, xAt + i)
                    .fma(factors, FloatVector.fromArray(SPECIES, y, yAt + i))
                    .intoArray(y, yAt + i);
        }
        plain.addScaled(factor, x, xAt + bound, y, yAt + bound, length - bound);
    }

    @Override
    public void sumRows(int rows, int columns, float[] x, int xAt, int xRow, float[] y, int yAt) {
        int bound = SPECIES.loopBound(columns);
        FloatVector zero = FloatVector.zero(SPECIES);
        for (int j = 0; j < bound; j += LANES) {
            FloatVector sum = FloatVector.fromArray(SPECIES, y, yAt + j);
            int at = xAt + j;
            for (int i = 0; i < rows; i++) {
                sum = sum.add(FloatVector.fromArray(SPECIES, x, at));
                at += xRow;
            }
            // The compiler knows the width of the whole, which it does not of what comes out of a loop.
            zero.add(sum).intoArray(y, yAt + j);
        }
        for (int j = bound; j < columns; j++) {
            for (int i = 0; i < rows; i++) {
                y[yAt + j] += x[xAt + i * xRow + j];
            }
        }
    }

    @Override
    public void scale(float factor, float[] x, int xAt, float[] y, int yAt, int length) {
        int bound = SPECIES.loopBound(length);
        for (int i = 0; i < bound; i += LANES) {
            FloatVector.fromArray(SPECIES, x, xAt + i).mul(factor).intoArray(y, yAt + i);
        }
        plain.scale(factor, x, xAt + bound, y, yAt + bound, length - bound);
    }

    @Override
    public double squaredNorm(float[] x, int xAt, int length) {
        int step = 4 * LANES;
        int whole = length - length % step;
        FloatVector zero = FloatVector.zero(SPECIES);
        float[] lanes = new float[LANES];
        // Lanes are added in this order, four chains of doubles, as the order in which the JDK adds them is open.
        double chain0 = 0;
        double chain1 = 0;
        double chain2 = 0;
        double chain3 = 0;
        int i = 0;
        while (i < whole) {
            int end = Math.min(whole, i + NORM_VECTORS * step);
            FloatVector sum0 = zero;
            FloatVector sum1 = zero;
            FloatVector sum2 = zero;
            FloatVector sum3 = zero;
            for (; i < end; i += step) {
                FloatVector x0 = FloatVector.fromArray(SPECIES, x, xAt + i);
                FloatVector x1 = FloatVector.fromArray(SPECIES, x, xAt + i + LANES);
                FloatVector x2 = FloatVector.fromArray(SPECIES, x, xAt + i + 2 * LANES);
                FloatVector x3 = FloatVector.fromArray(SPECIES, x, xAt + i + 3 * LANES);
                sum0 = x0.fma(x0, sum0);
                sum1 = x1.fma(x1, sum1);
                sum2 = x2.fma(x2, sum2);
                sum3 = x3.fma(x3, sum3);
            }
            // The compiler knows the width of what is added to a zero, which it does not of what comes out of a loop.
            zero.add(sum0).add(sum1).add(zero.add(sum2).add(sum3)).intoArray(lanes, 0);
            for (int lane = 0; lane < LANES; lane += 4) {
                chain0 += lanes[lane];
                chain1 += lanes[lane + 1];
                chain2 += lanes[lane + 2];
                chain3 += lanes[lane + 3];
            }
        }
        return chain0
                + chain1
                + (chain2 + chain3)
                + (double) whole * Float.MIN_NORMAL
                + plain.squaredNorm(x, xAt + whole, length - whole);
    }

    @Override
    public void addRounded(int rows, int columns, MatrixRows x, double rounder, double[] sum, int sumAt, int sumRow) {
        int bound = DOUBLES.loopBound(columns);
        DoubleVector rounders = DoubleVector.broadcast(DOUBLES, rounder);
        for (int i = 0; i < rows; i++) {
            int from = x.at() + i * x.row();
            int to = sumAt + i * sumRow;
            for (int j = 0; j < bound; j += DOUBLES.length()) {
                DoubleVector value = (DoubleVector)
                        FloatVector.fromArray(HALF, x.values(), from + j).convertShape(VectorOperators.F2D, DOUBLES, 0);
                DoubleVector.fromArray(DOUBLES, sum, to + j)
                        .add(value.add(rounders).sub(rounders))
                        .intoArray(sum, to + j);
            }
            for (int j = bound; j < columns; j++) {
                sum[to + j] += (x.values()[from + j] + rounder) - rounder;
            }
        }
    }
}
