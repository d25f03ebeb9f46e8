package io.abacusdp.training.trainer;

import io.abacusdp.accounting.SafeFigures;
import io.abacusdp.training.noise.NoiseMatrix;
import io.abacusdp.training.sampling.Participation;
import io.abacusdp.training.step.StepPlan;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.Map;

/** What a report says of correlated noise: all that its sensitivity follows from, and how much it is expected to be worth. Public. */
final class NoiseFacts {
    private NoiseFacts() {}

    /** Nothing for independent noise. */
    static Map<String, String> of(TrainingPlan plan) {
        StepPlan step = plan.step();
        Map<String, String> facts = new LinkedHashMap<>();
        if (step.matrix() instanceof NoiseMatrix.Independent) {
            return facts;
        }
        facts.put("noise matrix", step.matrix().id());
        if (step.matrix() instanceof NoiseMatrix.Banded banded) {
            facts.put("noise coefficients", Arrays.toString(banded.coefficients()));
        } else if (step.matrix() instanceof NoiseMatrix.Buffered buffered) {
            facts.put("noise omegas", Arrays.toString(buffered.parameters().omegas()));
            facts.put("noise lambdas", Arrays.toString(buffered.parameters().lambdas()));
        }
        facts.put("sensitivity of the noise matrix", Double.toString(step.sensitivity()));
        if (step.lots().participation() == Participation.IN_TURN && step.noiseMultiplier() > 0) {
            facts.put("lots of an epoch", Integer.toString(step.lots().lotsPerCharge()));
        }
        plan.error()
                .ifPresent(error -> facts.put(
                        "expected error",
                        "%s times the clipping norm on sums of steps, root mean square; %s with independent noise of the same epsilon on Poisson lots"
                                .formatted(SafeFigures.up(error.own(), 5), SafeFigures.up(error.independent(), 5))));
        return facts;
    }
}
