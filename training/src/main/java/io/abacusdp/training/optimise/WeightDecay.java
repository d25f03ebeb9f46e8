package io.abacusdp.training.optimise;

import java.util.Map;

/**
 * Another optimiser, before each step of which the parameters shrink a little: decoupled weight decay. With Adam this is AdamW.
 *
 * <p>Formula: w ← (1 − η·λ)·w, then the other's step of rate η.
 * <p>Source: Loshchilov, Hutter 2019, arXiv:1711.05101, algorithm 2.
 * <p>Limits: η·λ of 1 or more sets the parameters to zero before the step, and never turns their sign.
 */
public final class WeightDecay implements Optimiser {
    private final Optimiser steps;
    private final double decay;

    /** @param decay λ, finite and at least 0 */
    public WeightDecay(Optimiser steps, double decay) {
        this.steps = steps;
        this.decay = OptimiserChecks.notNegative("weight decay", decay);
    }

    @Override
    public void step(float[] parameters, float[] gradient, double learningRate) {
        float kept = (float) Math.max(0, 1 - OptimiserChecks.notNegative("learning rate", learningRate) * decay);
        for (int i = 0; i < parameters.length; i++) {
            parameters[i] *= kept;
        }
        steps.step(parameters, gradient, learningRate);
    }

    @Override
    public Map<String, float[]> state() {
        return steps.state();
    }

    @Override
    public void restore(Map<String, float[]> state) {
        steps.restore(state);
    }
}
