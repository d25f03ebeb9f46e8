package io.abacusdp.training.optimise;

/**
 * A running average of parameters over the steps of a run. It sees nothing but parameters that were released, and so costs no privacy.
 *
 * <p>Formula, after step t from 1: a ← d_t·a + (1 − d_t)·w with d_t = min(d, t/(9 + t)): early steps are soon forgotten.
 * <p>Source: De, Berrada, Hayes, Smith, Balle 2022, arXiv:2204.13650, section 3.2, for averages of private models and for the rule of
 * d_t.
 */
public final class WeightAverage {
    private final double decay;
    private final float[] average;

    /**
     * @param parameters with which the average begins
     * @param decay d, in [0, 1)
     */
    public WeightAverage(float[] parameters, double decay) {
        this.decay = OptimiserChecks.fraction("decay of the average", decay);
        this.average = parameters.clone();
    }

    /** Adds the parameters after a step, from 1. */
    public void add(float[] parameters, long step) {
        OptimiserChecks.atLeast("step", 1, step);
        OptimiserChecks.size("parameters", average.length, parameters);
        double kept = Math.min(decay, step / (9.0 + step));
        for (int i = 0; i < average.length; i++) {
            average[i] = (float) (kept * average[i] + (1 - kept) * parameters[i]);
        }
    }

    /** A copy of the average. */
    public float[] parameters() {
        return average.clone();
    }
}
