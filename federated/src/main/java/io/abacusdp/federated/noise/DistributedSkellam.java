package io.abacusdp.federated.noise;

import io.abacusdp.accounting.event.ApproximateDp;
import io.abacusdp.accounting.event.Composed;
import io.abacusdp.accounting.event.DpEvent;
import io.abacusdp.accounting.event.Skellam;
import java.util.List;

/**
 * Skellam noise on a sum, made in parts by the clients.
 *
 * <p>Formula: each client adds Skellam noise of variance v/h; the h honest clients that every sum has at least make v
 * together. That is what is charged: survivors beyond the threshold add noise that is not counted, and insiders know their
 * own. Colluders are insiders, and where there are none any one fellow client is, as it can take its own noise off the sum.
 *
 * <p>Assumes: the sum comes from a secure aggregation that gives no sum of fewer honest clients, whatever the server does.
 *
 * @param variance v, of the noise on the sum that is charged, in each number
 * @param honestClients h, {@code Session.honestInEverySum()}: the threshold less the insiders, of whom there is one at least, and
 *     less what a sparse graph leaves open
 */
public record DistributedSkellam(double variance, int honestClients) {
    /** The greatest epsilon, of all releases together, for which {@link #event} holds. */
    public static final double MAX_EPSILON = 20;

    /** Above 1 + e^20: what a distance between laws counts for in delta, for epsilons of at most 20. */
    private static final double DELTA_FACTOR = 0x1p30;

    public DistributedSkellam {
        if (!(variance > 0 && variance < Double.POSITIVE_INFINITY)) {
            throw new IllegalArgumentException("variance must be positive and finite, got " + variance);
        }
        if (honestClients < 1) {
            throw new IllegalArgumentException("honest clients must be at least 1, got " + honestClients);
        }
    }

    /** What each client adds, rounded up. */
    public double variancePerClient() {
        return Math.nextUp(variance / honestClients);
    }

    /** The noise of one client. */
    public SkellamNoise ofOneClient() {
        return new SkellamNoise(variancePerClient());
    }

    /**
     * What a sum of encoded vectors costs those who are in it: the Skellam mechanism, and as a delta the failure of the
     * secure aggregation and the inexactness of the sampler.
     *
     * <p>Limits: the delta of the sampler is right for epsilons up to 20 in all; it is h·d·2^-69.
     *
     * @param encoding of every client's vector
     * @param failureProbability of the secure aggregation, {@code SharingGraph.failureProbability()}
     */
    public DpEvent event(FixedPoint encoding, double failureProbability) {
        double inexact = honestClients * (double) encoding.length() * SkellamNoise.TOTAL_VARIATION * DELTA_FACTOR;
        return new Composed(List.of(
                new Skellam(variance, encoding.l1Sensitivity(), encoding.l2Sensitivity()),
                new ApproximateDp(0, Math.nextUp(failureProbability + inexact))));
    }
}
