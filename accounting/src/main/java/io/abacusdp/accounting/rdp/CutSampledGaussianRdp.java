package io.abacusdp.accounting.rdp;

import io.abacusdp.accounting.numeric.NearZero;
import io.abacusdp.accounting.numeric.Normal;
import java.util.List;

/**
 * The Poisson-sampled Gaussian mechanism without its farthest outcomes, which are counted as failures: the divergence of what is
 * left is finite and small at orders at which that of the whole is not, as for tiny rates and many runs.
 *
 * <p>Formula: let Q be the noise alone, x in units of its deviation, s = 1/σ, u = sx − s²/2, and X = 1 + w with w = q(e^u − 1) the ratio
 * P/Q. Outcomes x &gt; c are cut; they have the mass τ under P, and less under Q, so that P and Q are each a mixture that fails with
 * probability τ and is otherwise P', Q' with the ratio X·Q(x ≤ c)/P(x ≤ c). Hence E_{Q'}[(P'/Q')^α] ≤ (1 − τ)^{−α}·E_Q[X^α; x ≤ c].
 * As E_Q[w] = 0, and w &gt; 0 where x &gt; c, E_Q[X^α; x ≤ c] ≤ 1 + E_Q[(1 + w)^α − 1 − αw; x ≤ c] = 1 + E_Q[r(w)·w²; x ≤ c], where
 * r(w) = ∫₀¹ (1 − t)·α(α − 1)·(1 + tw)^{α−2} dt rises with w if α ≥ 2. Its integral is bounded by steps: r is at most α(α − 1)/2 for w ≤ 0,
 * and at most r(w_{i+1}) between u_i and u_{i+1}; with E[w²] = q²(e^{s²} − 1) and E[w²; u ≥ u_i ≥ 0] ≤ q²·e^{s²}·Φ(2s − x_i), summation by
 * parts leaves positive terms only. In the other direction nothing is cut: X ≥ 1 − q, and
 * E_Q[X^{1−α}] ≤ 1 + α(α − 1)/2·(1 − q)^{−α−1}·E[w²].
 *
 * <p>Source: cut losses as in Bun, Steinke 2016, arXiv:1605.02065, section 8 (approximate zCDP); the rest is Taylor's formula with
 * its remainder.
 *
 * <p>Assumes: add-or-remove-one, or zero-out, adjacency.
 *
 * <p>Limits: infinite at orders below 2.
 */
final class CutSampledGaussianRdp {
    private static final int CELLS = 256;
    private static final double RAISED = 1 + 1e-12;

    /** Below this, (1 + w)^α − 1 − αw would cancel; the bound of r by its greatest factor is as good there. */
    private static final double CANCELS = 1e-2;

    private final double rate;
    private final double spread;
    private final double failure;
    private final double[] ratio = new double[CELLS + 1];
    /** log(1 + ratio). */
    private final double[] loss = new double[CELLS + 1];

    private final double[] beyond = new double[CELLS + 1];

    private CutSampledGaussianRdp(double rate, double sigma, double cut) {
        this.rate = rate;
        double s = 1 / sigma;
        this.spread = rate * rate * Math.expm1(s * s) * RAISED;
        double plain = -Normal.quantile(cut / 4);
        double moved = s - Normal.quantile(Math.min(0.5, cut / (4 * rate)));
        double end = Math.max(s, Math.max(plain, moved));
        double mass = (Normal.survival(end) + rate * Normal.survival(end - s)) * RAISED + Double.MIN_NORMAL;
        // Also where noise is so small that nothing is left to compute with.
        this.failure = mass < 1 ? mass : 1;
        for (int i = 0; i <= CELLS; i++) {
            // From u = 0, at x = s/2, to the cut.
            double x = s / 2 + (end - s / 2) * i / CELLS;
            ratio[i] = rate * Math.expm1(s * (x - s / 2)) * RAISED;
            loss[i] = Math.log1p(ratio[i]);
            beyond[i] = rate * rate * Math.exp(s * s) * Normal.survival(x - 2 * s) * RAISED;
        }
    }

    /**
     * The loss of one run.
     *
     * @param cut the mass that may be counted as failure, positive
     */
    static RdpLoss of(double rate, double sigma, double cut) {
        CutSampledGaussianRdp law = new CutSampledGaussianRdp(rate, sigma, cut);
        return new RdpLoss(law::at, law.failure, List.of());
    }

    private double at(double order) {
        if (!(order >= 2) || !(failure < 0.5)) {
            return Double.POSITIVE_INFINITY;
        }
        double half = order * (order - 1) / 2;
        double excess = half * spread;
        double before = half;
        for (int i = 0; i < CELLS; i++) {
            double next = Math.max(before, remainder(order, ratio[i + 1], loss[i + 1]));
            excess += (next - before) * beyond[i];
            before = next;
        }
        double removed = Math.log1p(excess) - order * Math.log1p(-failure);
        double added = Math.log1p(half * spread * Math.exp(-(order + 1) * Math.log1p(-rate)));
        double bound = Math.max(removed, added) / (order - 1) * RAISED + Double.MIN_NORMAL;
        return bound >= 0 ? bound : Double.POSITIVE_INFINITY;
    }

    /**
     * At least r(w) for w ≥ 0.
     *
     * @param loss log(1 + w)
     */
    private static double remainder(double order, double w, double loss) {
        double growth = order * loss;
        if (growth < CANCELS) {
            return order * (order - 1) / 2 * Math.exp(growth) * RAISED;
        }
        // The powers err by their exponents, and the difference by at most 1e4 times as much.
        return (NearZero.expm1(growth * (1 + 4 * Math.ulp(1.0))) - order * w * (1 - 4 * Math.ulp(1.0)))
                / (w * w)
                * (1 + 1e-10);
    }
}
