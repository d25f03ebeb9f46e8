package io.abacusdp.accounting.event;

/**
 * Discrete Gaussian noise on an integer-valued sum: the mass at the integer x is proportional to exp(−x²/2σ²),
 * independently in every coordinate.
 *
 * <p>Source: Canonne, Kamath, Steinke 2020, arXiv:2004.00010.
 *
 * @param sigma scale parameter, positive
 * @param sensitivity bound on the L2 norm of one record's contribution, positive
 */
public record DiscreteGaussian(double sigma, double sensitivity) implements DpEvent {
    public DiscreteGaussian {
        Require.positive("sigma", sigma, "use non_private for a release without noise");
        Require.positive("sensitivity", sensitivity, "use no_op for a release that no record touches");
    }
}
