package io.abacusdp.accounting.auto;

import io.abacusdp.accounting.Adjacency;
import io.abacusdp.accounting.Guarantee;
import io.abacusdp.accounting.PrivacyProfile;
import io.abacusdp.accounting.numeric.RepetitionLaw;

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
    private static final double LEAST_SHIFT = 1e-12;
    private static final double TOLERANCE = 1e-6;

    /** Where bounds of a run are wide themselves, more digits are not worth their time. */
    private static final int WIDE_STEPS = 5;

    /** What could gain less than a percent is not looked for. */
    private static final double WORTHWHILE = 0.99;

    private static final int STEPS = 60;

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

    /**
     * The least ε̂ that satisfies the condition D(ε̂) ≤ (e^ε̂ − 1)/r, r = (1 − γ)/γ, or a little more.
     *
     * <p>As D falls, g(x) = log(1 + r·D(x)) is at or beyond the sought ε̂ for x below it, and not beyond it for x above. So each D(x) bounds ε̂ on both sides: by x
     * and by g(x). Whatever is beyond x satisfies the condition if it is g(x) at least, D being there no larger than at x.
     */
    private double negativeBinomialShift() {
        double odds = (1 - law.successProbability()) / law.successProbability();
        Guarantee level = run.delta(0);
        int steps = isWide(level) ? WIDE_STEPS : STEPS;
        double low = LEAST_SHIFT;
        double high = Math.max(LEAST_SHIFT, Math.log1p(odds * level.delta()) * (1 + TOLERANCE));
        if (!(high <= MAX_SHIFT)) {
            return Double.POSITIVE_INFINITY;
        }
        double x = high;
        for (int i = 0; i < steps && high - low > 2 * TOLERANCE * high; i++) {
            double g = Math.log1p(odds * delta1(x));
            double beyond = g * (1 + TOLERANCE);
            if (beyond > x) {
                low = Math.max(low, x);
                high = Math.min(high, beyond);
            } else {
                low = Math.max(low, Math.min(g, x));
                high = Math.min(high, x);
            }
            x = (low + high) / 2;
        }
        return high;
    }

    /**
     * μ(e^ε̂ − 1 + D(ε̂)) at ε̂ = 0: D falls by no more than e^ε̂ rises, its slope being −e^ε̂·Q[L &gt; ε̂], so that no other ε̂ gives less, but for what the
     * bound of D at 0 lacks of tightness.
     */
    private double poissonShift() {
        Guarantee level = run.delta(0);
        double best = poissonShift(0, level.delta());
        if (isWide(level)) {
            double most = best / law.mean();
            for (double at = most; at > 1e-3 * most; at /= 4) {
                double there = delta1(at);
                best = Math.min(best, poissonShift(at, there));
                // As D falls, no lesser ε̂ gives less than this.
                if (law.mean() * there >= WORTHWHILE * best) {
                    break;
                }
            }
        }
        return best;
    }

    private double poissonShift(double at, double delta) {
        return law.mean() * (Math.expm1(at) + delta) * (1 + 1e-12);
    }

    private static boolean isWide(Guarantee level) {
        return level.lower().isEmpty() || level.lower().getAsDouble() < WORTHWHILE * level.delta();
    }

    private double delta1(double epsilon) {
        return run.delta(epsilon).delta();
    }

    @Override
    public Guarantee epsilon(double delta) {
        PrivacyProfile.checkDelta(delta);
        double each = law.eachFor(delta);
        if (law.once(1) <= delta) {
            // That there is a run at all is rarer than delta, whatever a run shows.
            return Guarantee.of(0, delta, adjacency, NAME);
        }
        double epsilon = shift == Double.POSITIVE_INFINITY || each >= 1
                ? Double.POSITIVE_INFINITY
                : (shift + run.epsilon(each).epsilon()) * (1 + 1e-12);
        return Guarantee.of(epsilon, delta, adjacency, NAME);
    }

    @Override
    public Guarantee delta(double epsilon) {
        PrivacyProfile.checkEpsilon(epsilon);
        double left = epsilon * (1 - 1e-12) - shift;
        return Guarantee.of(epsilon, law.once(left >= 0 ? delta1(left) : 1), adjacency, NAME);
    }
}
