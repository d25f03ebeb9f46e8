package io.abacusdp.accounting.auto;

import io.abacusdp.accounting.Adjacency;
import io.abacusdp.accounting.Guarantee;
import io.abacusdp.accounting.PrivacyProfile;
import java.util.List;
import java.util.OptionalDouble;
import java.util.function.DoubleUnaryOperator;

/**
 * The profile of two histories run one after the other, by basic composition of their profiles: the least ε₁(δ − δ₂) + ε₂(δ₂) over
 * δ₂, and the least δ₁(ε − ε₂) + δ₂(ε₂) over ε₂. Any split is a bound; shares are tried by powers of ten and then around the best.
 */
final class SplitProfile implements PrivacyProfile {
    /** Logarithms to base 10 of the odds of the shares that are tried first. */
    private static final double[] ODDS = {-3, -2, -1, 0};

    private static final int REFINEMENTS = 1;
    private static final int MAX_RAISES = 6;

    private final PrivacyProfile tight;
    private final PrivacyProfile rest;
    private final Adjacency adjacency;
    private final String accountant;

    SplitProfile(PrivacyProfile tight, PrivacyProfile rest, Adjacency adjacency, String accountant) {
        this.tight = tight;
        this.rest = rest;
        this.adjacency = adjacency;
        this.accountant = accountant;
    }

    @Override
    public Guarantee epsilon(double delta) {
        PrivacyProfile.checkDelta(delta);
        double share = best(s -> epsilon(delta, s));
        double epsilon = confirmed(epsilon(delta, share), delta);
        OptionalDouble lower = tight.epsilon(delta).lower();
        return guarantee(epsilon, delta, lower, "delta", share * delta);
    }

    /** ε with the given share of δ for the rest. */
    private double epsilon(double delta, double share) {
        double forRest = delta * share;
        // Rounded down: both together are not more than there is.
        double forTight = Math.max(0, Math.nextDown(delta - forRest));
        return Math.nextUp(
                tight.epsilon(forTight).epsilon() + rest.epsilon(forRest).epsilon());
    }

    /** The epsilon, raised by as little as makes {@link #delta} at it not exceed the given delta, as it is found otherwise. */
    private double confirmed(double epsilon, double delta) {
        if (epsilon == Double.POSITIVE_INFINITY) {
            return epsilon;
        }
        double raised = epsilon;
        double step = 1e-6;
        for (int i = 0; i < MAX_RAISES; i++) {
            if (isEnough(raised, delta)) {
                return raised;
            }
            raised = epsilon * (1 + step);
            step *= 16;
        }
        return Double.POSITIVE_INFINITY;
    }

    @Override
    public Guarantee delta(double epsilon) {
        PrivacyProfile.checkEpsilon(epsilon);
        double share = best(s -> delta(epsilon, s));
        OptionalDouble lower = tight.delta(epsilon).lower();
        return guarantee(epsilon, delta(epsilon, share), lower, "epsilon", share * epsilon);
    }

    /** Whether {@link #delta(double)} is at most the given one: mostly one of the shares that it tries first shows it. */
    private boolean isEnough(double epsilon, double delta) {
        for (double odds : ODDS) {
            if (delta(epsilon, share(odds)) <= delta) {
                return true;
            }
        }
        return delta(epsilon, best(s -> delta(epsilon, s))) <= delta;
    }

    /** δ with the given share of ε for the rest. */
    private double delta(double epsilon, double share) {
        double forRest = epsilon * share;
        double forTight = Math.max(0, Math.nextDown(epsilon - forRest));
        double sum = tight.delta(forTight).delta() + rest.delta(forRest).delta();
        return Math.min(1, sum == 0 ? 0 : Math.nextUp(sum));
    }

    private static double best(DoubleUnaryOperator bound) {
        double best = ODDS[0];
        double least = Double.POSITIVE_INFINITY;
        for (double odds : ODDS) {
            double value = bound.applyAsDouble(share(odds));
            if (value < least) {
                least = value;
                best = odds;
            }
        }
        double step = 1;
        for (int i = 0; i < REFINEMENTS; i++) {
            step /= 2;
            for (double odds : new double[] {best - step, best + step}) {
                double value = bound.applyAsDouble(share(odds));
                if (value < least) {
                    least = value;
                    best = odds;
                }
            }
        }
        return share(best);
    }

    private static double share(double odds) {
        double ratio = Math.pow(10, odds);
        return ratio / (1 + ratio);
    }

    private Guarantee guarantee(double epsilon, double delta, OptionalDouble lower, String split, double part) {
        return new Guarantee(
                epsilon,
                delta,
                lower,
                OptionalDouble.empty(),
                adjacency,
                accountant,
                List.of("%s of %s is for the parts that have no privacy loss distribution".formatted(split, part)));
    }
}
