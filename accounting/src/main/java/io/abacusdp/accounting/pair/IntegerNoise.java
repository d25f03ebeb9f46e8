package io.abacusdp.accounting.pair;

import io.abacusdp.accounting.event.DiscreteGaussian;
import io.abacusdp.accounting.event.DiscreteLaplace;
import io.abacusdp.accounting.event.DpEvent;
import io.abacusdp.accounting.event.ScalarDiscreteGaussian;
import io.abacusdp.accounting.event.Skellam;
import io.abacusdp.accounting.event.TruncatedDiscreteGaussian;
import io.abacusdp.accounting.pair.DominatingPair.DiscreteGaussianShift;
import io.abacusdp.accounting.pair.DominatingPair.DiscreteLaplaceShift;
import io.abacusdp.accounting.pair.DominatingPair.GaussianMixture;
import io.abacusdp.accounting.pair.DominatingPair.GaussianShift;
import io.abacusdp.accounting.pair.DominatingPair.SkellamShift;
import java.util.List;

/** The pairs of noise on integers: discrete Laplace and Gaussian, cut or not, and Skellam. Which integer vector is the worst decides. */
final class IntegerNoise {
    /** Larger integers would make larger tables than are useful. */
    private static final long MAX_SHIFT = 1 << 20;

    private static final double MAX_DEVIATION = 1e5;

    private IntegerNoise() {}

    static List<DominatedEvent> discreteLaplace(DiscreteLaplace event, Scheme scheme) {
        int shift = shift(event, event.sensitivity(), scheme);
        DominatingPair pair =
                new DiscreteLaplaceShift(event.parameter(), shift * scheme.shifts(), scheme.rate(), scheme.mirrored());
        return List.of(DominatedEvent.of(event, pair, scheme.symmetric()));
    }

    /**
     * Integer vectors of squared norm below 4 have coordinates 0 and ±1 only: as many unit shifts as the square allows.
     * Of longer ones it is not known which is the worst (a single coordinate is not, if the noise is small): they are bounded by a
     * Gaussian from above ({@link SmoothedLattice}), and from below by that single coordinate, which is allowed.
     */
    static List<DominatedEvent> discreteGaussian(DiscreteGaussian event, Scheme scheme) {
        double square = event.sensitivity() * event.sensitivity() * (1 + 1e-12);
        double coordinates = Math.floor(square);
        if (coordinates < 1) {
            return List.of();
        }
        boolean known = square < 4 && (coordinates == 1 || (scheme.rate() == 1 && !scheme.replaced()));
        if (!known || event.sigma() > MAX_DEVIATION) {
            return smoothed(event, scheme);
        }
        DominatingPair unit =
                new DiscreteGaussianShift(event.sigma(), scheme.shifts(), scheme.rate(), scheme.mirrored());
        return unitShifts(event, unit, coordinates, square, scheme);
    }

    private static List<DominatedEvent> smoothed(DiscreteGaussian event, Scheme scheme) {
        double distance = SmoothedLattice.distance(event.sigma(), scheme.shifts() * event.sensitivity())
                .orElseThrow(() -> scheme.refused(
                        event,
                        "which integer vector within this norm is the worst is not known if the noise is small; state"
                                + " one scalar_discrete_gaussian for each coordinate, or try rdp"));
        DominatingPair above = scheme.rate() == 1
                ? new GaussianShift(1, distance)
                : new GaussianMixture(1, scheme.rate(), List.of(distance), List.of(1.0), scheme.replaced());
        double largest = Math.floor(event.sensitivity() * (1 + 1e-12));
        DominatingPair below = event.sigma() <= MAX_DEVIATION && largest <= MAX_SHIFT
                ? new DiscreteGaussianShift(
                        event.sigma(), ((int) largest) * scheme.shifts(), scheme.rate(), scheme.mirrored())
                : Atoms.none();
        return List.of(DominatedEvent.between(event, below, above, scheme.symmetric()));
    }

    /** One integer: noise of log-concave law, of which the largest shift is the worst. */
    static List<DominatedEvent> scalarDiscreteGaussian(ScalarDiscreteGaussian event, Scheme scheme) {
        requireTable(event, event.sigma(), scheme);
        int shift = shift(event, event.sensitivity(), scheme);
        DominatingPair pair =
                new DiscreteGaussianShift(event.sigma(), shift * scheme.shifts(), scheme.rate(), scheme.mirrored());
        return List.of(DominatedEvent.of(event, pair, scheme.symmetric()));
    }

    /** A log-concave law that is cut on both sides is log-concave, so that here, too, the largest shift is the worst. */
    static List<DominatedEvent> truncatedDiscreteGaussian(TruncatedDiscreteGaussian event, Scheme scheme) {
        if (event.bound() > MAX_SHIFT) {
            throw scheme.refused(event, "a bound above 2^20 makes too large a table; scale the sum");
        }
        int shift = shift(event, Math.min(event.sensitivity(), 2 * event.bound() + 1), scheme) * scheme.shifts();
        Atoms pair = TruncatedNoise.of(event.sigma(), (int) event.bound(), shift, scheme.rate(), scheme.mirrored());
        return List.of(DominatedEvent.of(event, pair, scheme.symmetric()));
    }

    /**
     * A record that moves the sum by an integer vector of L1 norm s, in any number of coordinates, is dominated by one that
     * moves a single coordinate by s. With G_a(α) the greatest power of a test of level α against the shift a, log-concavity
     * gives G_a∘G_b = G_{a+b}; and a test on two coordinates that are shifted by a and b has the power
     * E_P[G_b(α(x))] ≤ G_a(E_Q[G_b(α(x))]) ≤ G_a(G_b(α)), as G_b is concave.
     */
    static List<DominatedEvent> skellam(Skellam event, Scheme scheme) {
        requireTable(event, Math.sqrt(event.variance()), scheme);
        double l1 = Math.floor(event.l1Sensitivity() * (1 + 1e-12));
        double l2 = event.l2Sensitivity() * (1 + 1e-12);
        if (l2 >= l1) {
            // The vector of one coordinate is allowed, and dominates all others of its L1 norm.
            int shift = shift(event, (long) l1, scheme);
            return shift == 0
                    ? List.of()
                    : List.of(DominatedEvent.of(event, skellam(event, shift, scheme), scheme.symmetric()));
        }
        return unitShifts(event, skellam(event, 1, scheme), Math.min(l1, Math.floor(l2 * l2)), l2 * l2, scheme);
    }

    private static DominatingPair skellam(Skellam event, int shift, Scheme scheme) {
        return new SkellamShift(event.variance(), shift * scheme.shifts(), scheme.rate(), scheme.mirrored());
    }

    private static List<DominatedEvent> unitShifts(
            DpEvent event, DominatingPair unit, double coordinates, double square, Scheme scheme) {
        if (coordinates < 1) {
            return List.of();
        }
        if (square >= 4 || (coordinates > 1 && (scheme.rate() < 1 || scheme.replaced()))) {
            throw scheme.refused(
                    event,
                    "which integer vector within these norms is the worst is not known; state one event for each"
                            + " coordinate, or try rdp");
        }
        return List.of(DominatedEvent.of(event, unit, scheme.symmetric()).times((long) coordinates));
    }

    private static void requireTable(DpEvent event, double deviation, Scheme scheme) {
        if (!(deviation <= MAX_DEVIATION)) {
            throw scheme.refused(
                    event, "noise of a deviation above 1e5 makes too large a table; scale the sum, or try rdp");
        }
    }

    private static int shift(DpEvent event, long shift, Scheme scheme) {
        if (shift <= MAX_SHIFT) {
            return (int) shift;
        }
        throw scheme.refused(event, "a sensitivity above 2^20 makes too large a table; scale the sum, or try rdp");
    }
}
