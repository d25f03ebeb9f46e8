package io.abacusdp.accounting.classic;

/**
 * Several groups of coordinates, each clipped by itself and given its own Gaussian noise, as one Gaussian mechanism.
 *
 * <p>Formula: z* = (Σ_m 1/z_m²)^(−1/2), where z_m is the noise of group m over its clipping norm: in units of the noise,
 * a record moves the groups by at most 1/z_m each, hence the whole by at most the root of the sum of their squares.
 *
 * <p>Source: McMahan, Andrew et al. 2018, A general approach to adding differential privacy to iterative training
 * procedures, arXiv:1812.06210.
 *
 * <p>Accuracy: relative (n + 8)·2.3e-16 for n groups, rounded down, to the side of more privacy loss.
 *
 * <p>Limits: scaled by the smallest z_m, so that no square overflows or underflows to a loss of privacy.
 *
 * <p>Example: {@code new Gaussian(GroupClipping.noiseMultiplier(4, 4))} is what two groups of noise 4 cost together.
 */
public final class GroupClipping {
    private GroupClipping() {}

    /** The noise multiplier of the whole; at least one group, each finite and positive. */
    public static double noiseMultiplier(double... groups) {
        if (groups.length == 0) {
            throw new IllegalArgumentException("groups must hold at least one noise multiplier, got none");
        }
        double least = Double.POSITIVE_INFINITY;
        for (double group : groups) {
            Arguments.positive("a group's noise multiplier", group);
            least = Math.min(least, group);
        }
        double sum = 0;
        for (double group : groups) {
            sum += (least / group) * (least / group);
        }
        return least / Math.sqrt(sum) * (1 - (groups.length + 4) * Math.ulp(1.0));
    }
}
