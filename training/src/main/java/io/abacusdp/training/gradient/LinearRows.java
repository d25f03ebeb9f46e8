package io.abacusdp.training.gradient;

import io.abacusdp.kernels.FloatKernels;
import java.util.Arrays;

/** Inputs and scaled output gradients of a linear layer, row by row: the gradient is the one's transpose times the other. */
final class LinearRows implements Deferred {
    /** Rows of the weight's gradient in a part: eight blocks of the kernel's six. */
    private static final int PART = 48;

    private final FloatKernels kernels;
    private final Weights weights;
    private final float[] inputs;
    private final float[] gradients;

    LinearRows(FloatKernels kernels, Weights weights, int maxRows) {
        this.kernels = kernels;
        this.weights = weights;
        this.inputs = new float[maxRows * weights.inputs];
        this.gradients = new float[maxRows * weights.outputs];
    }

    void set(int lotRow, float factor, float[] x, float[] dy, int row) {
        System.arraycopy(x, row * weights.inputs, inputs, lotRow * weights.inputs, weights.inputs);
        kernels.scale(factor, dy, row * weights.outputs, gradients, lotRow * weights.outputs, weights.outputs);
    }

    void clear(int lotRow) {
        // Both, as zero times infinity is not zero.
        Arrays.fill(inputs, lotRow * weights.inputs, (lotRow + 1) * weights.inputs, 0);
        Arrays.fill(gradients, lotRow * weights.outputs, (lotRow + 1) * weights.outputs, 0);
    }

    @Override
    public int parts() {
        return (weights.inputs + PART - 1) / PART + 1;
    }

    @Override
    public void addPart(int part, int rows, float[] sum) {
        int outputs = weights.outputs;
        if (part == parts() - 1) {
            for (int row = 0; row < rows; row++) {
                kernels.addScaled(1, gradients, row * outputs, sum, weights.biasAt, outputs);
            }
            return;
        }
        int from = part * PART;
        int count = Math.min(PART, weights.inputs - from);
        kernels.multiplyAdd(
                count,
                outputs,
                rows,
                inputs,
                from,
                1,
                weights.inputs,
                gradients,
                0,
                outputs,
                sum,
                weights.weightAt + from * outputs,
                outputs);
    }
}
