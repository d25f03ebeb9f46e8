package io.abacusdp.training.gradient;

import io.abacusdp.kernels.FloatKernels;
import java.util.Arrays;

/** Which rows of an embedding each example used, and their scaled gradients: far less than the whole gradient. */
final class EmbeddingRows implements Deferred {
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

    void set(int lotRow, float factor, float[] x, float[] dy, int row) {
        for (int i = 0; i < tokens; i++) {
            ids[lotRow * tokens + i] = (int) x[row * tokens + i];
        }
        int length = tokens * dimension;
        kernels.scale(factor, dy, row * length, gradients, lotRow * length, length);
    }

    void clear(int lotRow) {
        Arrays.fill(gradients, lotRow * tokens * dimension, (lotRow + 1) * tokens * dimension, 0);
    }

    @Override
    public int parts() {
        return 1;
    }

    @Override
    public void addPart(int part, int rows, float[] sum) {
        for (int i = 0; i < rows * tokens; i++) {
            kernels.addScaled(1, gradients, i * dimension, sum, weightAt + ids[i] * dimension, dimension);
        }
    }
}
