package io.abacusdp.accounting.rdp;

import io.abacusdp.accounting.Adjacency;
import io.abacusdp.accounting.event.DpEvent;

/**
 * The moments accountant as the literature states it, for comparison with published tables.
 *
 * <p>Formula: the log moment of the privacy loss L of order λ is K(λ) = log E[e^{λL}] = λ·ε(λ + 1), ε the Rényi divergence;
 * moments add up over steps, and δ = min_λ e^{K(λ) − λε}. Taken at λ = 2..32, K is convex, so that its chord between
 * integers is an upper bound.
 *
 * <p>Source: Abadi et al. 2016, arXiv:1607.00133, theorem 2.
 *
 * <p>Example: {@code new MomentsView(event, Adjacency.ADD_OR_REMOVE_ONE).epsilon(1e-5)} is a figure of 2016.
 */
public final class MomentsView {
    /** The moments that the literature computes. */
    public static final int FIRST = 2;

    public static final int LAST = 32;

    /** What has to be said wherever {@link #closedApproximation} is shown. */
    public static final String APPROXIMATION = "approximation, not a bound";

    private final double[] moments = new double[LAST + 1];

    /** The moments of an event that has a Rényi curve. */
    public MomentsView(DpEvent event, Adjacency adjacency) {
        RdpCurve curve = RdpRules.curve(event, adjacency);
        for (int moment = FIRST; moment <= LAST; moment++) {
            moments[moment] = Math.nextUp(moment * curve.at(moment + 1));
        }
    }

    /**
     * K(λ), by the chord between integers.
     *
     * @param moment λ, in [2, 32]
     */
    public double logMoment(double moment) {
        if (!(moment >= FIRST && moment <= LAST)) {
            throw new IllegalArgumentException("a moment must be in [2, 32], got " + moment);
        }
        int below = (int) moment;
        double share = moment - below;
        if (share == 0) {
            return moments[below];
        }
        return Math.nextUp((1 - share) * moments[below] + share * moments[below + 1]);
    }

    /** min over integer λ of (K(λ) + log(1/δ))/λ: an upper bound on epsilon. */
    public double epsilon(double delta) {
        if (!(delta > 0 && delta < 1)) {
            throw new IllegalArgumentException("delta must be in (0, 1), got " + delta);
        }
        double least = Double.POSITIVE_INFINITY;
        for (int moment = FIRST; moment <= LAST; moment++) {
            least = Math.min(least, Math.nextUp((moments[moment] - Math.log(delta)) / moment));
        }
        return least;
    }

    /**
     * The leading term q²λ(λ+1)/((1−q)z²) of one step's moment: {@value #APPROXIMATION}. The lemma it comes from adds terms
     * of third order in q and holds for small q and moderate λ only, so no guarantee is made of it here.
     *
     * <p>Source: Abadi et al. 2016, arXiv:1607.00133, lemma 3.
     *
     * @param samplingRate q, in [0, 1)
     * @param noiseMultiplier z, positive
     * @param moment λ, positive
     */
    public static double closedApproximation(double samplingRate, double noiseMultiplier, double moment) {
        if (!(samplingRate >= 0 && samplingRate < 1 && noiseMultiplier > 0 && moment > 0)) {
            throw new IllegalArgumentException(
                    "the approximation needs 0 <= q < 1, z > 0 and a positive moment, got q %s, z %s, moment %s"
                            .formatted(samplingRate, noiseMultiplier, moment));
        }
        return samplingRate
                * samplingRate
                * moment
                * (moment + 1)
                / ((1 - samplingRate) * noiseMultiplier * noiseMultiplier);
    }
}
