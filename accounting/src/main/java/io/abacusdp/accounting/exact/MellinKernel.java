package io.abacusdp.accounting.exact;

import io.abacusdp.accounting.numeric.RoundOff;

/**
 * T(v, p) = Γ(v)·p^{−v}·e^p for Re v &gt; 0 and Re p &gt; 0: what turns a Laplace transform into moments.
 *
 * <p>Formula: Γ(v)·p^{−v} = ∫_0^∞ x^{v−1}·e^{−px} dx, hence |T(v, p)| ≤ Γ(Re v)·(Re p)^{−Re v}·e^{Re p}. With Binet's function μ,
 * log Γ(v) = (v − 1/2)·log v − v + (1/2)·log 2π + μ(v), and so
 *
 * <pre>T(v, p) = √(2π/v)·e^{μ(v)}·e^{v·(r − log(1 + r))},  r = (p − v)/v.</pre>
 *
 * The real part of the last exponent is f(ω) = Re v·(log|v/p| − 1) + Re p − ω·(arg v − arg p) with ω = Im v, whose derivative is arg p − arg v:
 * it falls in ω where arg v ≥ arg p.
 *
 * <p>Source: DLMF 5.9.1, 5.11.1; the remainder of Stirling's series after m terms is at most the next term times sec^{2m+2}(arg v/2) (5.11(ii)), hence
 * |μ(v)| ≤ 1/(6|v|) for Re v &gt; 0, and 2e-17 after seven terms for |v| ≥ 15; below, μ(v) = μ(v + 1) + (v + 1/2)·log(1 + 1/v) − 1.
 *
 * <p>Accuracy: a bound is returned with every value.
 */
final class MellinKernel {
    /** Coefficients of v^{−1}, v^{−3}, … in μ. */
    private static final double[] STIRLING = {
        1.0 / 12, -1.0 / 360, 1.0 / 1260, -1.0 / 1680, 1.0 / 1188, -691.0 / 360360, 1.0 / 156
    };

    private static final double LARGE = 15;

    /**
     * Bound on the error of log Γ without its main part, as a complex number, in units of 2^−53: each of at most 15 steps up to |v| = 15 is made of products
     * that add up to about one in modulus, each with at most 10 roundings, in both parts, and two additions: 18; the rest is below 30.
     */
    static final double REST_ROUNDINGS = 320;

    private MellinKernel() {}

    /** Real and imaginary part of log √(2π/v) + μ(v); errs by at most {@link #REST_ROUNDINGS}. */
    static void rest(double x, double y, double[] into) {
        double shiftedX = x;
        double re = 0;
        double im = 0;
        while (shiftedX * shiftedX + y * y < LARGE * LARGE) {
            // (v + 1/2)·log(1 + 1/v) − 1.
            double square = shiftedX * shiftedX + y * y;
            double ir = shiftedX / square;
            double ii = -y / square;
            double lr = 0.5 * Math.log1p(2 * ir + ir * ir + ii * ii);
            double li = Math.atan2(ii, 1 + ir);
            re += (shiftedX + 0.5) * lr - y * li - 1;
            im += (shiftedX + 0.5) * li + y * lr;
            shiftedX += 1;
        }
        double square = shiftedX * shiftedX + y * y;
        double ir = shiftedX / square;
        double ii = -y / square;
        double i2r = ir * ir - ii * ii;
        double i2i = 2 * ir * ii;
        double sr = 0;
        double si = 0;
        for (int k = STIRLING.length - 1; k >= 0; k--) {
            double r = sr * i2r - si * i2i + STIRLING[k];
            si = sr * i2i + si * i2r;
            sr = r;
        }
        re += sr * ir - si * ii;
        im += sr * ii + si * ir;
        into[0] = re + 0.5 * Math.log(2 * Math.PI) - 0.25 * Math.log(x * x + y * y);
        into[1] = im - 0.5 * Math.atan2(y, x);
    }

    /**
     * Real and imaginary part of v·(r − log(1 + r)), and a bound on the error of either in units of 2^−53.
     *
     * <p>Formula: for |r| ≤ 0.3 with w = r/(2 + r), r − log(1 + r) = r·w − 2w³·Σ w^{2k}/(2k + 3); otherwise p − v − v·log(p/v).
     */
    static void main(double vx, double vy, double px, double py, double[] into) {
        double dx = px - vx;
        double dy = py - vy;
        double v2 = vx * vx + vy * vy;
        double d2 = dx * dx + dy * dy;
        double v = Math.sqrt(v2);
        if (d2 <= 0.09 * v2) {
            double rx = (dx * vx + dy * vy) / v2;
            double ry = (dy * vx - dx * vy) / v2;
            double s2 = (2 + rx) * (2 + rx) + ry * ry;
            double wx = (rx * (2 + rx) + ry * ry) / s2;
            double wy = (ry * (2 + rx) - rx * ry) / s2;
            double qx = wx * wx - wy * wy;
            double qy = 2 * wx * wy;
            double sx = 0;
            double sy = 0;
            // |w²| ≤ 0.0312: what is left out is below 1e-18 of the first term.
            for (int k = 11; k >= 0; k--) {
                double r = sx * qx - sy * qy + 1.0 / (2 * k + 3);
                sy = sx * qy + sy * qx;
                sx = r;
            }
            double cx = 2 * (wx * qx - wy * qy);
            double cy = 2 * (wx * qy + wy * qx);
            double ex = rx * wx - ry * wy - (cx * sx - cy * sy);
            double ey = rx * wy + ry * wx - (cx * sy + cy * sx);
            into[0] = vx * ex - vy * ey;
            into[1] = vx * ey + vy * ex;
            into[2] = 40 * d2 / v;
            return;
        }
        double lx = 0.5 * Math.log((px * px + py * py) / v2);
        double ly = Math.atan2(py * vx - px * vy, px * vx + py * vy);
        into[0] = dx - (vx * lx - vy * ly);
        into[1] = dy - (vx * ly + vy * lx);
        into[2] = 3 * Math.sqrt(d2) + v * (12 + 8 * (Math.abs(lx) + Math.abs(ly)));
    }

    /** Logarithm of Γ(Re v)·(Re p)^{−Re v}·e^{Re p}. */
    static double logMost(double vx, double px) {
        double[] rest = new double[2];
        double[] main = new double[3];
        rest(vx, 0, rest);
        main(vx, 0, px, 0, main);
        return rest[0] + main[0] + RoundOff.UNIT * (main[2] + REST_ROUNDINGS) + 1e-10;
    }
}
