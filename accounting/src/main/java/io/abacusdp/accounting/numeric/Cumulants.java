package io.abacusdp.accounting.numeric;

/**
 * K(t) = log E[e^{tL}] of a loss L at one tilt t, and its first two derivatives: mean and variance of the tilted law.
 *
 * @param value K(t)
 * @param mean K'(t)
 * @param variance K''(t)
 */
public record Cumulants(double value, double mean, double variance) {
    /** Of a loss that is always zero. */
    public static final Cumulants ZERO = new Cumulants(0, 0, 0);

    /** With those of a number of independent runs added. */
    public Cumulants plus(double count, Cumulants one) {
        return new Cumulants(value + count * one.value, mean + count * one.mean, variance + count * one.variance);
    }
}
