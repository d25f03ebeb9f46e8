package io.abacusdp.training.trainer;

import io.abacusdp.accounting.Adjacency;
import io.abacusdp.accounting.Guarantee;
import io.abacusdp.accounting.filter.FixedPlan;
import io.abacusdp.training.step.StepPlan;
import java.util.Optional;

/**
 * What a run will do and cost, settled before its next step.
 *
 * @param step what steps do, and what each of them costs
 * @param charges all that is to be paid, those that were paid before the run was resumed first
 * @param granted how many of the charges the budget allows
 * @param guarantee of the charges that it allows
 * @param error for correlated noise: how large it is, beside independent noise of the same epsilon
 */
public record TrainingPlan(
        StepPlan step,
        FixedPlan charges,
        long granted,
        Adjacency adjacency,
        Guarantee guarantee,
        Optional<ExpectedError> error) {
    /** Given or calibrated; 0 for no noise. */
    public double noiseMultiplier() {
        return step.noiseMultiplier();
    }

    /** Steps that the model is to take. */
    public long steps() {
        return step.steps();
    }
}
