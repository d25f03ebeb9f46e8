package io.abacusdp.accounting.pld;

import java.util.ArrayList;
import java.util.List;

/**
 * A composition seen in one direction: certified intervals of ε(δ) and δ(ε).
 *
 * <p>A saddle-point estimate gives the tilt, the window and the step for the width that is asked; then the bounds are
 * computed, and if they are too wide the step is made smaller, as long as the transform has no more points than allowed.
 * Every attempt is certified by itself, so the best bounds of all are.
 */
final class Composite {
    private static final int MAX_ATTEMPTS = 4;

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
        double scale = 1;
        for (int attempt = 0; attempt < MAX_ATTEMPTS; attempt++) {
            double width = Math.max(1e-12, scale * tolerance * estimate * theta);
            Bounds bounds = Bounds.of(parts, Grid.plan(saddle, parts, theta, width, maxPoints, tail));
            best = best.and(
                    new Interval(bounds.below().epsilon(delta), bounds.above().epsilon(delta)));
            double reached = best.upper() - best.lower();
            if (!(reached > tolerance * best.upper()) || bounds.finest()) {
                break;
            }
            scale *= Math.max(0.05, Math.min(0.5, 0.7 * tolerance * best.upper() / reached));
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
        Interval best = new Interval(0, 1);
        double scale = 1;
        for (int attempt = 0; attempt < MAX_ATTEMPTS; attempt++) {
            Bounds bounds = Bounds.of(parts, Grid.plan(saddle, parts, theta, scale * tolerance, maxPoints, tail));
            best = best.and(
                    new Interval(bounds.below().delta(epsilon), bounds.above().delta(epsilon)));
            double reached = best.upper() - best.lower();
            if (!(reached > tolerance * best.upper()) || bounds.finest()) {
                break;
            }
            scale *= Math.max(0.05, Math.min(0.5, 0.7 * tolerance * best.upper() / reached));
        }
        return best;
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
