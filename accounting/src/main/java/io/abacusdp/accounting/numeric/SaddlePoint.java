package io.abacusdp.accounting.numeric;

/**
 * The saddle point of M(z)·e^{−zε}/(z(z+1)) on the real line right of 0, whose integral is δ(ε), and what it says of δ.
 *
 * <p>Formula: the saddle for ε is at the t with ε = K′(t) − 1/t − 1/(t+1); there the logarithm of the integrand has the
 * curvature V = K″(t) + 1/t² + 1/(t+1)², and δ(ε) ≈ e^{K(t) − tε}/(t(t+1)·√(2πV)).
 *
 * <p>Accuracy: an estimate, by which grids and contours are chosen; nothing certified rests on it.
 */
public final class SaddlePoint {
    private SaddlePoint() {}

    /** The ε for which t is the saddle; k are the cumulants at t. */
    public static double epsilon(double t, Cumulants k) {
        return k.mean() - 1 / t - 1 / (t + 1);
    }

    /** V. */
    public static double curvature(double t, Cumulants k) {
        return k.variance() + 1 / (t * t) + 1 / ((t + 1) * (t + 1));
    }

    /** The estimate of log δ(ε) from an integrand that is nearly stationary at t. */
    public static double logDelta(double t, Cumulants k, double epsilon) {
        return k.value() - t * epsilon - Math.log(t * (t + 1)) - 0.5 * Math.log(2 * Math.PI * curvature(t, k));
    }
}
