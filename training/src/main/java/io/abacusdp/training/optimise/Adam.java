package io.abacusdp.training.optimise;

import java.util.Map;

/**
 * Adam: steps in units of a running estimate of the gradient's size.
 *
 * <p>Formula, at step t from 1: m ← β₁m + (1 − β₁)g; v ← β₂v + (1 − β₂)g²;
 * w ← w − η·(m / (1 − β₁^t)) / (√(v / (1 − β₂^t)) + ε).
 * <p>Source: Kingma, Ba 2015, arXiv:1412.6980, algorithm 1.
 * <p>Limits: v holds the noise of private gradients as well, so that steps are shorter than without noise.
 */
public final class Adam implements Optimiser {
    /** A float holds whole numbers up to 2^24; the number of steps is kept in two parts, of which the lower has 20 bits. */
    private static final int LOW_STEPS = 1 << 20;

    private final int size;
    private final double beta1;
    private final double beta2;
    private final double epsilon;
    private final OptimiserArrays slots = new OptimiserArrays();
    private final float[] mean;
    private final float[] square;
    private final float[] steps;

    /** With the values of the paper: β₁ = 0.9, β₂ = 0.999, ε = 1e-8. */
    public Adam(int size) {
        this(size, 0.9, 0.999, 1e-8);
    }

    /**
     * @param size number of parameters
     * @param beta1 decay of the mean, in [0, 1)
     * @param beta2 decay of the mean square, in [0, 1)
     * @param epsilon positive
     */
    public Adam(int size, double beta1, double beta2, double epsilon) {
        this.size = size;
        this.beta1 = OptimiserChecks.fraction("beta1", beta1);
        this.beta2 = OptimiserChecks.fraction("beta2", beta2);
        this.epsilon = OptimiserChecks.positive("epsilon", epsilon);
        this.mean = slots.add("adam.mean", size);
        this.square = slots.add("adam.square", size);
        this.steps = slots.add("adam.steps", 2);
    }

    @Override
    public void step(float[] parameters, float[] gradient, double learningRate) {
        OptimiserChecks.step(size, parameters, gradient, learningRate);
        long high = (long) steps[0];
        long t = high * LOW_STEPS + (long) steps[1] + 1;
        // The corrections are the same for all parameters, and are taken out of the loop.
        double root = Math.sqrt(1 - Math.pow(beta2, t));
        float rate = (float) (learningRate * root / (1 - Math.pow(beta1, t)));
        float floor = (float) (epsilon * root);
        float keepMean = (float) beta1;
        float keepSquare = (float) beta2;
        float addMean = (float) (1 - beta1);
        float addSquare = (float) (1 - beta2);
        for (int i = 0; i < size; i++) {
            float g = gradient[i];
            mean[i] = keepMean * mean[i] + addMean * g;
            square[i] = keepSquare * square[i] + addSquare * g * g;
            parameters[i] -= rate * mean[i] / ((float) Math.sqrt(square[i]) + floor);
        }
        long carried = t / LOW_STEPS;
        steps[0] = carried;
        steps[1] = t % LOW_STEPS;
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
