package io.abacusdp.training.noise;

/**
 * What noise of past steps the noise of the next one depends on, coordinate by coordinate, in whole steps of the sum's grid. As secret as noise is: who has it takes
 * the noise off. It cannot be stored. Threads may share it if each has coordinates of its own.
 */
interface NoiseHistory {
    /** Independent noise: nothing is kept. */
    NoiseHistory NONE = (coordinate, fresh) -> (long) Math.rint(fresh);

    /**
     * The noise of this step, to be asked for once for each coordinate.
     *
     * @param fresh z of this step and coordinate, in steps of the grid
     */
    long next(int coordinate, double fresh);

    /** All coordinates have their noise of this step. */
    default void stepDone() {}
}
