package io.abacusdp.accounting.numeric;

/**
 * The angle of a point in the upper half-plane, several times faster than the JDK's {@code atan2}.
 *
 * <p>Formula: with w the smaller of |x| and y over the larger, the angle is arctan w, π/2 ∓ arctan w or π − arctan w. With c the eighth
 * nearest to w, arctan w = arctan c + arctan u, u = (w − c)/(1 + wc), |u| ≤ 1/16, and arctan u = u − u³/3 + … − u^15/15.
 *
 * <p>Accuracy: 8·2^−53 of itself. In units of 2^−53, w errs by 1, u by 3 and what comes of w, its series by 2 and by u^16/17 &lt; 1/100,
 * arctan c by 2 and the sum of both by 1: at most 5 of arctan w, as |u| is at most w, and half of that where c is not 0. π/2 and π err by less
 * than 1 of themselves, the difference by 1, and no angle that is found from them is below π/4: (1 + 5·π/4)/(π/4) + 1.
 */
public final class Angle {
    private static final int PARTS = 8;
    private static final double[] ARCTAN = new double[PARTS + 1];

    static {
        for (int i = 0; i <= PARTS; i++) {
            ARCTAN[i] = StrictMath.atan((double) i / PARTS);
        }
    }

    private Angle() {}

    /**
     * The angle of (x, y), in [0, π].
     *
     * @param y not negative
     * @param x finite, and not 0 if y is 0
     */
    public static double of(double y, double x) {
        double size = Math.abs(x);
        double small = arctan(Math.min(size, y) / Math.max(size, y));
        if (y <= size) {
            return x > 0 ? small : Math.PI - small;
        }
        return x > 0 ? 0.5 * Math.PI - small : 0.5 * Math.PI + small;
    }

    /** arctan w, 0 ≤ w ≤ 1. */
    private static double arctan(double w) {
        int nearest = (int) (PARTS * w + 0.5);
        double c = (double) nearest / PARTS;
        double u = nearest == 0 ? w : (w - c) / (1 + w * c);
        double square = u * u;
        double p = 1.0 / 13 - square / 15;
        p = 1.0 / 11 - square * p;
        p = 1.0 / 9 - square * p;
        p = 1.0 / 7 - square * p;
        p = 1.0 / 5 - square * p;
        p = 1.0 / 3 - square * p;
        return ARCTAN[nearest] + (u - u * square * p);
    }
}
