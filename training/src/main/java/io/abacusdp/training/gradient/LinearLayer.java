package io.abacusdp.training.gradient;

import io.abacusdp.kernels.FloatKernels;

/**
 * y = x·W + b. The gradient of an example is the outer product of (x, 1) and dy, so that its norm is known without it:
 * ‖g‖² = (‖x‖² + 1)·‖dy‖² (Goodfellow 2015, arXiv:1510.01799).
 */
final class LinearLayer extends ParameterLayer {
    private final FloatKernels kernels;
    private final Weights weights;
    private final LinearRows rowsOfLot;

    LinearLayer(FloatKernels kernels, Weights weights, LinearRows rowsOfLot) {
        this.kernels = kernels;
        this.weights = weights;
        this.rowsOfLot = rowsOfLot;
    }

    @Override
    void forward(float[] x, float[] y, int rows) {
        weights.multiply(kernels, rows, x, 0, y, 0);
    }

    @Override
    void backward(float[] x, float[] y, float[] dy, float[] dx, int rows) {
        weights.multiplyTransposed(kernels, rows, dy, 0, dx, 0);
    }

    @Override
    double squaredNorm(float[] x, float[] dy, int row) {
        // Two norms, so that their roundings multiply.
        return (NORM_ROUNDED_UP * kernels.squaredNorm(x, row * weights.inputs, weights.inputs) + 1)
                * (NORM_ROUNDED_UP * kernels.squaredNorm(dy, row * weights.outputs, weights.outputs));
    }

    @Override
    void add(float factor, float[] x, float[] dy, int row, int lotRow, float[] tileSum) {
        rowsOfLot.set(lotRow, factor, x, dy, row);
    }

    @Override
    void addGradient(float factor, float[] x, float[] dy, int row, float[] sum) {
        int dyAt = row * weights.outputs;
        for (int i = 0; i < weights.inputs; i++) {
            kernels.addScaled(
                    factor * x[row * weights.inputs + i], dy, dyAt, sum, i * weights.outputs, weights.outputs);
        }
        kernels.addScaled(factor, dy, dyAt, sum, weights.inputs * weights.outputs, weights.outputs);
    }

    /** x and dy. */
    @Override
    float[] gradient(float[] x, float[] dy, int row) {
        float[] both = new float[weights.inputs + weights.outputs];
        System.arraycopy(x, row * weights.inputs, both, 0, weights.inputs);
        System.arraycopy(dy, row * weights.outputs, both, weights.inputs, weights.outputs);
        return both;
    }

    @Override
    void skip(int lotRow) {
        rowsOfLot.clear(lotRow);
    }
}
