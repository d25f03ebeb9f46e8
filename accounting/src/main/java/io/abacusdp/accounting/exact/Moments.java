package io.abacusdp.accounting.exact;

/**
 * Logarithm of the moment generating function of a loss, and its first two derivatives.
 *
 * @param log K(t)
 * @param mean K'(t)
 * @param variance K''(t)
 */
record Moments(double log, double mean, double variance) {
    static final Moments ZERO = new Moments(0, 0, 0);

    Moments plus(double count, Moments one) {
        return new Moments(log + count * one.log, mean + count * one.mean, variance + count * one.variance);
    }
}
