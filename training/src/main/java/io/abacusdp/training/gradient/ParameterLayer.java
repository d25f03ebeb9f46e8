package io.abacusdp.training.gradient;

import io.abacusdp.kernels.FloatKernels;

/** A layer with parameters. */
abstract class ParameterLayer extends Layer {
    /** Raises a squared norm by what the kernels may have rounded it down. */
    static final double NORM_ROUNDED_UP = 1 + FloatKernels.SQUARED_NORM_ERROR;

    /**
     * Squared norm of one example's gradient by this layer's parameters, or a little more and never less: of the very floats that
     * {@link #add} multiplies, however they were rounded. Called after backward of the layers above. May keep the gradient until
     * {@link #add} for the same example.
     */
    abstract double squaredNorm(float[] x, float[] dy, int row);

    /**
     * Adds factor times the gradient of the example that squaredNorm was last asked for.
     *
     * @param lotRow where in the lot the example is
     * @param tileSum sum of this tile over the layers that add to it at once
     */
    abstract void add(float factor, float[] x, float[] dy, int row, int lotRow, float[] tileSum);

    /** What {@link #add} would multiply by the factor, or what that is made of, as a copy; for tests. */
    abstract float[] gradient(float[] x, float[] dy, int row);

    /** Adds factor times the gradient of one row to a sum over this layer's parameters. */
    abstract void addGradient(float factor, float[] x, float[] dy, int row, float[] sum);

    /** Records that an example counts for nothing, whatever its gradient is. */
    abstract void skip(int lotRow);
}
