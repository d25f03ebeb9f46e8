package io.abacusdp.training.gradient;

import io.abacusdp.kernels.FloatKernels;
import io.abacusdp.kernels.Left;
import io.abacusdp.kernels.Rows;
import java.util.Arrays;

/**
 * Inputs and scaled output gradients of a linear layer, row by row: the gradient is the one's transpose times the other. Both lie
 * in panels, each contiguous over all rows.
 */
final class LinearRows implements Deferred {
    /** Inputs in a panel, so rows of the weight's gradient in a part: eight blocks of the kernel's six. */
    private static final int PART = 48;

    private final FloatKernels kernels;
    private final Weights weights;
    private final int maxRows;
    private final float[] inputs;
    private final float[] gradients;

    LinearRows(FloatKernels kernels, Weights weights, int maxRows) {
        this.kernels = kernels;
        this.weights = weights;
        this.maxRows = maxRows;
        this.inputs = new float[Math.multiplyExact(maxRows, inputPanels() * PART)];
        this.gradients = new float[Math.multiplyExact(maxRows, gradientPanels() * Panels.WIDTH)];
    }

    private int inputPanels() {
        return (weights.inputs + PART - 1) / PART;
    }

    private int gradientPanels() {
        return (weights.outputs + Panels.WIDTH - 1) / Panels.WIDTH;
    }

    void set(int lotRow, float factor, float[] x, float[] dy, int row) {
        int xAt = row * weights.inputs;
        for (int i = 0; i < weights.inputs; i += PART) {
            System.arraycopy(x, xAt + i, inputs, i * maxRows + lotRow * PART, Math.min(PART, weights.inputs - i));
        }
        int dyAt = row * weights.outputs;
        for (int j = 0; j < weights.outputs; j += Panels.WIDTH) {
            int width = Math.min(Panels.WIDTH, weights.outputs - j);
            kernels.scale(factor, dy, dyAt + j, gradients, j * maxRows + lotRow * Panels.WIDTH, width);
        }
    }

    void clear(int lotRow) {
        // Both, as zero times infinity is not zero.
        for (int i = 0; i < inputPanels(); i++) {
            int at = (i * maxRows + lotRow) * PART;
            Arrays.fill(inputs, at, at + PART, 0);
        }
        for (int j = 0; j < gradientPanels(); j++) {
            int at = (j * maxRows + lotRow) * Panels.WIDTH;
            Arrays.fill(gradients, at, at + Panels.WIDTH, 0);
        }
    }

    /** One for each panel of inputs, and one for the bias. */
    @Override
    public int parts() {
        return inputPanels() + 1;
    }

    @Override
    public void addPart(int part, int rows, float[] sum) {
        if (part < inputPanels()) {
            addWeights(part, rows, sum);
        } else {
            addBias(rows, sum);
        }
    }

    private void addWeights(int part, int rows, float[] sum) {
        int outputs = weights.outputs;
        int first = part * PART;
        int count = Math.min(PART, weights.inputs - first);
        for (int row = 0; row < rows; row += Panels.DEPTH) {
            int depth = Math.min(Panels.DEPTH, rows - row);
            Left some = new Left.Strided(inputs, first * maxRows + row * PART, 1, PART);
            for (int j = 0; j < outputs; j += Panels.WIDTH) {
                kernels.multiplyAdd(
                        count,
                        Math.min(Panels.WIDTH, outputs - j),
                        depth,
                        some,
                        new Rows(gradients, j * maxRows + row * Panels.WIDTH, Panels.WIDTH),
                        new Rows(sum, weights.weightAt + first * outputs + j, outputs));
            }
        }
    }

    private void addBias(int rows, float[] sum) {
        for (int j = 0; j < weights.outputs; j += Panels.WIDTH) {
            int width = Math.min(Panels.WIDTH, weights.outputs - j);
            kernels.sumRows(rows, width, gradients, j * maxRows, Panels.WIDTH, sum, weights.biasAt + j);
        }
    }
}
