package io.abacusdp.accounting.tradeoff;

import io.abacusdp.accounting.Adjacency;
import io.abacusdp.accounting.PrivacyProfile;
import io.abacusdp.accounting.UnsupportedEventException;
import io.abacusdp.accounting.auto.AutoAccountant;
import io.abacusdp.accounting.auto.HandOver;
import io.abacusdp.accounting.event.DpEvent;
import io.abacusdp.accounting.exact.ExactAccountant;
import io.abacusdp.accounting.exact.LossLaw;
import io.abacusdp.accounting.pld.PldAccountant;
import io.abacusdp.accounting.pld.PrivacyLossDistribution;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/**
 * How well the data sets P, which has the record, and Q, which lacks it, can be told apart: at every rate of false positives
 * a lower bound of the rate of false negatives of every test.
 *
 * <p>Formula: T(P, Q)(α) = inf{Pr_P[a test decides for Q]: Pr_Q[it decides for P] ≤ α}, by the lemma of Neyman and Pearson. With
 * δ(ε) = sup over tests of Pr_P − e^ε·Pr_Q, T(P, Q)(α) = sup over real ε of 1 − δ(ε) − e^ε·α and δ(ε) = 1 + T*(−e^ε), so that
 * every upper bound of δ gives a lower bound of the curve.
 *
 * <p>Source: Dong, Roth, Su 2019, arXiv:1905.02383; Kulynych et al. 2024, arXiv:2407.02191.
 *
 * <p>Accuracy: never above the truth; by contour integration within 1e-8 of sgm_tradeoff.csv.
 *
 * <p>Immutable, safe for use by many threads.
 */
public final class TradeoffCurve {
    private final Side remove;
    private final Side add;
    private final double gaussianEverywhere;

    private TradeoffCurve(Side remove, Side add, double gaussianEverywhere) {
        this.remove = remove;
        this.add = add;
        this.gaussianEverywhere = gaussianEverywhere;
    }

    /**
     * The curve of an event by contour integration, by privacy loss distributions where that does not apply, and by the
     * profile of the default accountant where there are none.
     *
     * @throws UnsupportedEventException if no method has a bound
     */
    public static TradeoffCurve of(DpEvent event, Adjacency adjacency) {
        PldAccountant pld = new PldAccountant();
        HandOver<TradeoffCurve> inTurn = HandOver.of(List.of(
                () -> exact(event, adjacency),
                () -> byPld(pld, event, adjacency),
                () -> from(AutoAccountant.best().profile(event, adjacency))));
        TradeoffCurve first = inTurn.first(curve -> curve);
        Side remove = new SideInTurn(inTurn, curve -> curve.remove);
        Side add = first.remove == first.add ? remove : new SideInTurn(inTurn, curve -> curve.add);
        return new TradeoffCurve(remove, add, first.gaussianEverywhere);
    }

    private static TradeoffCurve exact(DpEvent event, Adjacency adjacency) {
        List<LossLaw> laws = ExactAccountant.laws(event, adjacency);
        Side remove = new ExactSide(laws.get(0));
        Side add = laws.size() == 1 ? remove : new ExactSide(laws.get(1));
        return new TradeoffCurve(remove, add, GaussianCeiling.of(event, adjacency));
    }

    /** The curve of an event by privacy loss distributions of the given accountant, and by nothing else. */
    public static TradeoffCurve byPld(PldAccountant accountant, DpEvent event, Adjacency adjacency) {
        return fromLaws(accountant.above(event, adjacency), GaussianCeiling.of(event, adjacency));
    }

    private static TradeoffCurve fromLaws(List<PrivacyLossDistribution> laws, double gaussianEverywhere) {
        PldSums remove = new PldSums(laws.get(0));
        PldSums add = laws.size() == 1 ? remove : new PldSums(laws.get(1));
        Side side = new PldSide(remove, add);
        return new TradeoffCurve(side, laws.size() == 1 ? side : new PldSide(add, remove), gaussianEverywhere);
    }

    /** The curve that a profile of any accountant implies: the same in both directions. */
    public static TradeoffCurve from(PrivacyProfile profile) {
        Side side = new ProfileSide(profile);
        return new TradeoffCurve(side, side, Double.POSITIVE_INFINITY);
    }

    /**
     * A point of the curve and the method that found it.
     *
     * @param falsePositiveRate in [0, 1]
     */
    public TradeoffPoint point(double falsePositiveRate, Direction direction) {
        double alpha = Rates.check("false positive rate", falsePositiveRate) + 0.0;
        // The curve ends at (1, 0), whatever the method; its name is found where it is asked for easily.
        Line line = side(direction).at(alpha == 1 ? 0.5 : alpha);
        double bound = alpha == 1 ? 0 : Math.max(0, Math.min(1 - alpha, line.at(alpha)));
        return new TradeoffPoint(falsePositiveRate, bound, line.method());
    }

    /**
     * A lower bound of the rate of false negatives.
     *
     * @param falsePositiveRate in [0, 1]
     */
    public double falseNegativeRate(double falsePositiveRate, Direction direction) {
        return point(falsePositiveRate, direction).falseNegativeRate();
    }

    /**
     * Lower bounds of the rates of false negatives, in the order of what is given. They never rise with the rate of false
     * positives: what bounds the errors at a higher rate bounds them at a lower one.
     *
     * @param falsePositiveRates each in [0, 1], in any order
     */
    public double[] falseNegativeRates(double[] falsePositiveRates, Direction direction) {
        double[] result = new double[falsePositiveRates.length];
        List<Integer> highestFirst = new ArrayList<>();
        for (int i = 0; i < result.length; i++) {
            result[i] = falseNegativeRate(falsePositiveRates[i], direction);
            highestFirst.add(i);
        }
        highestFirst.sort(Comparator.comparingDouble(i -> -falsePositiveRates[i]));
        double least = 0;
        for (int i : highestFirst) {
            least = Math.max(least, result[i]);
            result[i] = least;
        }
        return result;
    }

    /**
     * An upper bound of δ(ε) = 1 + f*(−e^ε).
     *
     * @param epsilon finite, possibly negative
     */
    public double delta(double epsilon, Direction direction) {
        if (!Double.isFinite(epsilon)) {
            throw new IllegalArgumentException("epsilon must be finite, got " + epsilon);
        }
        double delta = side(direction).delta(epsilon);
        return delta < 1 ? Math.max(0, delta) : 1;
    }

    /** A lower bound of δ(0), which is the same in both directions, that costs little to find; possibly 0. */
    public double leastAdvantage() {
        return remove.leastAdvantage();
    }

    /**
     * The μ of a Gaussian mechanism that is nowhere easier to see through than this curve says, in either direction: G_μ ≤ f
     * everywhere; +∞ if none is known.
     *
     * <p>Sampling does not lower it: with probability q^T the record is in all T steps, and at small enough rates of false
     * positives that outweighs every smaller μ. See {@link #gaussian(double)} for a more useful figure.
     */
    public double gaussianEverywhere() {
        return gaussianEverywhere;
    }

    /**
     * The least μ, from above, with G_μ ≤ f for every test both of whose rates of error are at least the given one, in either
     * direction; +∞ if there is none.
     *
     * @param leastRate in (0, 1/2)
     */
    public double gaussian(double leastRate) {
        return Math.min(gaussianEverywhere, ClosestGaussian.mu(remove, add, leastRate));
    }

    private Side side(Direction direction) {
        return switch (direction) {
            case REMOVE -> remove;
            case ADD -> add;
            case SYMMETRIC -> remove == add ? remove : new Symmetric(remove, add);
        };
    }
}
