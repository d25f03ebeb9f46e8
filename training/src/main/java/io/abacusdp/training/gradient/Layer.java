package io.abacusdp.training.gradient;

/**
 * One layer at work on a tile, some examples one after the other in an array. Belongs to one thread.
 *
 * <p>x is the layer's input, y its output, dy and dx the gradients of the loss by them.
 */
abstract class Layer {
    abstract void forward(float[] x, float[] y, int rows);

    /** Sets dx; called after forward with the same x. */
    abstract void backward(float[] x, float[] y, float[] dy, float[] dx, int rows);

    /** Whether y overwrites x, and dx overwrites dy. */
    boolean isInPlace() {
        return false;
    }

    /** Whether backward reads y, so that the next layer must not overwrite it. */
    boolean needsOutput() {
        return false;
    }
}
