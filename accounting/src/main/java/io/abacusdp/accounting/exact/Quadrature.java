package io.abacusdp.accounting.exact;

import org.jspecify.annotations.Nullable;

/**
 * The trapezoidal rule for G(ζ) = E_B[R^ζ] of one pair of laws, with its error. Keeps its lattices for the next exponent
 * nearby: one object serves one query, by one thread.
 *
 * <p>Formula: for an integrand that is analytic for |Im x| ≤ y, the rule with spacing d errs by at most 2N/(e^{2πy/d} − 1),
 * N the larger integral of its modulus over the lines Im x = ±y (Trefethen, Weideman 2014, theorem 5.1). With s the reach
 * and ϑ = sy/σ² &lt; π, every term of r turns by an angle in [0, ϑ], so that
 *
 * <ul>
 *   <li>|r(x ± iy)| ≤ r(x), and |r(x ± iy)| ≥ r(x)·cos(ϑ/2), as the projection on the direction ϑ/2 shows;
 *   <li>|arg R| ≤ nϑ with n = 1, or 2 where R is a ratio of two mixtures;
 *   <li>the Gaussian density grows by e^{y²/2σ²}.
 * </ul>
 *
 * Hence N ≤ G(a)·exp(ϑ²σ²/2s² + nωϑ − p·log cos(ϑ/2)) at ζ = a ± iω, with p the sum of the powers in which r is in the
 * denominator. The spacing is chosen to push the error below e^{−e}.
 */
final class Quadrature {
    /** A lattice of more nodes is not worth its time. */
    private static final int MAX_NODES = 40_000;

    private static final double MAX_ANGLE = 2.7;

    private final Ratio ratio;
    private @Nullable Lattice coarse;
    private @Nullable Lattice fine;

    Quadrature(Ratio ratio) {
        this.ratio = ratio;
    }

    Ratio ratio() {
        return ratio;
    }

    /** A lattice good for moments near exponent a, with errors of about e^{−e} relative to G(a). */
    Lattice coarse(double a, double e) {
        double spacing = spacing(a, 0, e);
        double low = ratio.low(a, e);
        double high = ratio.high(a, e);
        Lattice known = coarse;
        if (known == null || !known.serves(spacing, low, high)) {
            known = make(spacing, low, high);
            coarse = known;
        }
        return known;
    }

    /** A lattice whose errors by spacing and by range are below e^{−e} relative to G(a), at ζ = a ± iω for all ω up to omega. */
    Lattice fine(double a, double omega, double e) {
        double spacing = spacing(a, omega, e + Math.log(4 + 4 * Math.abs(a)));
        double range = e + Math.log(8 + 8 * Math.abs(a) * (1 + ratio.reach() / ratio.sigma())) + deficit(a);
        double low = ratio.low(a, range);
        double high = ratio.high(a, range);
        Lattice known = fine;
        if (known == null || !known.serves(spacing, low, high)) {
            known = make(spacing, low, high);
            fine = known;
        }
        return known;
    }

    /**
     * An upper bound for −log G(a), which is positive for 0 &lt; a &lt; 1 only: G is concave in the pair of laws there, and so at
     * least that of the Gaussian parts furthest from each other.
     */
    private double deficit(double a) {
        double distance = ratio.turns() * ratio.reach() / ratio.sigma();
        return 0.5 * Math.max(0, a * (1 - a)) * distance * distance;
    }

    private Lattice make(double spacing, double low, double high) {
        // Some room for the next exponent.
        double from = low - 0.5 * ratio.sigma();
        double to = high + 0.1 * (high - low);
        if (!((to - from) / spacing < MAX_NODES)) {
            throw new SlowDecayException("its moments need more than " + MAX_NODES + " quadrature nodes");
        }
        return new Lattice(ratio, 0.9 * spacing, from, to);
    }

    /** The largest spacing d with 2πy/d ≥ e + log of the growth of the integrand, for the best angle. */
    private double spacing(double a, double omega, double e) {
        double relative = ratio.sigma() / ratio.reach();
        double power = ratio.inversePower(a);
        double angle = Math.min(MAX_ANGLE, Math.sqrt(e / (0.5 * relative * relative + power / 8)));
        double growth = 0.5 * angle * angle * relative * relative
                + ratio.turns() * omega * angle
                - power * Math.log(Math.cos(0.5 * angle));
        return 2 * Math.PI * angle * ratio.sigma() * relative / (e + growth);
    }
}
