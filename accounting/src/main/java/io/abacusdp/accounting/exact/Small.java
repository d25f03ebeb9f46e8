package io.abacusdp.accounting.exact;

/**
 * Differences that vanish at the origin, to nearly full relative precision.
 *
 * <p>The logarithm of a moment is multiplied by the number of steps, so its parts must not be differences of numbers near
 * one.
 */
final class Small {
    /** 2^−53: half the distance from 1 to the next double. */
    static final double UNIT = 0x1p-53;

    /** 1/k! for k = 2..16. */
    private static final double[] INVERSE_FACTORIAL = new double[15];

    static {
        double factorial = 1;
        for (int k = 2; k < 17; k++) {
            factorial *= k;
            INVERSE_FACTORIAL[k - 2] = 1 / factorial;
        }
    }

    private Small() {}

    /** e^y − 1 − y, never negative. */
    static double exp2(double y) {
        if (Math.abs(y) > 0.5) {
            return Math.exp(y) - 1 - y;
        }
        // The first omitted term is below 0.5^15·2/17! of the sum.
        double sum = INVERSE_FACTORIAL[14];
        for (int k = 13; k >= 0; k--) {
            sum = sum * y + INVERSE_FACTORIAL[k];
        }
        return y * y * sum;
    }

    /** e^y − 1. */
    static double exp1(double y) {
        return Math.abs(y) > 0.5 ? Math.exp(y) - 1 : y + exp2(y);
    }

    /**
     * s − log(1 + s) for |s| ≤ 0.4, never negative.
     *
     * <p>Formula: log(1 + s) = 2·artanh(w) with w = s/(2 + s), and s − 2w = s²/(2 + s); the rest of the series of artanh
     * after its first term is 2w³·Σ w^{2k}/(2k + 3), of which 13 terms are enough as w² ≤ 1/16.
     */
    static double log2(double s) {
        double w = s / (2 + s);
        double square = w * w;
        double sum = 0;
        for (int k = 12; k >= 0; k--) {
            sum = sum * square + 1.0 / (2 * k + 3);
        }
        return s * w - 2 * w * square * sum;
    }

    /** log(1 + s). */
    static double log1(double s) {
        return Math.abs(s) > 0.4 ? Math.log(1 + s) : s - log2(s);
    }
}
