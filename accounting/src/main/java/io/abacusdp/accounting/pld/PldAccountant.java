package io.abacusdp.accounting.pld;

import io.abacusdp.accounting.Accountant;
import io.abacusdp.accounting.Adjacency;
import io.abacusdp.accounting.PrivacyProfile;
import io.abacusdp.accounting.UnsupportedEventException;
import io.abacusdp.accounting.event.DpEvent;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;

/**
 * Certified lower and upper bounds from privacy loss distributions on a lattice, for every event whose loss has a finite
 * description: Gaussian, Laplace, discrete Gaussian, discrete Laplace and Skellam noise, mixtures of Gaussians, randomised
 * response, exponential mechanism, permute-and-flip, pure and approximate DP, trees of Gaussians; Poisson sampling of these,
 * also truncated; and all compositions.
 *
 * <p>Accuracy: the truth lies between lower and upper, always; they are computed apart, and every error of discretisation,
 * truncation, wrap-around and rounding is bounded and counted outwards. The interval of ε is as narrow as the relative
 * tolerance asks unless the grid would need more than 2^22 points, or the event names a class of mechanisms (exponential,
 * permute-and-flip) of which the best bound is not known; then a note says so.
 */
public final class PldAccountant implements Accountant {
    static final String NAME = "pld";

    private static final double DEFAULT_TOLERANCE = 1e-4;
    private static final int MAX_POINTS = 1 << 22;

    /** Where laws of whole events are as fine as asked. */
    private static final double LAW_DELTA = 1e-6;

    private final double tolerance;
    private final int maxPoints;

    /** Intervals of relative width 1e-4. */
    public PldAccountant() {
        this(DEFAULT_TOLERANCE, MAX_POINTS);
    }

    private PldAccountant(double tolerance, int maxPoints) {
        this.tolerance = tolerance;
        this.maxPoints = maxPoints;
    }

    /** Intervals of relative width 3e-3 at most if that needs no more than a hundredth of the usual work: for whoever asks often. */
    public static PldAccountant quick() {
        return new PldAccountant(3e-3, MAX_POINTS / 128);
    }

    /** Intervals of the given relative width, from 1e-8 to 1. */
    public static PldAccountant withTolerance(double tolerance) {
        if (tolerance >= 1e-8 && tolerance <= 1) {
            return new PldAccountant(tolerance, MAX_POINTS);
        }
        throw new IllegalArgumentException("tolerance must be in [1e-8, 1], got " + tolerance);
    }

    @Override
    public String name() {
        return NAME;
    }

    /**
     * Laws of the privacy loss of the whole event that bound it from above: for every real ε, the truth is at most the largest
     * of their {@link PrivacyLossDistribution#hockeyStick}. There is one law if the event is symmetric; otherwise the
     * first is of the record's removal (P has it) and the second of its addition.
     *
     * <p>Accuracy: the step is the one at which ε at δ = 1e-6 has this accountant's tolerance, as far as 2^22 points allow;
     * masses are exact to about 1e-15 times the number of steps, absolutely, and rounded up.
     *
     * @throws io.abacusdp.accounting.UnsupportedEventException also for truncated Poisson sampling, which is no pair of laws
     */
    public List<PrivacyLossDistribution> above(DpEvent event, Adjacency adjacency) {
        return orRefused(
                event,
                () -> pairs(event, adjacency).stream()
                        .map(composite -> composite.lawAbove(LAW_DELTA, tolerance))
                        .toList());
    }

    /** The counterparts from below of the laws of {@link #above}: for every real ε, each is at most the truth. */
    public List<PrivacyLossDistribution> below(DpEvent event, Adjacency adjacency) {
        return orRefused(
                event,
                () -> pairs(event, adjacency).stream()
                        .map(composite -> composite.lawBelow(LAW_DELTA, tolerance))
                        .toList());
    }

    private List<Composite> pairs(DpEvent event, Adjacency adjacency) {
        Directions directions = directions(event, adjacency);
        if (directions.distance() > 0) {
            throw new UnsupportedEventException(
                    NAME, event, "a truncated sample has no privacy loss distribution; ask for its profile");
        }
        return directions.composites();
    }

    @Override
    public Optional<UnsupportedEventException> refusal(DpEvent event, Adjacency adjacency) {
        return UnsupportedEventException.of(() -> directions(event, adjacency));
    }

    @Override
    public PrivacyProfile profile(DpEvent event, Adjacency adjacency) {
        return new PldProfile(event, directions(event, adjacency), adjacency, tolerance);
    }

    private Directions directions(DpEvent event, Adjacency adjacency) {
        return orRefused(event, () -> Directions.of(event, adjacency, maxPoints));
    }

    /** What is computed, or a refusal where numbers of cells or of runs leave their range. */
    static <T> T orRefused(DpEvent event, Supplier<T> computed) {
        try {
            return computed.get();
        } catch (ArithmeticException overflow) {
            throw new UnsupportedEventException(
                    NAME, event, "its losses are too large or too many for a lattice; use the rdp accountant");
        } catch (OutOfMemoryError full) {
            throw new UnsupportedEventException(
                    NAME, event, "its lattice needs more memory than this process may use; use the rdp accountant");
        }
    }
}
