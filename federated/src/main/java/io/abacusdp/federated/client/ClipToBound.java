package io.abacusdp.federated.client;

/** Scales an update to at most its bound in Euclidean norm. */
final class ClipToBound {
    /** Room for rounding to floats, which can lengthen a vector by 2^-24 of its norm. */
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
