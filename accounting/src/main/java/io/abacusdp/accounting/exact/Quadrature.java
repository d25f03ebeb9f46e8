package io.abacusdp.accounting.exact;

import io.abacusdp.accounting.numeric.Cumulants;
import java.util.HashMap;
import java.util.Map;
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

    /** How much wider the spacing above the real line has to be. */
    private static final double WORTH_RAISING = 1.7;

    private final Ratio ratio;
    private @Nullable QuadratureLattice coarse;
    private @Nullable QuadratureLattice fine;
    /** Exponent and accuracy for which the coarse lattice was asked last. */
    private double coarseExponent = Double.NaN;

    private double coarseAccuracy = Double.NaN;
    /** By exponent: a contour comes back to tilts that led to it. */
    private final Map<Double, Cumulants> cumulants = new HashMap<>();

    Quadrature(Ratio ratio) {
        this.ratio = ratio;
    }

    Ratio ratio() {
        return ratio;
    }

    /** A lattice good for moments near exponent a, with errors of about e^{−e} relative to G(a). */
    QuadratureLattice coarse(double a, double e) {
        if (coarse != null && a == coarseExponent && e == coarseAccuracy) {
            return coarse;
        }
        double spacing = spacing(a, 0, e);
        double low = ratio.low(a, e);
        double high = ratio.high(a, e);
        QuadratureLattice lattice = serving(coarse, spacing, low, high);
        coarse = lattice;
        coarseExponent = a;
        coarseAccuracy = e;
        return lattice;
    }

    /**
     * log G(a) and mean and variance of log R at exponent a, from {@link #coarse}.
     *
     * @param e the same at every call
     */
    Cumulants cumulants(double a, double e) {
        return cumulants.computeIfAbsent(a, exponent -> coarse(exponent, e).cumulants(exponent));
    }

    /** A lattice whose errors by spacing and by range are below e^{−e} relative to G(a), at ζ = a ± iω for all ω up to omega. */
    QuadratureLattice fine(double a, double omega, double e) {
        double spacing = spacing(a, omega, e + Math.log(4 + 4 * Math.abs(a)));
        double range = e + Math.log(8 + 8 * Math.abs(a) * (1 + ratio.reach() / ratio.sigma())) + deficit(a);
        double low = ratio.low(a, range);
        double high = ratio.high(a, range);
        QuadratureLattice lattice = serving(fine, spacing, low, high);
        fine = lattice;
        return lattice;
    }

    /**
     * A lattice above the real line whose errors by spacing and by range are below e^{−e} for φ(ω) − 1 at every ω ≥ 0.
     *
     * <p>Formula: on the line Im x = y the rule errs by at most N₀/(e^{2πy/d} − 1) + N/(e^{2π(Y−y)/d} − 1), with N₀ and N the
     * integrals of |v·(e^{iωc} − 1)| over the real line and over Im x = Y. As |e^{iωc}| ≤ 1 on both, N₀ ≤ 2 and N ≤ 2e^g with
     * g = Y²/2σ² − p·log cos(ϑ/2), ϑ = sY/σ². With E = e + log 16, y = YE/(2E + g) and d = 2πY/(2E + g) both errors are below
     * e^{−e}/7. What lies outside of the range is at most twice (1 + width/σ)·e^g at height y times the mass that its ends
     * are asked for, which is made small enough for e^{−e}/2.
     *
     * @param mostGrowth about the largest g that is worth its round-off, which is relative to the larger integrand
     */
    RaisedLattice raised(double a, double e, double mostGrowth) {
        double relative = ratio.sigma() / ratio.reach();
        double needed = e + Math.log(16);
        double angle = raisedAngle(a, mostGrowth);
        double spacing = QuadratureLattice.fewDigits(
                2 * Math.PI * angle * ratio.sigma() * relative / (2 * needed + growth(a, angle)));
        double height = needed * spacing / (2 * Math.PI);
        double range = e
                + Math.log(128 + 16 * Math.abs(a) * (1 + ratio.reach() / ratio.sigma()))
                + growth(a, height / (ratio.sigma() * relative))
                + deficit(a);
        double low = ratio.low(a, range) - 0.5 * ratio.sigma();
        double high = ratio.high(a, range) + 0.5 * ratio.sigma();
        checkNodes((high - low) / spacing);
        long first = (long) Math.floor(low / spacing);
        return new RaisedLattice(height, spacing, first, (int) ((long) Math.ceil(high / spacing) - first) + 1);
    }

    /** Whether a lattice above the real line needs so many fewer nodes that it takes less time. */
    boolean isBetterRaised(double a, double omega, double e, double mostGrowth) {
        double angle = raisedAngle(a, mostGrowth);
        double spacing =
                2 * Math.PI * angle * ratio.sigma() * ratio.sigma() / ratio.reach() / (2 * e + growth(a, angle));
        return spacing > WORTH_RAISING * spacing(a, omega, e);
    }

    /** The angle ϑ at which the integrand has about the largest growth. */
    private double raisedAngle(double a, double mostGrowth) {
        double relative = ratio.sigma() / ratio.reach();
        return Math.min(MAX_ANGLE, Math.sqrt(mostGrowth / (0.5 * relative * relative + ratio.inversePower(a) / 8)));
    }

    /** Logarithm of a bound for the growth of the modulus of the density, without the ratio's imaginary power. */
    private double growth(double a, double angle) {
        double relative = ratio.sigma() / ratio.reach();
        return 0.5 * angle * angle * relative * relative - ratio.inversePower(a) * Math.log(Math.cos(0.5 * angle));
    }

    /**
     * An upper bound for −log G(a), which is positive for 0 &lt; a &lt; 1 only: G is concave in the pair of laws there, and so at
     * least that of the Gaussian parts furthest from each other.
     */
    double deficit(double a) {
        double distance = ratio.turns() * ratio.reach() / ratio.sigma();
        return 0.5 * Math.max(0, a * (1 - a)) * distance * distance;
    }

    /** The known lattice if it will do, or a new one. */
    private QuadratureLattice serving(@Nullable QuadratureLattice known, double spacing, double low, double high) {
        if (known != null && known.serves(spacing, low, high)) {
            return known;
        }
        // Some room for the next exponent.
        double from = low - 0.5 * ratio.sigma();
        double to = high + 0.1 * (high - low);
        checkNodes((to - from) / spacing);
        return new QuadratureLattice(ratio, 0.9 * spacing, from, to);
    }

    private static void checkNodes(double nodes) {
        if (!(nodes < MAX_NODES)) {
            throw new SlowDecayException("its moments need more than " + MAX_NODES + " quadrature nodes");
        }
    }

    /** The largest spacing d with 2πy/d ≥ e + log of the growth of the integrand, for the best angle. */
    private double spacing(double a, double omega, double e) {
        double relative = ratio.sigma() / ratio.reach();
        double power = ratio.inversePower(a);
        double angle = Math.min(MAX_ANGLE, Math.sqrt(e / (0.5 * relative * relative + power / 8)));
        double growth = growth(a, angle) + ratio.turns() * omega * angle;
        return 2 * Math.PI * angle * ratio.sigma() * relative / (e + growth);
    }
}
