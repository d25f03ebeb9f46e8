package io.abacusdp.training.gradient;

import io.abacusdp.kernels.FloatKernels;
import io.abacusdp.kernels.Windows;
import io.abacusdp.training.model.LayerSpec;
import io.abacusdp.training.model.Shape;
import java.util.Arrays;

/**
 * Convolution as a matrix product over all windows of a picture. The windows are copied anew for the gradient, which is cheaper
 * than to keep them; the gradient of one example stays in cache until its norm is known.
 */
final class ConvolutionLayer extends ParameterLayer {
    private final FloatKernels kernels;
    private final Weights weights;
    private final Windows windows;
    private final int height;
    private final int rowLength;
    private final int padding;
    private final int channels;
    private final float[] padded;
    private final float[] columns;
    private final float[] gradient;
    private final int tileSumAt;

    ConvolutionLayer(FloatKernels kernels, Weights weights, LayerSpec.Conv2d spec, Shape input, int tileSumAt) {
        this.kernels = kernels;
        this.weights = weights;
        this.tileSumAt = tileSumAt;
        Shape output = spec.output(input);
        height = input.size(0);
        channels = input.size(2);
        rowLength = input.size(1) * channels;
        padding = spec.padding();
        int paddedRow = rowLength + 2 * padding * channels;
        windows = new Windows(
                output.size(0),
                output.size(1),
                spec.kernel(),
                spec.kernel() * channels,
                paddedRow,
                spec.stride() * paddedRow,
                spec.stride() * channels);
        padded = new float[padding == 0 ? 0 : (height + 2 * padding) * paddedRow];
        columns = new float[windows.count() * windows.length()];
        gradient = new float[weights.length()];
    }

    @Override
    void forward(float[] x, float[] y, int rows) {
        int outputs = weights.outputs;
        float[] parameters = weights.parameters();
        for (int row = 0; row < rows; row++) {
            copyWindows(x, row);
            int at = row * windows.count() * outputs;
            for (int place = 0; place < windows.count(); place++) {
                System.arraycopy(parameters, weights.biasAt, y, at + place * outputs, outputs);
            }
            kernels.multiplyAdd(
                    windows.count(),
                    outputs,
                    windows.length(),
                    columns,
                    0,
                    windows.length(),
                    1,
                    parameters,
                    weights.weightAt,
                    outputs,
                    y,
                    at,
                    outputs);
        }
    }

    @Override
    void backward(float[] x, float[] y, float[] dy, float[] dx, int rows) {
        int outputs = weights.outputs;
        int length = height * rowLength;
        for (int row = 0; row < rows; row++) {
            kernels.multiply(
                    windows.count(),
                    windows.length(),
                    outputs,
                    dy,
                    row * windows.count() * outputs,
                    outputs,
                    1,
                    weights.transposed(),
                    0,
                    windows.length(),
                    columns,
                    0,
                    windows.length());
            if (padding == 0) {
                Arrays.fill(dx, row * length, (row + 1) * length, 0);
                kernels.addWindows(windows, columns, 0, dx, row * length);
            } else {
                Arrays.fill(padded, 0);
                kernels.addWindows(windows, columns, 0, padded, 0);
                for (int i = 0; i < height; i++) {
                    System.arraycopy(padded, paddedAt(i), dx, row * length + i * rowLength, rowLength);
                }
                Arrays.fill(padded, 0);
            }
        }
    }

    @Override
    double squaredNorm(float[] x, float[] dy, int row) {
        copyWindows(x, row);
        int outputs = weights.outputs;
        int dyAt = row * windows.count() * outputs;
        kernels.multiply(
                windows.length(),
                outputs,
                windows.count(),
                columns,
                0,
                1,
                windows.length(),
                dy,
                dyAt,
                outputs,
                gradient,
                0,
                outputs);
        int biasAt = windows.length() * outputs;
        Arrays.fill(gradient, biasAt, biasAt + outputs, 0);
        for (int place = 0; place < windows.count(); place++) {
            kernels.addScaled(1, dy, dyAt + place * outputs, gradient, biasAt, outputs);
        }
        return kernels.squaredNorm(gradient, 0, gradient.length);
    }

    @Override
    void add(float factor, float[] x, float[] dy, int row, int lotRow, float[] tileSum) {
        kernels.addScaled(factor, gradient, 0, tileSum, tileSumAt, gradient.length);
    }

    @Override
    void skip(int lotRow) {}

    private void copyWindows(float[] x, int row) {
        int at = row * height * rowLength;
        if (padding == 0) {
            kernels.copyWindows(windows, x, at, columns, 0);
            return;
        }
        // The edge stays zero, as only the inside is written.
        for (int i = 0; i < height; i++) {
            System.arraycopy(x, at + i * rowLength, padded, paddedAt(i), rowLength);
        }
        kernels.copyWindows(windows, padded, 0, columns, 0);
    }

    private int paddedAt(int pictureRow) {
        return (pictureRow + padding) * windows.pictureRow() + padding * channels;
    }
}
