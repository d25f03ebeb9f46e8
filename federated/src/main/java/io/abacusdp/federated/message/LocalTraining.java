package io.abacusdp.federated.message;

import io.abacusdp.accounting.event.DpEvent;
import io.abacusdp.training.optimise.Schedule;
import io.abacusdp.training.sampling.PoissonLots;
import io.abacusdp.training.step.Clipping;
import io.abacusdp.training.step.StepPlan;

/**
 * What a client is to do with its records in one round.
 *
 * @param steps local steps, at least 1
 * @param lot expected number of records in a step, by which sums are divided
 * @param learningRate finite, above 0
 * @param momentum in [0, 1)
 * @param proximal μ of FedProx, at least 0
 * @param gradientClip bound on a record's gradient, from 2^-40 to 2^60; infinite for none
 * @param noiseMultiplier noise over that bound, at most 2^15; 0 for none
 */
public record LocalTraining(
        int steps,
        int lot,
        double learningRate,
        double momentum,
        double proximal,
        double gradientClip,
        double noiseMultiplier) {
    public LocalTraining {
        require("steps", steps >= 1, "at least 1", steps);
        require("lot", lot >= 1, "at least 1", lot);
        require("learning rate", learningRate > 0 && isFinite(learningRate), "finite and above 0", learningRate);
        require("momentum", momentum >= 0 && momentum < 1, "in [0, 1)", momentum);
        require("proximal", proximal >= 0 && isFinite(proximal), "finite and at least 0", proximal);
        // As exact sums of gradients allow.
        require(
                "gradient clip",
                gradientClip >= 0x1p-40 && (gradientClip <= 0x1p60 || !isFinite(gradientClip)),
                "from 2^-40 to 2^60, or infinite",
                gradientClip);
        require(
                "noise multiplier",
                noiseMultiplier >= 0 && noiseMultiplier <= 0x1p15,
                "from 0 to 2^15",
                noiseMultiplier);
        if (noiseMultiplier > 0 && !isFinite(gradientClip)) {
            throw new IllegalArgumentException("private training needs a finite clipping norm, got " + gradientClip);
        }
    }

    private static boolean isFinite(double value) {
        return value < Double.POSITIVE_INFINITY;
    }

    private static void require(String name, boolean holds, String range, double value) {
        if (!holds) {
            throw new IllegalArgumentException(name + " must be " + range + ", got " + value);
        }
    }

    /** What steps do to so many records, and what that costs. */
    public StepPlan plan(int records) {
        return StepPlan.independent(
                        new PoissonLots(records, lot), new Clipping.Flat(gradientClip), new Schedule.Constant(1), steps)
                .withNoise(noiseMultiplier);
    }

    /**
     * What the steps cost each of so many records: Poisson-sampled Gaussians.
     *
     * @throws IllegalArgumentException if there is no noise
     */
    public DpEvent charge(int records) {
        if (!(noiseMultiplier > 0)) {
            throw new IllegalArgumentException("steps without noise have no cost that could be charged");
        }
        return plan(records).cost();
    }
}
