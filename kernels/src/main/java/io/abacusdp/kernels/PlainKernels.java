package io.abacusdp.kernels;

import java.util.Arrays;

/** Plain loops. */
final class PlainKernels implements FloatKernels {

    @Override
    public String name() {
        return "plain Java";
    }

    @Override
    public boolean isFallback() {
        return true;
    }

    @Override
    public void multiply(int m, int n, int k, LeftFactor a, MatrixRows b, MatrixRows c) {
        for (int i = 0; i < m; i++) {
            int at = c.at() + i * c.row();
            Arrays.fill(c.values(), at, at + n, 0);
        }
        multiplyAdd(m, n, k, a, b, c);
    }

    @Override
    public void multiplyAdd(int m, int n, int k, LeftFactor a, MatrixRows b, MatrixRows c) {
        for (int i = 0; i < m; i++) {
            for (int l = 0; l < k; l++) {
                float factor = a.values()[a.place(i, l)];
                addScaled(factor, b.values(), b.at() + l * b.row(), c.values(), c.at() + i * c.row(), n);
            }
        }
    }

    @Override
    public void addWindows(Windows windows, float[] from, int fromAt, float[] picture, int pictureAt) {
        int at = fromAt;
        for (int i = 0; i < windows.down(); i++) {
            for (int j = 0; j < windows.across(); j++) {
                int to = pictureAt + i * windows.stepDown() + j * windows.stepAcross();
                for (int row = 0; row < windows.rows(); row++) {
                    for (int l = 0; l < windows.rowLength(); l++) {
                        picture[to + l] += from[at + l];
                    }
                    to += windows.pictureRow();
                    at += windows.rowLength();
                }
            }
        }
    }

    @Override
    public void maxPool(Pooling pooling, float[] from, int fromAt, float[] to, int toAt) {
        int channels = pooling.channels();
        int at = toAt;
        for (int i = 0; i < pooling.outHeight(); i++) {
            for (int j = 0; j < pooling.outWidth(); j++) {
                int corner = fromAt + (i * pooling.width() + j) * pooling.stride() * channels;
                for (int channel = 0; channel < channels; channel++) {
                    to[at++] = from[largest(pooling, from, corner + channel)];
                }
            }
        }
    }

    /** Position of the first largest value of the window that starts at a corner. */
    private static int largest(Pooling pooling, float[] from, int corner) {
        int best = corner;
        for (int row = 0; row < pooling.kernel(); row++) {
            for (int column = 0; column < pooling.kernel(); column++) {
                int at = corner + (row * pooling.width() + column) * pooling.channels();
                if (from[at] > from[best]) {
                    best = at;
                }
            }
        }
        return best;
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
        int at = gradientToAt;
        for (int i = 0; i < pooling.outHeight(); i++) {
            for (int j = 0; j < pooling.outWidth(); j++) {
                int corner = fromAt + (i * pooling.width() + j) * pooling.stride() * channels;
                for (int channel = 0; channel < channels; channel++) {
                    int best = largest(pooling, from, corner + channel);
                    gradientFrom[gradientFromAt + best - fromAt] += gradientTo[at++];
                }
            }
        }
    }

    @Override
    public void relu(float[] x, int xAt, int length) {
        for (int i = xAt; i < xAt + length; i++) {
            x[i] = x[i] > 0 ? x[i] : 0;
        }
    }

    @Override
    public void reluGradient(float[] y, int yAt, float[] gradient, int gradientAt, int length) {
        for (int i = 0; i < length; i++) {
            if (!(y[yAt + i] > 0)) {
                gradient[gradientAt + i] = 0;
            }
        }
    }

    @Override
    public void temperedSigmoid(float[] x, int xAt, int length, float scale, float temperature, float offset) {
        for (int i = xAt; i < xAt + length; i++) {
            // Strict, so that a compiled loop gives the same bits.
            x[i] = (float) (scale / (1 + StrictMath.exp(-temperature * x[i])) - offset);
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
        for (int i = 0; i < length; i++) {
            // y + offset is scale·s with s the sigmoid, whose derivative is s·(1 − s).
            float scaled = y[yAt + i] + offset;
            gradient[gradientAt + i] *= temperature * scaled * (1 - scaled / scale);
        }
    }

    @Override
    public void addScaled(float factor, float[] x, int xAt, float[] y, int yAt, int length) {
        for (int i = 0; i < length; i++) {
            y[yAt + i] += factor * x[xAt + i];
        }
    }

    @Override
    public void sumRows(int rows, int columns, float[] x, int xAt, int xRow, float[] y, int yAt) {
        for (int i = 0; i < rows; i++) {
            addScaled(1, x, xAt + i * xRow, y, yAt, columns);
        }
    }

    @Override
    public void scale(float factor, float[] x, int xAt, float[] y, int yAt, int length) {
        for (int i = 0; i < length; i++) {
            y[yAt + i] = factor * x[xAt + i];
        }
    }

    @Override
    public double squaredNorm(float[] x, int xAt, int length) {
        double sum = 0;
        for (int i = xAt; i < xAt + length; i++) {
            float square = x[i] * x[i];
            sum += square;
        }
        return sum + (double) length * Float.MIN_NORMAL;
    }

    @Override
    public void addRounded(int rows, int columns, MatrixRows x, double rounder, double[] sum, int sumAt, int sumRow) {
        for (int i = 0; i < rows; i++) {
            int from = x.at() + i * x.row();
            int to = sumAt + i * sumRow;
            for (int j = 0; j < columns; j++) {
                sum[to + j] += (x.values()[from + j] + rounder) - rounder;
            }
        }
    }
}
