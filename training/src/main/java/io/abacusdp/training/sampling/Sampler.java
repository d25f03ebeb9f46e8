package io.abacusdp.training.sampling;

/**
 * Draws the lots of a run. What they cost, {@link Lots} says.
 *
 * <p>A sampler has a state and is not safe for use by several threads. The state is never stored: a resumed run takes a new
 * sampler, and pays for its lots as they are drawn.
 */
public interface Sampler {
    /** Rows of the next lot, no row twice. A lot may be empty; it is a step all the same, and never drawn again. */
    int[] next();
}
