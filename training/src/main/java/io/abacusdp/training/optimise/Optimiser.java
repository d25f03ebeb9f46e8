package io.abacusdp.training.optimise;

import java.util.Map;

/** Moves parameters against a gradient. Has a state, of fixed size, and is not safe for use by several threads. */
public interface Optimiser {
    /** One step; the gradient stays as it is. */
    void step(float[] parameters, float[] gradient, double learningRate);

    /** A copy of all that later steps depend on, by name, for a checkpoint. */
    Map<String, float[]> state();

    /**
     * Goes back to a state, exactly.
     *
     * @throws IllegalArgumentException if it is not the state of such an optimiser, and then nothing changes
     */
    void restore(Map<String, float[]> state);
}
