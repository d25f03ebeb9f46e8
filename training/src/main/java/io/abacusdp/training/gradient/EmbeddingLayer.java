package io.abacusdp.training.gradient;

import io.abacusdp.kernels.FloatKernels;
import java.util.Arrays;

/** Rows of a table by their numbers. Always the first layer, so that its input has no gradient. */
final class EmbeddingLayer extends ParameterLayer {
    private final FloatKernels kernels;
    private final int tokens;
    private final Weights table;
    private final EmbeddingRows rowsOfLot;
    private final float[] tokenGradient;

    /**
     * @param table of as many inputs as the vocabulary and as many outputs as the dimension
     */
    EmbeddingLayer(FloatKernels kernels, int tokens, Weights table, EmbeddingRows rowsOfLot) {
        this.kernels = kernels;
        this.tokens = tokens;
        this.table = table;
        this.rowsOfLot = rowsOfLot;
        this.tokenGradient = new float[table.outputs];
    }

    @Override
    void forward(float[] x, float[] y, int rows) {
        int dimension = table.outputs;
        for (int i = 0; i < rows * tokens; i++) {
            int id = (int) x[i];
            System.arraycopy(table.parameters(), table.weightAt + id * dimension, y, i * dimension, dimension);
        }
    }

    @Override
    void backward(float[] x, float[] y, float[] dy, float[] dx, int rows) {
        throw new IllegalStateException("numbers of rows have no gradient");
    }

    /** Places with the same number share a row, so that their gradients add before they are squared. */
    @Override
    double squaredNorm(float[] x, float[] dy, int row) {
        int from = row * tokens;
        double sum = 0;
        for (int i = from; i < from + tokens; i++) {
            if (firstPlace(x, from, x[i]) == i) {
                Arrays.fill(tokenGradient, 0);
                for (int j = i; j < from + tokens; j++) {
                    if (x[j] == x[i]) {
                        kernels.addScaled(1, dy, j * tokenGradient.length, tokenGradient, 0, tokenGradient.length);
                    }
                }
                sum += kernels.squaredNorm(tokenGradient, 0, tokenGradient.length);
            }
        }
        return sum;
    }

    private static int firstPlace(float[] x, int from, float id) {
        int place = from;
        while (x[place] != id) {
            place++;
        }
        return place;
    }

    @Override
    void add(float factor, float[] x, float[] dy, int row, int lotRow, float[] tileSum) {
        rowsOfLot.set(lotRow, factor, x, dy, row);
    }

    @Override
    void skip(int lotRow) {
        rowsOfLot.clear(lotRow);
    }
}
