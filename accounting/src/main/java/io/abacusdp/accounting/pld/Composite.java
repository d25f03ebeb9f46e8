package io.abacusdp.accounting.pld;

import io.abacusdp.accounting.numeric.Cumulants;
import io.abacusdp.accounting.numeric.Enclosure;
import io.abacusdp.accounting.numeric.ExactSum;
import io.abacusdp.accounting.numeric.SaddlePoint;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.Function;
import java.util.function.Predicate;

/**
 * A composition seen in one direction: certified intervals of ε(δ) and δ(ε).
 *
 * <p>A saddle-point estimate gives the tilt, the window and the step for the width that is asked; then the bounds are
 * computed, and if they are too wide the step is made smaller, as long as the transform has no more points than allowed.
 * Every attempt is certified by itself, so the best bounds of all are.
 */
final class Composite {
    /** Lattices know nothing of so small a δ from below; where infinite losses exceed it from above, there is nothing to find. */
    private static final double DEEP = 1e-100;

    private static final int MAX_ATTEMPTS = 6;
    private static final int MAX_ROUNDS = 4;

    /** So near to the largest loss the masses that matter are nearer to each other than a lattice can tell. */
    private static final double EDGE = 1e-9;

    /** Share of δ that the tails that are cut off the laws of all steps together may weigh. */
    private static final double CUT = 1e-8;

    /** Every attempt has a step of at most 0.8 times that of the one before, and the width goes with the step at least. */
    private static final double STEADY = 0.9;

    /** Round-off of the losses of all runs that is so many times what is asked for makes a transform a waste. */
    private static final double USELESS = 2;

    private final List<RepeatedPair> parts;
    private final int maxPoints;
    private final double steps;

    Composite(List<RepeatedPair> parts, int maxPoints) {
        this.parts = List.copyOf(parts);
        this.maxPoints = maxPoints;
        double sum = 0;
        for (RepeatedPair part : parts) {
            sum += part.count();
        }
        this.steps = sum;
    }

    /** ε at δ; the width asked is relative to ε. */
    Enclosure epsilon(double delta, double tolerance) {
        if (parts.isEmpty()) {
            return Enclosure.between(0, 0);
        }
        if (delta == 0) {
            return largestLoss();
        }
        if (infinities().upper() > delta && delta < DEEP) {
            return Enclosure.between(0, Double.POSITIVE_INFINITY);
        }
        double tail = tail(Math.log(delta));
        SaddleEstimates saddle = saddle(tail);
        double theta = saddle.forDelta(delta);
        double estimate = Math.max(1e-6, SaddlePoint.epsilon(theta, saddle.cumulants(theta)));
        Enclosure best =
                Enclosure.between(0, infinities().upper() <= delta ? largestFinite() : Double.POSITIVE_INFINITY);
        if (infinities().lower() > delta) {
            return Enclosure.between(Double.POSITIVE_INFINITY, Double.POSITIVE_INFINITY);
        }
        Effort effort = new Effort(maxPoints);
        for (int round = 0; round < MAX_ROUNDS; round++) {
            double expected = estimate;
            best = narrow(
                    effort,
                    saddle,
                    theta,
                    tail,
                    tolerance,
                    tolerance * estimate * theta,
                    best,
                    bounds -> Enclosure.between(
                            bounds.below().epsilon(delta), bounds.above().epsilon(delta)),
                    found -> Math.abs(found.upper() - expected) > 0.1 * expected);
            if (!(best.upper() - best.lower() > tolerance * best.upper())
                    || !(Math.abs(best.upper() - estimate) > 0.1 * estimate)
                    || best.upper() == Double.POSITIVE_INFINITY
                    || effort.isSpent()) {
                break;
            }
            // The estimate was poor, as it is if few of many steps matter: tilt for the ε that was found.
            estimate = Math.max(1e-6, best.upper());
            theta = saddle.forEpsilon(best.upper());
        }
        return best;
    }

    /** δ at ε; the width asked is relative to δ. */
    Enclosure delta(double epsilon, double tolerance) {
        double largest = largestLoss().upper();
        if (parts.isEmpty() || epsilon >= largest) {
            return Enclosure.between(0, 0);
        }
        // No loss is farther above ε than the largest, and δ is at most that distance.
        double most = largest < Double.POSITIVE_INFINITY
                ? Math.min(1, -Math.expm1(epsilon - largest) * (1 + 1e-15) + Double.MIN_VALUE)
                : 1;
        if (largest < Double.POSITIVE_INFINITY && largest - epsilon <= EDGE * largest) {
            return Enclosure.between(0, most);
        }
        if (epsilon >= largestFinite()) {
            return infinities();
        }
        SaddleEstimates rough = saddle(1e-40);
        double t = rough.forEpsilon(epsilon);
        Cumulants k = rough.cumulants(t);
        double tail = tail(SaddlePoint.logDelta(t, k, SaddlePoint.epsilon(t, k)));
        SaddleEstimates saddle = saddle(tail);
        double theta = saddle.forEpsilon(epsilon);
        return narrow(
                new Effort(maxPoints),
                saddle,
                theta,
                tail,
                tolerance,
                tolerance,
                Enclosure.between(0, most),
                bounds -> Enclosure.between(
                        bounds.below().delta(epsilon), Math.max(bounds.above().delta(epsilon), Double.MIN_VALUE)),
                found -> false);
    }

    /**
     * Makes the step smaller until the interval is as narrow as asked. Where nothing can be planned, as no loss is finite, it stays
     * as it was at the start.
     *
     * @param tolerance relative width asked
     * @param width of log δ that is expected to give it
     * @param amiss whether what was found is so far from what was expected that the plan is not worth going on with
     */
    private Enclosure narrow(
            Effort effort,
            SaddleEstimates saddle,
            double theta,
            double tail,
            double tolerance,
            double width,
            Enclosure start,
            Function<Bounds, Enclosure> query,
            Predicate<Enclosure> amiss) {
        Enclosure best = start;
        double fixed = 0;
        for (RepeatedPair part : parts) {
            fixed += part.fixedCost();
        }
        if (!effort.affords(fixed)) {
            return best;
        }
        double[] floors = saddle.floors(theta, 1e-7 * Math.min(1, width));
        double weight = weight(tail, floors);
        double least = Math.max(leastStep(tail), effort.leastStep(weight));
        double step = Math.max(least, Grid.step(saddle, parts, theta, 0.8 * width));
        if (!(step > 0 && step < Double.POSITIVE_INFINITY)) {
            return best;
        }
        double before = Double.POSITIVE_INFINITY;
        for (int attempt = 0; attempt < MAX_ATTEMPTS; attempt++) {
            Grid grid = Grid.of(saddle, parts, theta, Grid.fitted(step, parts), least, maxPoints, tail);
            LatticeLaws laws = LatticeLaws.of(parts, grid, floors);
            effort.spend(fixed, weight, grid.step());
            double gap = parts.stream()
                    .mapToDouble(part -> part.gap(grid.theta(), tail))
                    .sum();
            if (grid.theta() * CompositionFacts.lossError(laws.above()) > USELESS * Math.max(1, width / tolerance)) {
                break;
            }
            double expected = laws.width(grid.theta()) - gap;
            boolean last =
                    attempt == MAX_ATTEMPTS - 1 || grid.finest() || grid.step() <= 1.01 * least || effort.isSpent();
            // What a much smaller step did not change is not due to the lattice, but to pairs that are not the same.
            boolean steady = expected > STEADY * before;
            if (expected > width && expected < Double.POSITIVE_INFINITY && !steady && !last) {
                // Not worth a transform. The width goes with the square of the step, or with the step if much of the
                // mass is nearer to a lattice point than that.
                before = expected;
                step = Math.max(least, grid.step() * Math.max(0.1, Math.min(0.8, 0.9 * Math.sqrt(width / expected))));
                continue;
            }
            best = best.and(query.apply(Bounds.of(laws, grid)));
            effort.spendTransform(grid.points());
            double reached = best.upper() - best.lower();
            if (!(reached > tolerance * best.upper()) || gap > 0 || last || effort.isSpent() || amiss.test(best)) {
                break;
            }
            step = Math.max(
                    least,
                    grid.step() * Math.max(0.1, Math.min(0.7, Math.sqrt(0.8 * tolerance * best.upper() / reached))));
        }
        return best;
    }

    /** The ranges of the losses of all laws, each times what its cells cost. */
    private double weight(double tail, double[] floors) {
        double sum = 0;
        for (int i = 0; i < floors.length; i++) {
            sum += parts.get(i).cellCost() * parts.get(i).sketch(tail).spanAbove(floors[i]);
        }
        return sum;
    }

    /** A step with which no law has more cells than there may be. */
    private double leastStep(double tail) {
        double widest = 0;
        for (RepeatedPair part : parts) {
            widest = Math.max(widest, part.sketch(tail).span());
        }
        return 4 * widest / LossCells.MAX_CELLS;
    }

    /**
     * The whole law of the composition from above: no tilt, so that its masses have an absolute error of about 1e-15.
     *
     * @param delta at which ε would have the tolerance
     */
    PrivacyLossDistribution lawAbove(double delta, double tolerance) {
        if (parts.isEmpty()) {
            return PrivacyLossDistribution.none();
        }
        Grid grid = wholeGrid(delta, tolerance);
        return WholeLaw.above(laws(grid).above(), grid);
    }

    /** The same from below. */
    PrivacyLossDistribution lawBelow(double delta, double tolerance) {
        if (parts.isEmpty()) {
            return PrivacyLossDistribution.none();
        }
        Grid grid = wholeGrid(delta, tolerance);
        return WholeLaw.below(laws(grid).below(), grid);
    }

    private LatticeLaws laws(Grid grid) {
        double[] floors = new double[parts.size()];
        Arrays.fill(floors, Double.NEGATIVE_INFINITY);
        return LatticeLaws.of(parts, grid, floors);
    }

    private Grid wholeGrid(double delta, double tolerance) {
        double tail = 1e-18 / Math.max(1, steps);
        SaddleEstimates saddle = saddle(tail);
        double theta = saddle.forDelta(delta);
        double estimate = Math.max(1e-6, SaddlePoint.epsilon(theta, saddle.cumulants(theta)));
        double step = Grid.step(saddle, parts, theta, 0.8 * tolerance * estimate * theta);
        return Grid.of(saddle, parts, 0, step, leastStep(tail), maxPoints, tail);
    }

    /** The ε at which δ vanishes. */
    private Enclosure largestLoss() {
        ExactSum above = new ExactSum();
        double below = 0;
        for (RepeatedPair part : parts) {
            above.add(part.count(), part.supremumAbove());
            below += part.count() * part.supremumBelow();
        }
        double rounding = (parts.size() + 16) * Math.ulp(1.0);
        return Enclosure.between(Math.max(0, below * (1 - rounding)), Math.max(0, above.roundedUp()));
    }

    /** At least the sum of the largest finite losses: from there on, δ is the mass of infinite ones. */
    private double largestFinite() {
        ExactSum above = new ExactSum();
        for (RepeatedPair part : parts) {
            above.add(part.count(), part.largestFiniteAbove());
        }
        return Math.max(0, above.roundedUp());
    }

    /** The mass of infinite losses, 1 − Π (1 − m_i)^{T_i}. */
    private Enclosure infinities() {
        double above = 0;
        double below = 0;
        for (RepeatedPair part : parts) {
            above += part.count() * Math.log1p(-part.infinityAbove());
            below += part.count() * Math.log1p(-part.infinityBelow());
        }
        double rounding = (parts.size() + 16) * Math.ulp(1.0);
        return Enclosure.between(
                Math.max(0, -Math.expm1(below) * (1 - rounding)), Math.min(1, -Math.expm1(above) * (1 + rounding)));
    }

    private double tail(double logDelta) {
        return Math.max(1e-300, CUT * Math.exp(Math.max(-600, Math.min(0, logDelta))) / steps);
    }

    private SaddleEstimates saddle(double tail) {
        List<Sketch> sketches = new ArrayList<>();
        double[] counts = new double[parts.size()];
        for (int i = 0; i < counts.length; i++) {
            sketches.add(parts.get(i).sketch(tail));
            counts[i] = parts.get(i).count();
        }
        return new SaddleEstimates(sketches, counts);
    }
}
