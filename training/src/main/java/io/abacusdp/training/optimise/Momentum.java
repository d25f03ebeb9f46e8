package io.abacusdp.training.optimise;

import java.util.Map;

/**
 * Gradient descent with momentum (Polyak): v ← m·v + g, then w ← w − η·v. The gradient enters v in full, so that a constant
 * gradient moves the parameters 1/(1 − m) times as far as without momentum.
 */
public final class Momentum implements Optimiser {
    private final int size;
    private final float momentum;
    private final OptimiserArrays slots = new OptimiserArrays();
    private final float[] velocity;

    /**
     * @param size number of parameters
     * @param momentum m, in [0, 1)
     */
    public Momentum(int size, double momentum) {
        this.size = size;
        this.momentum = (float) OptimiserChecks.fraction("momentum", momentum);
        this.velocity = slots.add("momentum.velocity", size);
    }

    @Override
    public void step(float[] parameters, float[] gradient, double learningRate) {
        OptimiserChecks.step(size, parameters, gradient, learningRate);
        float rate = (float) learningRate;
        for (int i = 0; i < size; i++) {
            velocity[i] = momentum * velocity[i] + gradient[i];
            parameters[i] -= rate * velocity[i];
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
