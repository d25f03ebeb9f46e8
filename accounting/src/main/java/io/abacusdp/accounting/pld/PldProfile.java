package io.abacusdp.accounting.pld;

import io.abacusdp.accounting.Adjacency;
import io.abacusdp.accounting.Guarantee;
import io.abacusdp.accounting.PrivacyProfile;
import io.abacusdp.accounting.event.DpEvent;
import io.abacusdp.accounting.numeric.Enclosure;
import java.util.List;
import java.util.OptionalDouble;

/**
 * Certified bounds of a history: the larger of its directions.
 *
 * <p>If the runs may differ by the total variation τ from what the pairs describe, then on both of two neighbouring data sets
 * a probability moves by at most τ, and δ(ε) by at most (1 + e^ε)·τ, up or down.
 */
final class PldProfile implements PrivacyProfile {
    private static final int MAX_ROUNDS = 20;

    /** A relative width that takes little to find. */
    private static final double ROUGH = 0.02;

    private final DpEvent event;
    private final Directions directions;
    private final Adjacency adjacency;
    private final double tolerance;

    PldProfile(DpEvent event, Directions directions, Adjacency adjacency, double tolerance) {
        this.event = event;
        this.directions = directions;
        this.adjacency = adjacency;
        this.tolerance = tolerance;
    }

    @Override
    public Guarantee epsilon(double delta) {
        PrivacyProfile.checkDelta(delta);
        Enclosure interval = PldAccountant.orRefused(
                event, () -> directions.distance() == 0 ? larger(delta, tolerance) : apart(delta));
        return guarantee(interval.upper(), delta, interval);
    }

    @Override
    public Guarantee delta(double epsilon) {
        PrivacyProfile.checkEpsilon(epsilon);
        Enclosure interval = PldAccountant.orRefused(event, () -> largerDelta(epsilon));
        return guarantee(epsilon, interval.upper(), interval);
    }

    private Enclosure largerDelta(double epsilon) {
        Enclosure widest = Enclosure.between(0, 0);
        for (Composite composite : directions.composites()) {
            widest = widest.max(composite.delta(epsilon, tolerance));
        }
        double moved = directions.distance() * (1 + Math.exp(epsilon)) * (1 + 1e-12);
        if (moved > 0) {
            widest = Enclosure.between(Math.max(0, widest.lower() - moved), Math.min(1, widest.upper() + moved));
        }
        return widest;
    }

    private Enclosure larger(double delta, double width) {
        Enclosure first = directions.composites().get(0).epsilon(delta, width);
        Enclosure result = first;
        for (Composite other :
                directions.composites().subList(1, directions.composites().size())) {
            // The direction of the lesser loss is of interest only as far as it could be the greater one.
            Enclosure rough = other.epsilon(delta, Math.max(width, ROUGH));
            boolean enough = rough.upper() <= first.lower() || width >= ROUGH;
            result = result.max(enough ? rough : rough.and(other.epsilon(delta, width)));
        }
        return result;
    }

    /**
     * An ε with ε₀(δ − (1 + e^ε)·τ) ≤ ε. Where x = ε₀(δ − (1 + e^e)·τ) is at most e, x is such: at x, less is taken from δ than at e, so that ε₀ of what is left
     * is no more. A rough x comes first, as e; then what the last e took too much is worth another round only if it is felt.
     */
    private Enclosure apart(double delta) {
        double distance = directions.distance();
        double guess = 0;
        for (int round = 0; round < MAX_ROUNDS; round++) {
            double left = left(delta, guess);
            if (!(left >= 0)) {
                break;
            }
            double next = round == 0
                    ? larger(left, ROUGH).upper()
                    : larger(left, tolerance).upper();
            boolean felt = left(delta, next) - left > tolerance * left;
            if (round > 0 && next <= guess && !felt) {
                double more = delta + (1 + Math.exp(next)) * distance * (1 + 1e-12);
                double lower = more < 1 ? larger(more, tolerance).lower() : 0;
                return Enclosure.between(Math.min(lower, next), next);
            }
            guess = next * (1 + 0.01 * tolerance);
        }
        double lower = 2 * distance + delta < 1 ? lowest(delta) : 0;
        return Enclosure.between(lower, Double.POSITIVE_INFINITY);
    }

    /** What of δ is left for the pairs at an ε. */
    private double left(double delta, double epsilon) {
        return delta - (1 + Math.exp(epsilon)) * directions.distance() * (1 + 1e-12);
    }

    /** A lower bound where no upper one was found: at an ε at which the distance is as large as δ at most. */
    private double lowest(double delta) {
        double epsilon = Math.max(0, Math.log(Math.max(delta, 1e-300) / directions.distance()));
        double more = delta + (1 + Math.exp(epsilon)) * directions.distance() * (1 + 1e-12);
        return more < 1 ? Math.min(epsilon, larger(more, tolerance).lower()) : 0;
    }

    private Guarantee guarantee(double epsilon, double delta, Enclosure interval) {
        double width = interval.upper() - interval.lower();
        List<String> notes = width > tolerance * interval.upper()
                ? List.of("between %s and %s: wider than the relative %s asked"
                        .formatted(interval.lower(), interval.upper(), tolerance))
                : List.of();
        return new Guarantee(
                epsilon,
                delta,
                OptionalDouble.of(interval.lower()),
                OptionalDouble.empty(),
                adjacency,
                PldAccountant.NAME,
                notes);
    }
}
