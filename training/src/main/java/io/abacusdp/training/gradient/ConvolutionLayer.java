package io.abacusdp.training.gradient;

import io.abacusdp.kernels.FloatKernels;
import io.abacusdp.kernels.LeftFactor;
import io.abacusdp.kernels.MatrixRows;
import io.abacusdp.kernels.Windows;
import io.abacusdp.training.model.LayerSpec;
import io.abacusdp.training.model.Shape;
import java.util.Arrays;

/**
 * Convolution as a matrix product over all windows of a picture, whose values are read where they lie. The gradient of one example
 * stays in cache until its norm is known.
 */
final class ConvolutionLayer extends KeptGradientLayer {
    /** Enough rows of a product that its remainder does not matter. */
    private static final int WINDOWS_TOGETHER = 100;

    private final Windows windows;
    private final int height;
    private final int rowLength;
    private final int padding;
    private final int channels;
    /** Floats of one picture with its edge. */
    private final int pictureLength;

    private final float[] padded;
    private final int together;
    /** Where the windows of pictures that are worked on together start. */
    private final int[] starts;

    private final int[] places;
    private final int[][] splitPlaces;
    private final float[] windowGradients;

    ConvolutionLayer(FloatKernels kernels, Weights weights, LayerSpec.Conv2d spec, Shape input, int tileSumAt) {
        super(kernels, weights, tileSumAt);
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
        pictureLength = (height + 2 * padding) * paddedRow;
        together = Math.max(1, WINDOWS_TOGETHER / windows.count());
        padded = new float[padding == 0 ? 0 : together * pictureLength];
        int[] startsOfOne = windows.starts();
        starts = new int[together * startsOfOne.length];
        Arrays.setAll(starts, i -> i / startsOfOne.length * pictureLength + startsOfOne[i % startsOfOne.length]);
        places = windows.places();
        splitPlaces = weights.splitInputs(places);
        windowGradients = new float[together * windows.count() * windows.length()];
    }

    @Override
    void forward(float[] x, float[] y, int rows) {
        for (int row = 0; row < rows; row += together) {
            int count = Math.min(together, rows - row);
            float[] pictures = pictures(x, row, count);
            weights.multiplyGathered(
                    kernels, count * windows.count(), pictures, pictureAt(row), starts, splitPlaces, y, outputAt(row));
        }
    }

    @Override
    void backward(float[] x, float[] y, float[] dy, float[] dx, int rows) {
        int length = windows.count() * windows.length();
        for (int row = 0; row < rows; row += together) {
            int count = Math.min(together, rows - row);
            weights.multiplyTransposed(kernels, count * windows.count(), dy, outputAt(row), windowGradients, 0);
            for (int i = 0; i < count; i++) {
                addWindows(i * length, dx, row + i);
            }
        }
    }

    private void addWindows(int at, float[] dx, int row) {
        int length = height * rowLength;
        if (padding == 0) {
            Arrays.fill(dx, row * length, (row + 1) * length, 0);
            kernels.addWindows(windows, windowGradients, at, dx, row * length);
            return;
        }
        Arrays.fill(padded, 0, pictureLength, 0);
        kernels.addWindows(windows, windowGradients, at, padded, 0);
        for (int i = 0; i < height; i++) {
            System.arraycopy(padded, paddedAt(i), dx, row * length + i * rowLength, rowLength);
        }
        Arrays.fill(padded, 0, pictureLength, 0);
    }

    @Override
    void form(float[] x, float[] dy, int row, float[] gradient) {
        float[] pictures = pictures(x, row, 1);
        int outputs = weights.outputs;
        int dyAt = outputAt(row);
        kernels.multiply(
                windows.length(),
                outputs,
                windows.count(),
                new LeftFactor.Gathered(pictures, pictureAt(row), places, starts),
                new MatrixRows(dy, dyAt, outputs),
                new MatrixRows(gradient, 0, outputs));
        int biasAt = windows.length() * outputs;
        Arrays.fill(gradient, biasAt, biasAt + outputs, 0);
        kernels.sumRows(windows.count(), outputs, dy, dyAt, outputs, gradient, biasAt);
    }

    /** Where some pictures lie with their edges, the first at {@link #pictureAt}. */
    private float[] pictures(float[] x, int row, int count) {
        if (padding == 0) {
            return x;
        }
        int at = row * height * rowLength;
        for (int picture = 0; picture < count; picture++) {
            // The edge stays zero, as only the inside is written.
            for (int i = 0; i < height; i++) {
                System.arraycopy(x, at, padded, picture * pictureLength + paddedAt(i), rowLength);
                at += rowLength;
            }
        }
        return padded;
    }

    private int pictureAt(int row) {
        return padding == 0 ? row * pictureLength : 0;
    }

    private int outputAt(int row) {
        return row * windows.count() * weights.outputs;
    }

    private int paddedAt(int pictureRow) {
        return (pictureRow + padding) * windows.pictureRow() + padding * channels;
    }
}
