package io.abacusdp.accounting.pld;

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
    private static final int MAX_ATTEMPTS = 6;
    private static final int MAX_ROUNDS = 4;

    /** Share of δ that the tails that are cut off the laws of all steps together may weigh. */
    private static final double CUT = 1e-8;

    private final List<Part> parts;
    private final int maxPoints;
    private final double steps;

    Composite(List<Part> parts, int maxPoints) {
        this.parts = List.copyOf(parts);
        this.maxPoints = maxPoints;
        double sum = 0;
        for (Part part : parts) {
            sum += part.count();
        }
        this.steps = sum;
    }

    /** ε at δ; the width asked is relative to ε. */
    Interval epsilon(double delta, double tolerance) {
        if (parts.isEmpty()) {
            return new Interval(0, 0);
        }
        if (delta == 0) {
            return largestLoss();
        }
        double tail = tail(Math.log(delta));
        Saddle saddle = saddle(tail);
        double theta = saddle.forDelta(delta);
        double estimate = Math.max(1e-6, Saddle.epsilon(theta, saddle.cumulants(theta)));
        Interval best = new Interval(0, largestLoss().upper());
        for (int round = 0; round < MAX_ROUNDS; round++) {
            double expected = estimate;
            best = narrow(
                    saddle,
                    theta,
                    tail,
                    tolerance,
                    tolerance * estimate * theta,
                    best,
                    bounds -> new Interval(
                            bounds.below().epsilon(delta), bounds.above().epsilon(delta)),
                    found -> Math.abs(found.upper() - expected) > 0.1 * expected);
            if (!(best.upper() - best.lower() > tolerance * best.upper())
                    || !(Math.abs(best.upper() - estimate) > 0.1 * estimate)
                    || best.upper() == Double.POSITIVE_INFINITY) {
                break;
            }
            // The estimate was poor, as it is if few of many steps matter: tilt for the ε that was found.
            estimate = Math.max(1e-6, best.upper());
            theta = saddle.forEpsilon(best.upper());
        }
        return best;
    }

    /** δ at ε; the width asked is relative to δ. */
    Interval delta(double epsilon, double tolerance) {
        if (parts.isEmpty() || epsilon >= largestLoss().upper()) {
            return new Interval(0, 0);
        }
        Saddle rough = saddle(1e-40);
        double t = rough.forEpsilon(epsilon);
        double tail = tail(Saddle.logDelta(t, rough.cumulants(t)));
        Saddle saddle = saddle(tail);
        double theta = saddle.forEpsilon(epsilon);
        return narrow(
                saddle,
                theta,
                tail,
                tolerance,
                tolerance,
                new Interval(0, 1),
                bounds -> new Interval(
                        bounds.below().delta(epsilon), bounds.above().delta(epsilon)),
                found -> false);
    }

    /**
     * Makes the step smaller until the interval is as narrow as asked.
     *
     * @param tolerance relative width asked
     * @param width of log δ that is expected to give it
     * @param amiss whether what was found is so far from what was expected that the plan is not worth going on with
     */
    private Interval narrow(
            Saddle saddle,
            double theta,
            double tail,
            double tolerance,
            double width,
            Interval start,
            Function<Bounds, Interval> query,
            Predicate<Interval> amiss) {
        Interval best = start;
        double[] floors = saddle.floors(theta, 1e-7 * Math.min(1, width));
        double step = Grid.step(saddle, parts, theta, 0.8 * width);
        for (int attempt = 0; attempt < MAX_ATTEMPTS; attempt++) {
            Grid grid = Grid.of(saddle, parts, theta, Grid.fitted(step, parts), maxPoints, tail);
            Laws laws = Laws.of(parts, grid, floors);
            double gap = parts.stream()
                    .mapToDouble(part -> part.gap(grid.theta(), tail))
                    .sum();
            double expected = laws.width(grid.theta()) - gap;
            boolean last = attempt == MAX_ATTEMPTS - 1 || grid.finest();
            if (expected > width && expected < Double.POSITIVE_INFINITY && !last) {
                // Not worth a transform. The width goes with the square of the step, or with the step if much of the
                // mass is nearer to a lattice point than that.
                step = grid.step() * Math.max(0.1, Math.min(0.8, 0.9 * Math.sqrt(width / expected)));
                continue;
            }
            best = best.and(query.apply(Bounds.of(laws, grid)));
            double reached = best.upper() - best.lower();
            if (!(reached > tolerance * best.upper()) || gap > 0 || last || amiss.test(best)) {
                break;
            }
            step = grid.step() * Math.max(0.1, Math.min(0.7, Math.sqrt(0.8 * tolerance * best.upper() / reached)));
        }
        return best;
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

    private Laws laws(Grid grid) {
        double[] floors = new double[parts.size()];
        Arrays.fill(floors, Double.NEGATIVE_INFINITY);
        return Laws.of(parts, grid, floors);
    }

    private Grid wholeGrid(double delta, double tolerance) {
        double tail = 1e-18 / Math.max(1, steps);
        Saddle saddle = saddle(tail);
        double theta = saddle.forDelta(delta);
        double estimate = Math.max(1e-6, Saddle.epsilon(theta, saddle.cumulants(theta)));
        double step = Grid.step(saddle, parts, theta, 0.8 * tolerance * estimate * theta);
        return Grid.of(saddle, parts, 0, step, maxPoints, tail);
    }

    /** The ε at which δ vanishes. */
    private Interval largestLoss() {
        double above = 0;
        double below = 0;
        for (Part part : parts) {
            above += part.count() * part.supremumAbove();
            below += part.count() * part.supremumBelow();
        }
        double rounding = (parts.size() + 8) * Math.ulp(1.0);
        return new Interval(Math.max(0, below * (1 - rounding)), Math.max(0, above * (1 + rounding)));
    }

    private double tail(double logDelta) {
        return Math.max(1e-300, CUT * Math.exp(Math.max(-600, Math.min(0, logDelta))) / steps);
    }

    private Saddle saddle(double tail) {
        List<Sketch> sketches = new ArrayList<>();
        double[] counts = new double[parts.size()];
        for (int i = 0; i < counts.length; i++) {
            sketches.add(parts.get(i).sketch(tail));
            counts[i] = parts.get(i).count();
        }
        return new Saddle(sketches, counts);
    }
}
