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
    /** Inputs in a block. */
    private static final int BLOCK = Left.Packed.ROWS;
    /** Floats of a cache line of 64 bytes. */
    private static final int LINE = 16;
    /** Blocks of inputs in a part. */
    private static final int PART = 6;

    private final FloatKernels kernels;
    private final Weights weights;
    /** Distance of blocks. */
    private final int blockLength;
    /** Distance of panels. */
    private final int panelLength;

    private final float[] inputs;
    private final float[] gradients;

    LinearRows(FloatKernels kernels, Weights weights, int maxRows) {
        this.kernels = kernels;
        this.weights = weights;
        this.blockLength = spread(Math.multiplyExact(maxRows, BLOCK));
        this.panelLength = spread(Math.multiplyExact(maxRows, Panels.WIDTH));
        this.inputs = new float[Math.multiplyExact(blockLength, inputBlocks())];
        this.gradients = new float[Math.multiplyExact(panelLength, gradientPanels())];
    }

    /**
     * At least a length, and an odd number of cache lines: a row is written to all blocks one after the other, and if they were
     * an even number of lines apart, only some of the cache's sets would hold them.
     */
    private static int spread(int length) {
        return ((length + LINE - 1) / LINE | 1) * LINE;
    }

    private int inputBlocks() {
        return Left.Packed.blocks(weights.inputs);
    }

    private int gradientPanels() {
        return (weights.outputs + Panels.WIDTH - 1) / Panels.WIDTH;
    }

    void set(int lotRow, float factor, float[] x, float[] dy, int row) {
        pack(x, row * weights.inputs, lotRow * BLOCK);
        int dyAt = row * weights.outputs;
        for (int j = 0; j < weights.outputs; j += Panels.WIDTH) {
            int width = Math.min(Panels.WIDTH, weights.outputs - j);
            kernels.scale(factor, dy, dyAt + j, gradients, panelAt(j, lotRow), width);
        }
    }

    private void pack(float[] x, int xAt, int inputsAt) {
        int from = xAt;
        int to = inputsAt;
        int end = xAt + weights.inputs;
        for (; from + BLOCK <= end; from += BLOCK) {
            for (int i = 0; i < BLOCK; i++) {
                inputs[to + i] = x[from + i];
            }
            to += blockLength;
        }
        for (int i = 0; from + i < end; i++) {
            inputs[to + i] = x[from + i];
        }
    }

    /** Where the gradients by some outputs, the first of a panel, are for a row. */
    private int panelAt(int output, int row) {
        return output / Panels.WIDTH * panelLength + row * Panels.WIDTH;
    }

    void clear(int lotRow) {
        // Both, as zero times infinity is not zero.
        for (int i = 0; i < inputBlocks(); i++) {
            int at = i * blockLength + lotRow * BLOCK;
            Arrays.fill(inputs, at, at + BLOCK, 0);
        }
        for (int j = 0; j < gradientPanels(); j++) {
            int at = j * panelLength + lotRow * Panels.WIDTH;
            Arrays.fill(gradients, at, at + Panels.WIDTH, 0);
        }
    }

    /** One for each part of the inputs, and one for the bias. */
    @Override
    public int parts() {
        return inputParts() + 1;
    }

    private int inputParts() {
        return (inputBlocks() + PART - 1) / PART;
    }

    @Override
    public void addPart(int part, int rows, float[] sum) {
        if (part < inputParts()) {
            addWeights(part * PART * BLOCK, rows, sum);
        } else {
            addBias(rows, sum);
        }
    }

    private void addWeights(int first, int rows, float[] sum) {
        int outputs = weights.outputs;
        int count = Math.min(PART * BLOCK, weights.inputs - first);
        for (int row = 0; row < rows; row += Panels.DEPTH) {
            int depth = Math.min(Panels.DEPTH, rows - row);
            Left some = new Left.Packed(inputs, first / BLOCK * blockLength + row * BLOCK, blockLength);
            for (int j = 0; j < outputs; j += Panels.WIDTH) {
                kernels.multiplyAdd(
                        count,
                        Math.min(Panels.WIDTH, outputs - j),
                        depth,
                        some,
                        new Rows(gradients, panelAt(j, row), Panels.WIDTH),
                        new Rows(sum, weights.weightAt + first * outputs + j, outputs));
            }
        }
    }

    private void addBias(int rows, float[] sum) {
        for (int j = 0; j < weights.outputs; j += Panels.WIDTH) {
            int width = Math.min(Panels.WIDTH, weights.outputs - j);
            kernels.sumRows(rows, width, gradients, panelAt(j, 0), Panels.WIDTH, sum, weights.biasAt + j);
        }
    }
}
