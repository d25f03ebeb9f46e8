package io.abacusdp.training.gradient;

import io.abacusdp.kernels.FloatKernels;

/** A layer that forms the whole gradient of one example and keeps it, in cache, until the norm over all layers is known. */
abstract class KeptGradientLayer extends ParameterLayer {
    final FloatKernels kernels;
    final Weights weights;

    private final float[] gradient;
    private final int tileSumAt;

    /**
     * @param tileSumAt where this layer's parameters begin in the sum of a tile
     */
    KeptGradientLayer(FloatKernels kernels, Weights weights, int tileSumAt) {
        this.kernels = kernels;
        this.weights = weights;
        this.tileSumAt = tileSumAt;
        gradient = new float[weights.length()];
    }

    /** Writes the gradient of one example over whatever was there. */
    abstract void form(float[] x, float[] dy, int row, float[] gradient);

    @Override
    final double squaredNorm(float[] x, float[] dy, int row) {
        form(x, dy, row, gradient);
        return NORM_ROUNDED_UP * kernels.squaredNorm(gradient, 0, gradient.length);
    }

    @Override
    final void add(float factor, float[] x, float[] dy, int row, int lotRow, float[] tileSum) {
        kernels.addScaled(factor, gradient, 0, tileSum, tileSumAt, gradient.length);
    }

    @Override
    final float[] gradient(float[] x, float[] dy, int row) {
        return gradient.clone();
    }

    @Override
    final void addGradient(float factor, float[] x, float[] dy, int row, float[] sum) {
        form(x, dy, row, gradient);
        kernels.addScaled(factor, gradient, 0, sum, 0, gradient.length);
    }

    @Override
    final void skip(int lotRow) {}
}
