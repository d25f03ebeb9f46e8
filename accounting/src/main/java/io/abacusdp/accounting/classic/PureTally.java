package io.abacusdp.accounting.classic;

import io.abacusdp.accounting.Adjacency;
import io.abacusdp.accounting.Guarantee;
import io.abacusdp.accounting.PrivacyProfile;
import io.abacusdp.accounting.event.ApproximateDp;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;

/**
 * Adds up queries that are ε-DP each. A refused call changes nothing. Not safe for use by several threads.
 *
 * <p>Example:
 *
 * <pre>    new PureTally(adjacency).compose(0.1, 100).advanced(1e-6)</pre>
 */
public final class PureTally {
    private final Adjacency adjacency;
    private final Map<ApproximateDp, Long> counts = new LinkedHashMap<>();

    /** Nothing composed yet; the adjacency is that under which the epsilons hold. */
    public PureTally(Adjacency adjacency) {
        this.adjacency = Objects.requireNonNull(adjacency, "adjacency");
    }

    /** One query. */
    public PureTally compose(double epsilon) {
        return compose(epsilon, 1);
    }

    /**
     * Several queries of the same epsilon.
     *
     * @param epsilon of each, finite and at least 0
     * @param count from 0 to 2^53, also in all
     */
    public PureTally compose(double epsilon, long count) {
        PrivacyProfile.checkEpsilon(epsilon);
        Arguments.count("count", count);
        ApproximateDp query = new ApproximateDp(epsilon, 0);
        long all = counts.getOrDefault(query, 0L) + count;
        Arguments.count("count in all", all);
        counts.put(query, all);
        return this;
    }

    /** By {@link BasicComposition}: delta is 0. */
    public Guarantee basic() {
        return Guarantee.of(parts().epsilonSum(), 0, adjacency, "basic");
    }

    /**
     * By {@link StrongComposition} with the given δ', which is the delta of the guarantee; if basic composition gives no
     * more epsilon, by that, whose delta is 0.
     *
     * @param deltaPrime in (0, 1)
     */
    public Guarantee advanced(double deltaPrime) {
        Arguments.open("delta_prime", deltaPrime);
        double epsilon = new StrongComposition(parts()).epsilonBeyond(deltaPrime);
        Guarantee basic = basic();
        return epsilon < basic.epsilon() ? Guarantee.of(epsilon, deltaPrime, adjacency, "strong") : basic;
    }

    /**
     * By {@link OptimalComposition}.
     *
     * @param delta in [0, 1)
     */
    public Guarantee optimal(double delta) {
        return Guarantee.of(new OptimalComposition(parts()).epsilon(delta), delta, adjacency, "optimal");
    }

    private ApproximateParts parts() {
        return ApproximateParts.of(counts);
    }
}
