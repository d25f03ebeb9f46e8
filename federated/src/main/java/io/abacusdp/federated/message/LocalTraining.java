package io.abacusdp.federated.message;

import io.abacusdp.accounting.event.DpEvent;
import io.abacusdp.accounting.event.Gaussian;
import io.abacusdp.accounting.event.PoissonSampled;
import io.abacusdp.accounting.event.Repeated;

/**
 * What a client is to do with its records in one round.
 *
 * @param steps local steps, at least 1
 * @param lot expected number of records in a step, by which sums are divided
 * @param learningRate finite, above 0
 * @param momentum in [0, 1)
 * @param proximal μ of FedProx, at least 0
 * @param gradientClip bound on a record's gradient; infinite for none
 * @param noiseMultiplier noise over that bound; 0 for none
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
        require("gradient clip", gradientClip > 0, "above 0", gradientClip);
        require(
                "noise multiplier",
                noiseMultiplier >= 0 && isFinite(noiseMultiplier),
                "finite and at least 0",
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

    /**
     * What the steps cost each of so many records: Poisson-sampled Gaussians.
     *
     * @throws IllegalArgumentException if there is no noise
     */
    public DpEvent charge(int records) {
        return new Repeated(steps, new PoissonSampled((double) lot / records, new Gaussian(noiseMultiplier)));
    }
}
