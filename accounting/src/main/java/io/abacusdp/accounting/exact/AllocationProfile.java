package io.abacusdp.accounting.exact;

import io.abacusdp.accounting.Adjacency;
import io.abacusdp.accounting.Guarantee;
import io.abacusdp.accounting.PrivacyProfile;
import io.abacusdp.accounting.UnsupportedEventException;
import io.abacusdp.accounting.event.DpEvent;
import io.abacusdp.accounting.numeric.Enclosure;
import java.util.List;
import java.util.OptionalDouble;
import java.util.function.DoubleFunction;
import java.util.function.Supplier;

/**
 * The profile of random allocations: the larger of both directions, each by its own line ({@link AllocationLine}).
 *
 * <p>Accuracy: every bound is a point at which the enclosures of δ lie on the proper side. The removal of a record, which costs more wherever this was
 * computed, has a small relative error, its addition an absolute one.
 *
 * <p>Limits: where a line would need too many terms, or the bounds are too wide to be worth returning, a query is refused. Immutable.
 */
final class AllocationProfile implements PrivacyProfile {
    /** What the cut may take away, of δ. */
    private static final double LEAK = 1e-10;

    /** Errors by method that are aimed at, as the logarithm of one over their part of δ. */
    private static final double ACCURACY = 24;

    /** How far from the pole the line is, of the distance of the saddle. */
    private static final double PART_OF_SADDLE = 0.45;

    private static final double PARITY = 3;
    private static final double LEAST_DELTA = 1e-25;
    private static final int MAX_STEPS = 200;
    private static final double MAX_WIDTH = 1e-3;
    private static final double MAX_NARROW = 1e-12;

    private final DpEvent event;
    private final Allocations allocations;
    private final Adjacency adjacency;

    AllocationProfile(DpEvent event, Allocations allocations, Adjacency adjacency) {
        this.event = event;
        this.allocations = allocations;
        this.adjacency = adjacency;
    }

    @Override
    public Guarantee epsilon(double delta) {
        PrivacyProfile.checkDelta(delta);
        if (delta == 0) {
            // Gaussian noise has no largest loss.
            return guarantee(Double.POSITIVE_INFINITY, 0, Double.POSITIVE_INFINITY);
        }
        Enclosure epsilon = orRefused(() -> epsilonOf(delta));
        return guarantee(epsilon.upper(), delta, epsilon.lower());
    }

    @Override
    public Guarantee delta(double epsilon) {
        PrivacyProfile.checkEpsilon(epsilon);
        Enclosure delta = orRefused(() -> deltaOf(epsilon));
        return guarantee(epsilon, delta.upper(), delta.lower());
    }

    /** A line for a saddle at c: nearer to the poles, where moments are had more easily. */
    private AllocationLine removal(double saddle, double epsilon, double logDelta) {
        double c = 1 + PART_OF_SADDLE * (saddle - 1);
        return new AllocationLine(
                allocations, c, cut(logDelta), epsilon, ACCURACY - Math.max(logDelta, Math.log(LEAST_DELTA)));
    }

    /** A line near the poles, on which a bound of what an addition costs has a small absolute error. */
    private AllocationLine parity(double epsilon, double logDelta) {
        return new AllocationLine(
                allocations,
                PARITY,
                cut(logDelta),
                epsilon,
                Math.min(36, ACCURACY - Math.max(logDelta, Math.log(LEAST_DELTA))));
    }

    private AllocationLine addition(double epsilon, double logDelta) {
        return new AllocationLine(
                allocations,
                0.5,
                cut(logDelta),
                epsilon,
                Math.min(36, ACCURACY - Math.max(logDelta, Math.log(LEAST_DELTA))));
    }

    private double cut(double logDelta) {
        return allocations.cutFor(LEAK * Math.max(LEAST_DELTA, Math.min(0.1, Math.exp(logDelta))));
    }

    /** δ of the removal alone. */
    Enclosure removalDelta(double epsilon) {
        double[] saddle = allocations.roughSaddle(epsilon);
        return removal(saddle[0], epsilon, saddle[1]).removal(epsilon);
    }

    /** δ of the addition alone, with an absolute error. */
    Enclosure additionDelta(double epsilon) {
        return addition(epsilon, -20).addition(epsilon);
    }

    private Enclosure deltaOf(double epsilon) {
        double[] saddle = allocations.roughSaddle(epsilon);
        AllocationLine line = removal(saddle[0], epsilon, saddle[1]);
        Enclosure removed = line.removal(epsilon);
        double logDelta = Math.log(Math.max(removed.estimate(), LEAST_DELTA));
        if (line.mostOfAddition(epsilon) <= removed.lower()
                || parity(epsilon, logDelta).mostOfAddition(epsilon) <= removed.lower()) {
            return worthReturning(removed, 0);
        }
        return worthReturning(removed.max(addition(epsilon, logDelta).addition(epsilon)), 0);
    }

    private Enclosure epsilonOf(double delta) {
        double logDelta = Math.log(delta);
        double[] guess = allocations.roughEpsilon(logDelta);
        AllocationLine line = removal(guess[0], Math.max(0, guess[1]), logDelta);
        Enclosure removed = inverse(line::removal, Math.max(0, guess[1]), delta);
        if (line.mostOfAddition(removed.upper()) <= delta
                || parity(removed.upper(), logDelta).mostOfAddition(removed.upper()) <= delta) {
            return worthReturning(removed, MAX_NARROW);
        }
        AllocationLine other = addition(removed.upper(), logDelta);
        Enclosure epsilon = other.addition(removed.upper()).upper() <= delta
                ? removed
                : removed.max(inverse(other::addition, removed.upper(), delta));
        return worthReturning(epsilon, MAX_NARROW);
    }

    /** The least ε ≥ 0 with δ(ε) ≤ delta: found roughly by bisection, then with steps outwards until the enclosures are on the proper sides. */
    private static Enclosure inverse(DoubleFunction<Enclosure> profile, double start, double delta) {
        double low = 0;
        double high = Math.max(start, 1e-9);
        for (int i = 0; i < MAX_STEPS && profile.apply(high).estimate() > delta; i++) {
            low = high;
            high *= 1.5;
        }
        for (int i = 0; i < MAX_STEPS && high - low > 1e-15 * high; i++) {
            double middle = 0.5 * (low + high);
            if (profile.apply(middle).estimate() > delta) {
                low = middle;
            } else {
                high = middle;
            }
        }
        double found = high;
        double upper = Double.POSITIVE_INFINITY;
        double width = Math.max(1e-14 * found, 1e-18);
        for (int i = 0; i < MAX_STEPS; i++) {
            if (profile.apply(found + width).upper() <= delta) {
                upper = found + width;
                break;
            }
            width *= 1.5;
        }
        if (upper == Double.POSITIVE_INFINITY) {
            throw new SlowDecayException("its error bounds are too wide");
        }
        double lower = 0;
        width = Math.max(1e-14 * found, 1e-18);
        while (width < found) {
            if (profile.apply(found - width).lower() > delta) {
                lower = found - width;
                break;
            }
            width *= 1.5;
        }
        return profile.apply(0).upper() <= delta ? Enclosure.of(0) : new Enclosure(lower, found, upper);
    }

    private static Enclosure worthReturning(Enclosure value, double absolute) {
        if (!(value.upper() - value.lower() <= MAX_WIDTH * value.upper() + absolute)) {
            throw new SlowDecayException("its error bounds are too wide");
        }
        return value;
    }

    private <T> T orRefused(Supplier<T> query) {
        try {
            return query.get();
        } catch (SlowDecayException slow) {
            throw new UnsupportedEventException(ExactAccountant.NAME, event, String.valueOf(slow.getMessage()));
        }
    }

    private Guarantee guarantee(double epsilon, double delta, double lower) {
        return new Guarantee(
                epsilon,
                delta,
                OptionalDouble.of(lower),
                OptionalDouble.empty(),
                adjacency,
                ExactAccountant.NAME,
                List.of());
    }
}
