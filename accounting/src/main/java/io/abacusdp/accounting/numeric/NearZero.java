package io.abacusdp.accounting.numeric;

/**
 * Differences that vanish at the origin, to nearly full relative precision.
 *
 * <p>The logarithm of a moment is multiplied by the number of steps, so its parts must not be differences of numbers near
 * one.
 */
public final class NearZero {
    /** 1/k! for k = 2..16. */
    private static final double[] INVERSE_FACTORIAL = new double[15];

    static {
        double factorial = 1;
        for (int k = 2; k < 17; k++) {
            factorial *= k;
            INVERSE_FACTORIAL[k - 2] = 1 / factorial;
        }
    }

    private NearZero() {}

    /** e^y − 1 − y, never negative. */
    public static double expm1mx(double y) {
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

    /** e^y − 1, for |y| ≤ 0.5 by its series. */
    public static double expm1(double y) {
        return Math.abs(y) > 0.5 ? Math.exp(y) - 1 : y + expm1mx(y);
    }

    /**
     * s − log(1 + s) for |s| ≤ 0.4, never negative.
     *
     * <p>Formula: log(1 + s) = 2·artanh(w) with w = s/(2 + s), and s − 2w = s²/(2 + s); the rest of the series of artanh
     * after its first term is 2w³·Σ w^{2k}/(2k + 3), of which 13 terms are enough as w² ≤ 1/16.
     */
    public static double xmlog1p(double s) {
        double w = s / (2 + s);
        double square = w * w;
        double sum = 0;
        for (int k = 12; k >= 0; k--) {
            sum = sum * square + 1.0 / (2 * k + 3);
        }
        return s * w - 2 * w * square * sum;
    }

    /** log(1 + s), for |s| ≤ 0.4 by its series. */
    public static double log1p(double s) {
        return Math.abs(s) > 0.4 ? Math.log(1 + s) : s - xmlog1p(s);
    }

    /**
     * e^x − 1 for |x| ≤ 0.02 by the first terms of its series, several times faster than the JDK's; the first that is left out is x^7/8!,
     * relative: below 4e-17.
     */
    public static double shortExpm1(double x) {
        double p = 1.0 / 720 + x / 5040;
        p = 1.0 / 120 + x * p;
        p = 1.0 / 24 + x * p;
        p = 1.0 / 6 + x * p;
        p = 0.5 + x * p;
        return x * (1 + x * p);
    }
}
