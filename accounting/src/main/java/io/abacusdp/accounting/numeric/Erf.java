package io.abacusdp.accounting.numeric;

/**
 * Error function near zero and scaled complementary error function, by rational minimax approximations.
 *
 * <p>Formula: erf(x) = x·A(x²)/B(x²) for |x| ≤ 0.46875; erfcx(x) = e^{x²}·erfc(x) = C(x)/D(x) up to 4, and (1/√π −
 * x^{−2}·P(x^{−2})/Q(x^{−2}))/x beyond.
 *
 * <p>Source: Cody 1969, Rational Chebyshev approximations for the error function, Mathematics of Computation 23, tables
 * II to IV.
 *
 * <p>Accuracy: in units of 2^−53, all coefficients being positive, a polynomial errs by 2k + 1 of its k-th term. So {@link #central} errs by 5,
 * and by 4 for the approximation itself; {@link #scaledTail} by 23 and 4.5, beyond 4 by 4 and 5.4. {@code ErfTest} proves the remainders of
 * the approximations on all of their intervals, by interpolation in ellipses, with values in a hundred digits.
 */
final class Erf {
    /** Largest argument of {@link #central}; smallest of {@link #scaledTail}. */
    static final double CENTRE = 0.46875;

    private static final double INVERSE_SQRT_PI = 0.5641895835477563;

    static final double[] A = {
        0.18577770618460315, 3.1611237438705655, 113.86415415105016, 377.485237685302, 3209.3775891384694
    };
    static final double[] B = {1, 23.601290952344122, 244.02463793444417, 1282.6165260773723, 2844.236833439171};
    static final double[] C = {
        2.1531153547440383e-08,
        0.5641884969886701,
        8.883149794388377,
        66.11919063714163,
        298.6351381974001,
        881.952221241769,
        1712.0476126340707,
        2051.0783778260716,
        1230.3393547979972
    };
    static final double[] D = {
        1,
        15.744926110709835,
        117.6939508913125,
        537.1811018620099,
        1621.3895745666903,
        3290.7992357334597,
        4362.619090143247,
        3439.3676741437216,
        1230.3393548037495
    };
    static final double[] P = {
        0.016315387137302097,
        0.30532663496123236,
        0.36034489994980445,
        0.12578172611122926,
        0.016083785148742275,
        0.0006587491615298378
    };
    static final double[] Q = {
        1, 2.568520192289822, 1.8729528499234673, 0.5279051029514285, 0.06051834131244132, 0.0023352049762686918
    };

    private Erf() {}

    /** erf(x) for |x| ≤ 0.46875. */
    static double central(double x) {
        double square = x * x;
        return x * (polynomial(A, square) / polynomial(B, square));
    }

    /** erfcx(x) for x ≥ 0.46875. */
    static double scaledTail(double x) {
        if (x <= 4) {
            return polynomial(C, x) / polynomial(D, x);
        }
        double z = 1 / (x * x);
        return (INVERSE_SQRT_PI - z * (polynomial(P, z) / polynomial(Q, z))) / x;
    }

    /** Horner's rule; the coefficient of the highest power comes first. */
    private static double polynomial(double[] coefficients, double x) {
        double sum = 0;
        for (double coefficient : coefficients) {
            sum = sum * x + coefficient;
        }
        return sum;
    }
}
