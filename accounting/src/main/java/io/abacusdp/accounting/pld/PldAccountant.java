package io.abacusdp.accounting.pld;

import io.abacusdp.accounting.Accountant;
import io.abacusdp.accounting.Adjacency;
import io.abacusdp.accounting.PrivacyProfile;
import io.abacusdp.accounting.event.DpEvent;

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

    private final double tolerance;

    /** Intervals of relative width 1e-4. */
    public PldAccountant() {
        this(DEFAULT_TOLERANCE);
    }

    private PldAccountant(double tolerance) {
        this.tolerance = tolerance;
    }

    /** Intervals of the given relative width, from 1e-8 to 1. */
    public static PldAccountant withTolerance(double tolerance) {
        if (tolerance >= 1e-8 && tolerance <= 1) {
            return new PldAccountant(tolerance);
        }
        throw new IllegalArgumentException("tolerance must be in [1e-8, 1], got " + tolerance);
    }

    @Override
    public String name() {
        return NAME;
    }

    @Override
    public PrivacyProfile profile(DpEvent event, Adjacency adjacency) {
        return new PldProfile(Directions.of(event, adjacency, MAX_POINTS), adjacency, tolerance);
    }
}
