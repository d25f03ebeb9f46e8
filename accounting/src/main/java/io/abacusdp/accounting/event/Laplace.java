package io.abacusdp.accounting.event;

/**
 * Laplace noise on a sum: Σv + z, each coordinate of z with density exp(−|x|/b)/(2b), where each record contributes a
 * vector of L1 norm at most C.
 *
 * @param noiseMultiplier b/C, positive; adding or removing a record costs pure ε = C/b, replacing one 2C/b
 */
public record Laplace(double noiseMultiplier) implements DpEvent {
    public Laplace {
        Require.positive("noise_multiplier", noiseMultiplier, "use non_private for a release without noise");
    }
}
