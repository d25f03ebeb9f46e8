package io.abacusdp.training.trainer;

import io.abacusdp.accounting.Adjacency;
import io.abacusdp.accounting.Guarantee;
import io.abacusdp.accounting.filter.FixedPlan;

/**
 * What a run will do and cost, settled before its next step.
 *
 * @param noiseMultiplier given or calibrated; 0 for no noise
 * @param steps that the model is to take
 * @param charges all that is to be paid, those that were paid before the run was resumed first
 * @param granted how many of the charges the budget allows
 * @param guarantee of the charges that it allows
 */
public record TrainingPlan(
        double noiseMultiplier,
        long steps,
        FixedPlan charges,
        long granted,
        Adjacency adjacency,
        Guarantee guarantee) {}
