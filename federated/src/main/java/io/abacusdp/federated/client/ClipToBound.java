package io.abacusdp.federated.client;

/**
 * Scales an update to at most its bound in Euclidean norm, rounding included.
 *
 * <p>Proof: a sum of fewer than 2^31 squares of floats in doubles, which cannot overflow, and its root are off by at most 2^-23
 * of the norm. Rounding to floats lengthens a vector by at most 2^-24 of it, and by 2^-150·√P where numbers are below the
 * least normal float, which is less than 2^-94 of a bound of at least 2^-40. Together that is below 1.8e-7.
 */
final class ClipToBound {
    /** Room for rounding. */
    private static final double MARGIN = 1 - 1e-6;

    /** The update within the bound, in floats too. */
    final float[] update;

    /** Whether it was within the bound before. */
    final boolean isWithin;

    ClipToBound(float[] given, double bound) {
        double square = 0;
        for (float value : given) {
            square += (double) value * value;
        }
        double norm = Math.sqrt(square);
        double limit = bound * MARGIN;
        isWithin = norm <= limit;
        double factor = isWithin ? 1 : limit / norm;
        update = new float[given.length];
        for (int i = 0; i < given.length; i++) {
            update[i] = (float) (given[i] * factor);
        }
    }
}
