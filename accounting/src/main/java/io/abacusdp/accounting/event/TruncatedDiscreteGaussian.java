package io.abacusdp.accounting.event;

/**
 * Discrete Gaussian noise on a single integer that never exceeds a bound: the mass at the integer x is proportional to exp(−x²/2σ²) for
 * |x| ≤ bound, and 0 beyond. Outcomes that only one of two neighbours can have show which one it was.
 *
 * @param sigma scale parameter, positive
 * @param sensitivity how far one record can move the integer, at least 1
 * @param bound of the noise, at least 1
 */
public record TruncatedDiscreteGaussian(double sigma, long sensitivity, long bound) implements DpEvent {
    public TruncatedDiscreteGaussian {
        Require.positive("sigma", sigma, "use non_private for a release without noise");
        Require.count("sensitivity", sensitivity, 1);
        Require.count("bound", bound, 1);
    }
}
