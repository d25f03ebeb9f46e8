package io.abacusdp.accounting.exact;

import io.abacusdp.accounting.Accountant;
import io.abacusdp.accounting.Adjacency;
import io.abacusdp.accounting.PrivacyProfile;
import io.abacusdp.accounting.UnsupportedEventException;
import io.abacusdp.accounting.event.DpEvent;
import java.util.List;
import java.util.Optional;

/**
 * Accounts compositions of Gaussian, Poisson-sampled Gaussian, tree-aggregation and mixture-of-Gaussians events by contour
 * integration of the moment generating function of their privacy loss.
 *
 * <p>What a guarantee states is a certified upper bound, and its lower value a certified lower bound; the two are usually
 * less than 1e-10 apart, relative. The cost of a query does not depend on the number of runs, and grows with the number of
 * distinct events at most linearly.
 *
 * <p>Random allocations of one of t batches with Gaussian noise, alone or beside plain Gaussians, are accounted by inversion of the law of a mean of
 * t ratios ({@link AllocationProfile}).
 *
 * <p>Limits: a query is refused where the method converges too slowly: few expected participations.
 */
public final class ExactAccountant implements Accountant {
    static final String NAME = "exact";

    @Override
    public String name() {
        return NAME;
    }

    @Override
    public Optional<UnsupportedEventException> refusal(DpEvent event, Adjacency adjacency) {
        return Allocations.of(event, adjacency).isPresent()
                ? Optional.empty()
                : UnsupportedEventException.of(() -> ComposedPairs.of(event, adjacency));
    }

    /**
     * The privacy profile of the event: the larger of both directions.
     *
     * @throws UnsupportedEventException for any other noise than Gaussian, and other sampling than Poisson
     */
    @Override
    public PrivacyProfile profile(DpEvent event, Adjacency adjacency) {
        Optional<Allocations> allocations = Allocations.of(event, adjacency);
        if (allocations.isPresent()) {
            return new AllocationProfile(event, allocations.get(), adjacency);
        }
        ComposedPairs pairs = ComposedPairs.of(event, adjacency);
        return new ExactProfile(pairs, pairs.isLossless(), adjacency);
    }

    /**
     * The laws of the privacy loss: that with the record present under P, then that with it absent, or a single one where
     * both are the same.
     *
     * @throws UnsupportedEventException as {@link #profile} does, and for releases without noise, which have no law
     */
    public static List<LossLaw> laws(DpEvent event, Adjacency adjacency) {
        ComposedPairs pairs = ComposedPairs.of(event, adjacency);
        if (pairs.isNonPrivate()) {
            throw new UnsupportedEventException(NAME, event, "a release without noise has infinite loss");
        }
        return pairs.laws();
    }
}
