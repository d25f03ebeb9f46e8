package io.abacusdp.training.gradient;

/** A layer with parameters. */
abstract class ParameterLayer extends Layer {
    /**
     * Squared norm of one example's gradient by this layer's parameters, called after backward of the layers above. May
     * keep the gradient until {@link #add} for the same example.
     */
    abstract double squaredNorm(float[] x, float[] dy, int row);

    /**
     * Adds factor times the gradient of the example that squaredNorm was last asked for.
     *
     * @param lotRow where in the lot the example is
     * @param tileSum sum of this tile over the layers that add to it at once
     */
    abstract void add(float factor, float[] x, float[] dy, int row, int lotRow, float[] tileSum);

    /** Records that an example counts for nothing, whatever its gradient is. */
    abstract void skip(int lotRow);
}
