package io.abacusdp.accounting.event;

/**
 * Discrete Gaussian noise on a single integer, such as a count: the mass at the integer x is proportional to exp(−x²/2σ²). Unlike {@link
 * DiscreteGaussian}, which is for vectors, it says that there is one coordinate, which makes a large sensitivity tight.
 *
 * <p>Source: Canonne, Kamath, Steinke 2020, arXiv:2004.00010.
 *
 * @param sigma scale parameter, positive
 * @param sensitivity how far one record can move the integer, at least 1
 */
public record ScalarDiscreteGaussian(double sigma, long sensitivity) implements DpEvent {
    public ScalarDiscreteGaussian {
        Require.positive("sigma", sigma, "use non_private for a release without noise");
        Require.count("sensitivity", sensitivity, 1);
    }
}
