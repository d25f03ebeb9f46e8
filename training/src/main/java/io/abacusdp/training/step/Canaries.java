package io.abacusdp.training.step;

import java.io.IOException;

/**
 * Rows that are no examples but stand for gradients of their own, and somebody who looks at what is released of them.
 *
 * <p>Each canary has a coordinate of its own, beyond those of the model: what is released there is its clipped gradient, drawn,
 * summed, noised and divided like everything else, and the model never moves by it. Records have no part in these
 * coordinates, so that what is learned from them says nothing of a record.
 */
public interface Canaries {
    /** Rows from here on are canaries. */
    int firstRow();

    /**
     * What the drawn canaries add to the sum, in coordinates of their own; always as many, whichever were drawn.
     *
     * @param rows of the lot that are canaries
     * @param norm bound on one gradient's norm, which no canary exceeds
     */
    double[] sum(int[] rows, double norm);

    /**
     * A step was released.
     *
     * @param mean the noisy sum of the canaries over the expected size of the lot
     * @param norm with which they were clipped
     * @param noiseMultiplier of the step
     */
    void released(float[] mean, double norm, double noiseMultiplier);

    /** The run was written to the disk; what a resumed run needs to know should be there as well. */
    default void checkpoint() throws IOException {}
}
