package io.abacusdp.training.gradient;

import io.abacusdp.kernels.FloatKernels;
import io.abacusdp.kernels.MatrixRows;
import io.abacusdp.training.sum.GridSum;
import java.util.Arrays;

/**
 * Which rows of an embedding each example used, and their scaled gradients: far less than the whole gradient. Each is rounded to
 * the grid by itself, so that no float is ever a sum over examples.
 */
final class EmbeddingRows implements DeferredSum {
    private final FloatKernels kernels;
    private final int tokens;
    private final int dimension;
    private final int weightAt;
    private final int[] ids;
    private final float[] gradients;

    EmbeddingRows(FloatKernels kernels, int tokens, int dimension, int weightAt, int maxRows) {
        this.kernels = kernels;
        this.tokens = tokens;
        this.dimension = dimension;
        this.weightAt = weightAt;
        this.ids = new int[maxRows * tokens];
        this.gradients = new float[maxRows * tokens * dimension];
    }

    /** @param gradient of each place */
    void set(int lotRow, float factor, float[] x, int xAt, float[] gradient) {
        for (int i = 0; i < tokens; i++) {
            ids[lotRow * tokens + i] = (int) x[xAt + i];
        }
        int length = tokens * dimension;
        kernels.scale(factor, gradient, 0, gradients, lotRow * length, length);
    }

    void clear(int lotRow) {
        Arrays.fill(gradients, lotRow * tokens * dimension, (lotRow + 1) * tokens * dimension, 0);
    }

    @Override
    public int ranges() {
        return 1;
    }

    @Override
    public void addRange(int range, int[] partStarts, GridSum sum) {
        int rows = partStarts[partStarts.length - 1];
        for (int i = 0; i < rows * tokens; i++) {
            MatrixRows gradient = new MatrixRows(gradients, i * dimension, dimension);
            int to = weightAt + ids[i] * dimension;
            kernels.addRounded(1, dimension, gradient, sum.rounder(), sum.values(), to, dimension);
        }
    }
}
