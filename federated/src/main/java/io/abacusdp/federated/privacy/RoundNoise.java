package io.abacusdp.federated.privacy;

import io.abacusdp.accounting.Accountant;
import io.abacusdp.accounting.Adjacency;
import io.abacusdp.accounting.auto.AutoAccountant;
import io.abacusdp.accounting.calibrate.Calibration;

/** Noise that a number of rounds needs. */
public final class RoundNoise {
    private RoundNoise() {}

    /**
     * The least noise multiplier, rounded up by at most 5e-7 relative, with which all rounds together stay within the target;
     * by the exact accountant, under add-or-remove-one.
     *
     * @param targetEpsilon finite, not negative
     * @param targetDelta in [0, 1)
     * @param sampleRate probability of a record to be in a step
     * @param stepsPerRound local steps
     * @throws io.abacusdp.accounting.calibrate.UnreachableTargetException if no noise is enough
     */
    public static double multiplier(
            double targetEpsilon, double targetDelta, double sampleRate, long stepsPerRound, long rounds) {
        return multiplier(AutoAccountant.best(), targetEpsilon, targetDelta, sampleRate, stepsPerRound, rounds);
    }

    /** As the other, by an accountant of choice. */
    public static double multiplier(
            Accountant accountant,
            double targetEpsilon,
            double targetDelta,
            double sampleRate,
            long stepsPerRound,
            long rounds) {
        if (stepsPerRound < 1 || rounds < 1) {
            throw new IllegalArgumentException(
                    "steps per round and rounds must be at least 1, got " + stepsPerRound + " and " + rounds);
        }
        long steps = Math.multiplyExact(stepsPerRound, rounds);
        return new Calibration(accountant, Adjacency.ADD_OR_REMOVE_ONE, targetEpsilon, targetDelta)
                .noiseMultiplier(noise -> RoundRecord.steps(noise, sampleRate, steps))
                .value();
    }
}
