package io.abacusdp.training.gradient;

import io.abacusdp.kernels.FloatKernels;
import io.abacusdp.kernels.LeftFactor;
import io.abacusdp.kernels.MatrixRows;
import io.abacusdp.training.sum.GridSum;
import java.util.Arrays;

/**
 * Inputs and scaled output gradients of a linear layer, row by row: the gradient is the one's transpose times the other. Both lie
 * in panels, each contiguous over all rows. Rows are multiplied part by part: an element of a part's product is one chain of
 * additions, or of fused multiply-adds, over the part's rows.
 */
final class LinearRows implements DeferredSum {
    /** Inputs in a block. */
    private static final int BLOCK = LeftFactor.Packed.ROWS;
    /** Floats of a cache line of 64 bytes. */
    private static final int LINE = 16;
    /** Blocks of inputs that are multiplied one after the other. */
    private static final int RANGE = 6;

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
        return LeftFactor.Packed.blocks(weights.inputs);
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

    /** One for each few blocks of inputs, and one for the bias. */
    @Override
    public int ranges() {
        return inputRanges() + 1;
    }

    private int inputRanges() {
        return (inputBlocks() + RANGE - 1) / RANGE;
    }

    @Override
    public void addRange(int range, int[] partStarts, GridSum sum) {
        float[] product = new float[RANGE * BLOCK * Panels.WIDTH];
        for (int part = 0; part + 1 < partStarts.length; part++) {
            int from = partStarts[part];
            int rows = partStarts[part + 1] - from;
            if (range < inputRanges()) {
                addWeights(range * RANGE * BLOCK, from, rows, product, sum);
            } else {
                addBias(from, rows, product, sum);
            }
        }
    }

    private void addWeights(int first, int from, int rows, float[] product, GridSum sum) {
        int outputs = weights.outputs;
        int count = Math.min(RANGE * BLOCK, weights.inputs - first);
        LeftFactor some = new LeftFactor.Packed(inputs, first / BLOCK * blockLength + from * BLOCK, blockLength);
        MatrixRows products = new MatrixRows(product, 0, Panels.WIDTH);
        for (int j = 0; j < outputs; j += Panels.WIDTH) {
            // Of a panel's last columns some may be of no output; their products are made, as that is faster, and
            // dropped.
            MatrixRows panel = new MatrixRows(gradients, panelAt(j, from), Panels.WIDTH);
            kernels.multiply(count, Panels.WIDTH, rows, some, panel, products);
            int width = Math.min(Panels.WIDTH, outputs - j);
            int to = weights.weightAt + first * outputs + j;
            kernels.addRounded(count, width, products, sum.rounder(), sum.values(), to, outputs);
        }
    }

    private void addBias(int from, int rows, float[] product, GridSum sum) {
        for (int j = 0; j < weights.outputs; j += Panels.WIDTH) {
            int width = Math.min(Panels.WIDTH, weights.outputs - j);
            Arrays.fill(product, 0, width, 0);
            kernels.sumRows(rows, width, gradients, panelAt(j, from), Panels.WIDTH, product, 0);
            MatrixRows bias = new MatrixRows(product, 0, width);
            kernels.addRounded(1, width, bias, sum.rounder(), sum.values(), weights.biasAt + j, width);
        }
    }
}
