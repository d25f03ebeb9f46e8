package io.abacusdp.training.trainer;

import java.util.OptionalDouble;

/**
 * What may be shown after an epoch. Nothing here comes from private data without noise: loss and accuracy are those on the
 * test set, the speed counts the expected number of examples, and the clipping norm is fixed or was itself released.
 *
 * @param epoch from 1
 * @param step number of steps that the model has taken
 * @param chargedSteps number of steps that were paid for, those of lost models among them
 * @param epsilon spent so far at the run's delta
 * @param noiseMultiplier of the last step; 0 if there was no noise
 * @param clippingNorm of the last step
 * @param learningRate of the last step
 */
public record EpochRecord(
        int epoch,
        long step,
        long chargedSteps,
        double epsilon,
        double noiseMultiplier,
        double clippingNorm,
        double learningRate,
        OptionalDouble testLoss,
        OptionalDouble testAccuracy) {
    /** The same at another price. */
    EpochRecord withEpsilon(double other) {
        return new EpochRecord(
                epoch, step, chargedSteps, other, noiseMultiplier, clippingNorm, learningRate, testLoss, testAccuracy);
    }
}
