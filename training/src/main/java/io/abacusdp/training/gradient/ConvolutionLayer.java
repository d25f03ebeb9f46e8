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
    /** Enough rows of a product that its remainder does not matter. */
    private static final int WINDOWS_TOGETHER = 100;

    private final FloatKernels kernels;
    private final Weights weights;
    private final Windows windows;
    private final int height;
    private final int rowLength;
    private final int padding;
    private final int channels;
    private final float[] padded;
    private final int columnsLength;
    private final int together;
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
        columnsLength = windows.count() * windows.length();
        together = Math.max(1, WINDOWS_TOGETHER / windows.count());
        columns = new float[together * columnsLength];
        gradient = new float[weights.length()];
    }

    @Override
    void forward(float[] x, float[] y, int rows) {
        for (int row = 0; row < rows; row += together) {
            int count = Math.min(together, rows - row);
            for (int i = 0; i < count; i++) {
                copyWindows(x, row + i, i * columnsLength);
            }
            weights.multiply(kernels, count * windows.count(), columns, 0, y, outputAt(row));
        }
    }

    @Override
    void backward(float[] x, float[] y, float[] dy, float[] dx, int rows) {
        for (int row = 0; row < rows; row += together) {
            int count = Math.min(together, rows - row);
            weights.multiplyTransposed(kernels, count * windows.count(), dy, outputAt(row), columns, 0);
            for (int i = 0; i < count; i++) {
                addWindows(i * columnsLength, dx, row + i);
            }
        }
    }

    private void addWindows(int columnsAt, float[] dx, int row) {
        int length = height * rowLength;
        if (padding == 0) {
            Arrays.fill(dx, row * length, (row + 1) * length, 0);
            kernels.addWindows(windows, columns, columnsAt, dx, row * length);
            return;
        }
        Arrays.fill(padded, 0);
        kernels.addWindows(windows, columns, columnsAt, padded, 0);
        for (int i = 0; i < height; i++) {
            System.arraycopy(padded, paddedAt(i), dx, row * length + i * rowLength, rowLength);
        }
        Arrays.fill(padded, 0);
    }

    @Override
    double squaredNorm(float[] x, float[] dy, int row) {
        copyWindows(x, row, 0);
        int outputs = weights.outputs;
        int dyAt = outputAt(row);
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
        kernels.sumRows(windows.count(), outputs, dy, dyAt, outputs, gradient, biasAt);
        return kernels.squaredNorm(gradient, 0, gradient.length);
    }

    @Override
    void add(float factor, float[] x, float[] dy, int row, int lotRow, float[] tileSum) {
        kernels.addScaled(factor, gradient, 0, tileSum, tileSumAt, gradient.length);
    }

    @Override
    void skip(int lotRow) {}

    private void copyWindows(float[] x, int row, int columnsAt) {
        int at = row * height * rowLength;
        if (padding == 0) {
            kernels.copyWindows(windows, x, at, columns, columnsAt);
            return;
        }
        // The edge stays zero, as only the inside is written.
        for (int i = 0; i < height; i++) {
            System.arraycopy(x, at + i * rowLength, padded, paddedAt(i), rowLength);
        }
        kernels.copyWindows(windows, padded, 0, columns, columnsAt);
    }

    private int outputAt(int row) {
        return row * windows.count() * weights.outputs;
    }

    private int paddedAt(int pictureRow) {
        return (pictureRow + padding) * windows.pictureRow() + padding * channels;
    }
}
