package io.abacusdp.training.gradient;

import io.abacusdp.kernels.FloatKernels;
import org.jspecify.annotations.Nullable;

/**
 * Weight {inputs, outputs} and bias of a layer within the flat parameters, and copies for products. Shared by threads; changed
 * only between lots.
 */
final class Weights {
    final int inputs;
    final int outputs;
    final int weightAt;
    final int biasAt;
    private final @Nullable Panels forward;
    private final @Nullable Panels backward;
    private float[] parameters = new float[0];

    private Weights(int inputs, int outputs, int weightAt, @Nullable Panels forward, @Nullable Panels backward) {
        this.inputs = inputs;
        this.outputs = outputs;
        this.weightAt = weightAt;
        this.biasAt = weightAt + inputs * outputs;
        this.forward = forward;
        this.backward = backward;
    }

    /** Weights that no product needs. */
    static Weights withoutProducts(int inputs, int outputs, int weightAt) {
        return new Weights(inputs, outputs, weightAt, null, null);
    }

    /** Weights of a product whose input needs no gradient. */
    static Weights forward(int inputs, int outputs, int weightAt) {
        return new Weights(inputs, outputs, weightAt, new Panels(inputs, outputs), null);
    }

    static Weights bothWays(int inputs, int outputs, int weightAt) {
        return new Weights(inputs, outputs, weightAt, new Panels(inputs, outputs), new Panels(outputs, inputs));
    }

    /** Number of parameters, bias included. */
    int length() {
        return (inputs + 1) * outputs;
    }

    /** The flat parameters of the model. */
    float[] parameters() {
        return parameters;
    }

    /** Takes new parameters; the copies are made by {@link #copy}. */
    void use(float[] newParameters) {
        parameters = newParameters;
    }

    /** Number of parts in which the copies are made. */
    int parts() {
        return copies(forward) + copies(backward);
    }

    private static int copies(@Nullable Panels panels) {
        return panels == null ? 0 : panels.copies();
    }

    void copy(int part) {
        if (forward != null && part < forward.copies()) {
            forward.copy(part, parameters, weightAt, outputs, 1);
        } else if (backward != null) {
            backward.copy(part - copies(forward), parameters, weightAt, 1, outputs);
        }
    }

    /** y = x·W + b for each of m rows. */
    void multiply(FloatKernels kernels, int m, float[] x, int xAt, float[] y, int yAt) {
        fillWithBias(y, yAt, m);
        forProducts().multiplyAdd(kernels, m, x, xAt, y, yAt);
    }

    /** The same with the input j of row i at {@code xAt + rowAts[i]} plus what {@link #splitInputs} was given for j. */
    void multiplyGathered(
            FloatKernels kernels, int m, float[] x, int xAt, int[] rowAts, int[][] inputAts, float[] y, int yAt) {
        fillWithBias(y, yAt, m);
        forProducts().multiplyAddGathered(kernels, m, x, xAt, rowAts, inputAts, y, yAt);
    }

    /** Positions of the inputs, as products take them. */
    int[][] splitInputs(int[] inputAts) {
        return forProducts().split(inputAts);
    }

    private Panels forProducts() {
        if (forward == null) {
            throw new IllegalStateException("these weights are not made for products");
        }
        return forward;
    }

    /** x = y·Wᵀ for each of m rows. */
    void multiplyTransposed(FloatKernels kernels, int m, float[] y, int yAt, float[] x, int xAt) {
        if (backward == null) {
            throw new IllegalStateException("these weights are not made for gradients of the input");
        }
        backward.multiply(kernels, m, y, yAt, x, xAt);
    }

    private void fillWithBias(float[] y, int at, int rows) {
        System.arraycopy(parameters, biasAt, y, at, outputs);
        int filled = outputs;
        int length = rows * outputs;
        while (filled < length) {
            int count = Math.min(filled, length - filled);
            System.arraycopy(y, at, y, at + filled, count);
            filled += count;
        }
    }
}
