package io.abacusdp.training.gradient;

import io.abacusdp.kernels.FloatKernels;

/** max(x, 0). */
final class ReluLayer extends Layer {
    private final FloatKernels kernels;
    private final int size;

    ReluLayer(FloatKernels kernels, int size) {
        this.kernels = kernels;
        this.size = size;
    }

    @Override
    void forward(float[] x, float[] y, int rows) {
        kernels.relu(y, 0, rows * size);
    }

    @Override
    void backward(float[] x, float[] y, float[] dy, float[] dx, int rows) {
        kernels.reluGradient(y, 0, dy, 0, rows * size);
    }

    @Override
    boolean isInPlace() {
        return true;
    }

    @Override
    boolean needsOutput() {
        return true;
    }
}
