package io.abacusdp.accounting.filter;

import io.abacusdp.accounting.Adjacency;
import io.abacusdp.accounting.PrivacyProfile;
import io.abacusdp.accounting.event.DpEvent;
import io.abacusdp.accounting.numeric.Search;
import java.util.Objects;

/**
 * What was lost so far, at every time at once, by releases that are chosen in view of the ones before, without a limit.
 *
 * <p>Formula: with R(α) the sum of the divergences so far and weights w(α) over orders, fixed beforehand and of sum at most 1, the ε at which
 *
 * <pre>    Σ w(α)·exp((α − 1)(ε − R(α))) = 1/(δ − failures apart from the curves).</pre>
 *
 * <p>Proof: for each order, exp((α − 1)(L − R(α))) with L the privacy loss so far is a supermartingale that begins at 1, however the releases are chosen; so
 * is the mixture X. By Ville's inequality X ever exceeds 1/δ with probability at most δ; as X rises with L, the loss is at most this ε at all times
 * together but for an event of probability δ. This is more than (ε, δ)-privacy at one stopping time, and costs more than a filter of the same δ.
 *
 * <p>Source: the method of mixtures as in Whitehouse et al. 2023, arXiv:2203.05481; weights as those of {@link EpsilonDeltaLimit} for ε = 1.
 *
 * <p>Limits: each release and each reading costs the same, however many there were. Safe for use by several threads.
 *
 * <p>Example: after {@code odometer.add(new Gaussian(4))}, {@code odometer.epsilon()} is what has been lost by then.
 */
public final class RenyiOdometer {
    private static final double USUAL_EPSILON = 1;
    private static final double MAX_EPSILON = 1e12;

    private final double delta;
    private final Adjacency adjacency;
    private final MixtureBound mixture;
    private RenyiCost spent = RenyiCost.ZERO;

    /**
     * An odometer that begins at nothing.
     *
     * @param delta in (0, 1)
     */
    public RenyiOdometer(double delta, Adjacency adjacency) {
        if (!(PrivacyProfile.checkDelta(delta) > 0)) {
            throw new IllegalArgumentException("delta of an odometer must be above 0, got " + delta);
        }
        this.delta = delta;
        this.adjacency = Objects.requireNonNull(adjacency, "adjacency");
        this.mixture = MixtureBound.around(USUAL_EPSILON, delta);
    }

    /**
     * Adds a release, before it is made.
     *
     * @throws io.abacusdp.accounting.UnsupportedEventException if the event has no Rényi bound; nothing is added
     */
    public synchronized void add(DpEvent event) {
        spent = spent.plus(RenyiCost.of(event, adjacency));
    }

    /** What was added so far. */
    public synchronized RenyiCost spent() {
        return spent;
    }

    /** The ε that the loss of all releases so far has not passed, nor at any time before; infinite if no bound is known. Zero before the first release. */
    public double epsilon() {
        RenyiCost total = spent();
        double left = total.deltaApart() == 0 ? delta : Math.nextDown(delta - total.deltaApart());
        if (total.equals(RenyiCost.ZERO)) {
            return 0;
        }
        double high = 1;
        while (left > 0 && high < MAX_EPSILON && !mixture.isEverBelow(total, high, left)) {
            high *= 2;
        }
        return left > 0 && high < MAX_EPSILON
                ? Search.least(0, high, 1e-9, candidate -> mixture.isEverBelow(total, candidate, left))
                : Double.POSITIVE_INFINITY;
    }
}
