package io.abacusdp.federated.server;

import io.abacusdp.training.step.Clipping;
import io.abacusdp.training.step.DpStep;
import io.abacusdp.training.sum.GridSum;

/**
 * How clients are protected as a whole.
 *
 * @param expectedClients how many are asked in a round on average, each with the same probability, independently
 * @param noiseMultiplier z, noise over the bound on an update, finite and above 0
 * @param clipping bound on an update: flat, or following a quantile of the updates' norms, which is charged
 */
public record ClientNoise(int expectedClients, double noiseMultiplier, Clipping clipping) {
    public ClientNoise {
        if (expectedClients < 1) {
            throw new IllegalArgumentException("expected clients must be at least 1, got " + expectedClients);
        }
        if (!(noiseMultiplier > 0 && noiseMultiplier < Double.POSITIVE_INFINITY)) {
            throw new IllegalArgumentException(
                    "noise multiplier of clients must be finite and above 0, got " + noiseMultiplier);
        }
        DpStep.requireNoiseMultiplier(clipping.gradientNoise(noiseMultiplier));
        if (clipping instanceof Clipping.PerLayer || !(clipping.norm() < Double.POSITIVE_INFINITY)) {
            throw new IllegalArgumentException(
                    "updates are clipped as a whole, flat or adaptive, to a finite norm, got " + clipping);
        }
        GridSum.requireBound(clipping.norm());
    }
}
