package io.abacusdp.training.gradient;

import io.abacusdp.kernels.FloatKernels;
import io.abacusdp.kernels.Pooling;
import java.util.Arrays;

/** Largest value of each window. */
final class MaxPoolLayer extends Layer {
    private final FloatKernels kernels;
    private final Pooling pooling;
    private final int inputs;
    private final int outputs;

    MaxPoolLayer(FloatKernels kernels, Pooling pooling, int inputs, int outputs) {
        this.kernels = kernels;
        this.pooling = pooling;
        this.inputs = inputs;
        this.outputs = outputs;
    }

    @Override
    void forward(float[] x, float[] y, int rows) {
        for (int row = 0; row < rows; row++) {
            kernels.maxPool(pooling, x, row * inputs, y, row * outputs);
        }
    }

    @Override
    void backward(float[] x, float[] y, float[] dy, float[] dx, int rows) {
        Arrays.fill(dx, 0, rows * inputs, 0);
        for (int row = 0; row < rows; row++) {
            kernels.maxPoolGradient(pooling, x, row * inputs, y, row * outputs, dy, row * outputs, dx, row * inputs);
        }
    }

    @Override
    boolean needsOutput() {
        return true;
    }
}
