package io.abacusdp.training.gradient;

import io.abacusdp.kernels.FloatKernels;
import java.util.Arrays;

/**
 * Rows of a table by their numbers. Always the first layer, so that its input has no gradient.
 *
 * <p>Places with the same number share a row. Their gradients are added once, in floats, and that sum is both measured and passed on:
 * if places were passed on one by one, what cancels in the norm need not cancel in the sum, or only up to another rounding.
 */
final class EmbeddingLayer extends ParameterLayer {
    private final FloatKernels kernels;
    private final int tokens;
    private final int dimension;
    private final Weights table;
    private final EmbeddingRows rowsOfLot;
    /** For each place the gradient of its number's row if it is the first place with it, else zeros. */
    private final float[] gradient;

    /**
     * @param table of as many inputs as the vocabulary and as many outputs as the dimension
     */
    EmbeddingLayer(FloatKernels kernels, int tokens, Weights table, EmbeddingRows rowsOfLot) {
        this.kernels = kernels;
        this.tokens = tokens;
        this.dimension = table.outputs;
        this.table = table;
        this.rowsOfLot = rowsOfLot;
        this.gradient = new float[tokens * dimension];
    }

    @Override
    void forward(float[] x, float[] y, int rows) {
        for (int i = 0; i < rows * tokens; i++) {
            int id = (int) x[i];
            System.arraycopy(table.parameters(), table.weightAt + id * dimension, y, i * dimension, dimension);
        }
    }

    @Override
    void backward(float[] x, float[] y, float[] dy, float[] dx, int rows) {
        throw new IllegalStateException("numbers of rows have no gradient");
    }

    @Override
    double squaredNorm(float[] x, float[] dy, int row) {
        int from = row * tokens;
        Arrays.fill(gradient, 0);
        for (int i = 0; i < tokens; i++) {
            int first = firstPlace(x, from, x[from + i]);
            kernels.addScaled(1, dy, (from + i) * dimension, gradient, first * dimension, dimension);
        }
        return NORM_ROUNDED_UP * kernels.squaredNorm(gradient, 0, gradient.length);
    }

    /** The first place of an example with a number, from 0. */
    private static int firstPlace(float[] x, int from, float id) {
        int place = 0;
        while (x[from + place] != id) {
            place++;
        }
        return place;
    }

    @Override
    void add(float factor, float[] x, float[] dy, int row, int lotRow, float[] tileSum) {
        rowsOfLot.set(lotRow, factor, x, row * tokens, gradient);
    }

    @Override
    void addGradient(float factor, float[] x, float[] dy, int row, float[] sum) {
        throw new IllegalStateException("numbers of rows have no views");
    }

    @Override
    float[] gradient(float[] x, float[] dy, int row) {
        return gradient.clone();
    }

    @Override
    void skip(int lotRow) {
        rowsOfLot.clear(lotRow);
    }
}
