package io.abacusdp.training.pate;

import io.abacusdp.accounting.numeric.Normal;
import io.abacusdp.accounting.pate.VoteCosts;
import io.abacusdp.training.noise.GaussianNoise;
import io.abacusdp.training.noise.NoiseSource;
import io.abacusdp.training.sum.GridSum;

/**
 * A bound on what votes cost that may be published: {@link io.abacusdp.accounting.pate.VoteGuarantee} has the argument.
 *
 * <p>Formula: with noise multiplier z, failure φ and k = Φ^{-1}(1 − φ), S̄ = exp(log S + β·z·(x_1 + k)) and V̄ = S̄·(V/S̄ + z·(x_2 + k)), x_1 and x_2 standard
 * normal. S̄ is at least S, and V̄ at least V, with probability 1 − φ each. Sensitivities and bounds have room for the grids that both are rounded
 * to.
 *
 * @param smooth S̄
 * @param total V̄; infinite where V is more than a million times S̄
 */
public record CostFigure(double smooth, double total) {
    /** Of log S, which is between −700 and 700. */
    private static final double LOG_BOUND = 0x1p10;

    private static final double RATIO_BOUND = 0x1p20;

    /** More than the grids of both are over what is rounded to them. */
    private static final double ROOM = 1e-3;

    /**
     * Draws the noise.
     *
     * @param cost private
     * @param smoothness β with which it was computed
     * @param noiseMultiplier z of each release
     * @param failure φ
     */
    public static CostFigure release(
            VoteCosts.Cost cost, double smoothness, double noiseMultiplier, double failure, NoiseSource source) {
        GaussianNoise noise = new GaussianNoise(source);
        double quantile = -Normal.quantile(failure) + ROOM;
        double logDeviation = noiseMultiplier * (smoothness + 1e-5);
        double log = noisy(noise, Math.log(cost.smooth()), LOG_BOUND, logDeviation);
        double smooth = Math.exp(log + logDeviation * quantile + 1e-5);
        double deviation = noiseMultiplier * (1 + ROOM);
        double ratio = noisy(noise, Math.min(cost.total() / smooth, RATIO_BOUND), RATIO_BOUND, deviation);
        double total = smooth * (ratio + deviation * quantile + ROOM);
        return new CostFigure(smooth, ratio < RATIO_BOUND / 2 ? Math.max(0, total) : Double.POSITIVE_INFINITY);
    }

    private static double noisy(GaussianNoise noise, double value, double bound, double deviation) {
        GridSum exact = GridSum.of(1, bound);
        exact.add(new double[] {value});
        return noise.release(exact, deviation)[0];
    }
}
