package io.abacusdp.accounting.auto;

import io.abacusdp.accounting.Adjacency;
import io.abacusdp.accounting.Guarantee;
import io.abacusdp.accounting.PrivacyProfile;
import io.abacusdp.accounting.numeric.RepetitionLaw;
import io.abacusdp.accounting.numeric.Search;

/**
 * The profile of the best of a random number K of runs, by the profile D of one run.
 *
 * <p>Formula, f(x) = E x^K. Truncated negative binomial: for ε̂ ≥ 0 with (1 − γ)·D(ε̂) ≤ γ(e^ε̂ − 1), which makes
 * 1 − (1 − γ)Q(&lt;y) ≤ e^ε̂·(1 − (1 − γ)P(&lt;y)) for every score y, δ'(ε) ≤ 1 − f(1 − D(ε − (η + 1)ε̂)). Poisson of mean μ: for any ε̂ ≥ 0,
 * δ'(ε) ≤ 1 − exp(−μ·D(ε − μ(e^ε̂ − 1) − μ·D(ε̂))).
 *
 * <p>Proof: the best outcome has the law P(dy)·f'(P(&lt;y)). With f'(P(&lt;y)) ≤ e^c·f'(Q(&lt;y)), δ' is at most the integral of f'(P(&lt;y)) over
 * (P − e^{ε−c}Q)₊, a measure that is at most P and has the mass D(ε − c); as f' rises, at most that of f' from 1 − D to 1.
 *
 * <p>Source: Koskela, Redberg, Wang 2024, arXiv:2402.06701, has the bound E[K]·D(ε − c), which is a little larger.
 *
 * <p>Assumes: D is the larger of both directions. Limits: infinite where the run's own profile is. Safe for use by several threads if the run's
 * profile is.
 */
final class TunedProfile implements PrivacyProfile {
    private static final String NAME = "selection";
    private static final double MAX_SHIFT = 700;
    private static final double TOLERANCE = 1e-6;
    private static final int STEPS = 40;

    private final PrivacyProfile run;
    private final RepetitionLaw law;
    private final Adjacency adjacency;
    private final double shift;

    TunedProfile(PrivacyProfile run, RepetitionLaw law, Adjacency adjacency) {
        this.run = run;
        this.law = law;
        this.adjacency = adjacency;
        this.shift = law.isPoisson() ? poissonShift() : (law.shape() + 1) * negativeBinomialShift();
    }

    /** The least ε̂ that satisfies the condition. */
    private double negativeBinomialShift() {
        double gamma = law.successProbability();
        double found = Search.least(
                1e-12, MAX_SHIFT, TOLERANCE, at -> (1 - gamma) * delta1(at) <= gamma * Math.expm1(at) * (1 - 1e-12));
        return Double.isNaN(found) ? Double.POSITIVE_INFINITY : found;
    }

    /** The least of a convex function of ε̂, by ternary search: any ε̂ gives a bound. */
    private double poissonShift() {
        double low = 0;
        double high = Math.log1p(1);
        double best = poissonShift(0);
        for (int i = 0; i < STEPS && high - low > 1e-4 * high; i++) {
            double left = low + 0.45 * (high - low);
            double right = high - 0.45 * (high - low);
            double atLeft = poissonShift(left);
            double atRight = poissonShift(right);
            best = Math.min(best, Math.min(atLeft, atRight));
            if (atLeft < atRight) {
                high = right;
            } else {
                low = left;
            }
        }
        return best;
    }

    private double poissonShift(double at) {
        return law.mean() * (Math.expm1(at) + delta1(at)) * (1 + 1e-12);
    }

    private double delta1(double epsilon) {
        return run.delta(epsilon).delta();
    }

    @Override
    public Guarantee epsilon(double delta) {
        PrivacyProfile.checkDelta(delta);
        double epsilon = shift == Double.POSITIVE_INFINITY
                ? shift
                : (shift + run.epsilon(law.eachFor(delta)).epsilon()) * (1 + 1e-12);
        return Guarantee.of(epsilon, delta, adjacency, NAME);
    }

    @Override
    public Guarantee delta(double epsilon) {
        PrivacyProfile.checkEpsilon(epsilon);
        double left = epsilon * (1 - 1e-12) - shift;
        return Guarantee.of(epsilon, left >= 0 ? law.once(delta1(left)) : 1, adjacency, NAME);
    }
}
