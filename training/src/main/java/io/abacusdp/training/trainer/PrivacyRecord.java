package io.abacusdp.training.trainer;

import io.abacusdp.accounting.Guarantee;
import io.abacusdp.accounting.event.DpEvent;
import io.abacusdp.accounting.filter.FixedPlan;
import java.util.OptionalDouble;

/**
 * What a run cost.
 *
 * @param guarantee of everything that was charged, at the run's delta
 * @param budget greatest epsilon that was allowed at that delta, if there was a limit
 * @param noiseMultiplier of the first step: noise over the bound on one example; 0 if there was no noise
 * @param sampling how lots were drawn, such as {@code poisson}
 * @param unit whom the guarantee is for
 * @param charged every charge in the order in which it was made, with those of steps whose model was lost
 * @param plannedSteps how many steps the plan had
 * @param modelSteps how many steps the model has taken; less than were charged if the run was cut off and resumed
 * @param event all that was released, as one: the charges, or, of a tuning, the best of a random number of such runs
 * @param isSecure whether all noise and all lots came from keys that nobody knows
 */
public record PrivacyRecord(
        Guarantee guarantee,
        OptionalDouble budget,
        double noiseMultiplier,
        String sampling,
        PrivacyUnit unit,
        FixedPlan charged,
        long plannedSteps,
        long modelSteps,
        DpEvent event,
        boolean isSecure) {
    /** Number of steps that were paid for. */
    public long chargedSteps() {
        return charged.steps();
    }
}
