package io.abacusdp.accounting.event;

/**
 * Gaussian noise on a sum: Σv + N(0, σ²I), where each record contributes a vector of L2 norm at most C.
 *
 * @param noiseMultiplier σ/C, positive. C bounds one record's contribution, so that adding or removing a record moves
 *     the sum by at most C and replacing one moves it by at most 2C
 */
public record Gaussian(double noiseMultiplier) implements DpEvent {
    public Gaussian {
        Require.positive("noise_multiplier", noiseMultiplier, "use non_private for a release without noise");
    }
}
