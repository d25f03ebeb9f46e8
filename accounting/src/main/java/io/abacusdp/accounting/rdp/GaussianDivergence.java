package io.abacusdp.accounting.rdp;

/**
 * Rényi divergence between two Gaussians on the line.
 *
 * <p>Example: {@code GaussianDivergence.renyi(2, 1, 3, 0, 3)} is that of one step with noise multiplier 3 at order 2.
 */
public final class GaussianDivergence {
    private GaussianDivergence() {}

    /**
     * D_α(N(μ₀, σ₀²) ‖ N(μ₁, σ₁²)).
     *
     * <p>Formula: with s = (1 − α)σ₀² + ασ₁² &gt; 0, D = α(μ₀ − μ₁)²/2s + log(s / (σ₀^{2(1−α)}·σ₁^{2α})) / 2(1 − α); infinite
     * if s ≤ 0, where the moment does not exist.
     *
     * <p>Source: Gil, Alajaji, Linder 2013, Information Sciences 249, table 2.
     *
     * <p>Accuracy: 1e-13 relative for variances that differ by 1e-3 or more; rounded up by 1e-15 absolute.
     *
     * @param order finite, above 1
     */
    public static double renyi(double order, double mean0, double deviation0, double mean1, double deviation1) {
        RdpCurve.checkOrder(order);
        if (!(deviation0 > 0 && deviation1 > 0 && Math.abs(mean0 - mean1) < Double.POSITIVE_INFINITY)) {
            throw new IllegalArgumentException(
                    "a Gaussian needs a finite mean and a positive deviation, got N(%s, %s²) and N(%s, %s²)"
                            .formatted(mean0, deviation0, mean1, deviation1));
        }
        // In units of σ₀² : s = 1 + α·x with x = (σ₁/σ₀)² − 1, and the logarithms are log1p of multiples of x.
        double ratio = deviation1 / deviation0;
        double x = (ratio - 1) * (ratio + 1);
        double s = 1 + order * x;
        if (!(s > 0)) {
            return Double.POSITIVE_INFINITY;
        }
        double shift = (mean0 - mean1) / deviation0;
        double distance = order * shift * shift / (2 * s);
        double spread = (order * Math.log1p(x) - Math.log1p(order * x)) / (2 * (order - 1));
        return (distance + Math.max(0, spread)) * (1 + 1e-14) + (x == 0 ? 0 : 1e-15);
    }
}
