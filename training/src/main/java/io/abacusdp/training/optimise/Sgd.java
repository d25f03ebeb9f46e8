package io.abacusdp.training.optimise;

import java.util.Map;

/** Stochastic gradient descent: w ← w − η·g. Has no state. */
public final class Sgd implements Optimiser {
    private final int size;
    private final OptimiserArrays slots = new OptimiserArrays();

    /** @param size number of parameters */
    public Sgd(int size) {
        this.size = size;
    }

    @Override
    public void step(float[] parameters, float[] gradient, double learningRate) {
        OptimiserChecks.step(size, parameters, gradient, learningRate);
        float rate = (float) learningRate;
        for (int i = 0; i < size; i++) {
            parameters[i] -= rate * gradient[i];
        }
    }

    @Override
    public Map<String, float[]> state() {
        return slots.copy();
    }

    @Override
    public void restore(Map<String, float[]> state) {
        slots.restore(state);
    }
}
