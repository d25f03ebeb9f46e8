package io.abacusdp.accounting.tradeoff;

import io.abacusdp.accounting.Adjacency;
import io.abacusdp.accounting.event.Composition;
import io.abacusdp.accounting.event.DpEvent;
import io.abacusdp.accounting.event.Gaussian;
import io.abacusdp.accounting.event.PoissonSampled;
import io.abacusdp.accounting.event.PureDp;
import io.abacusdp.accounting.numeric.Normal;
import java.util.Map;

/**
 * A μ for which an event is μ-GDP without any exception.
 *
 * <p>Formula: μ² = Σ count·μ_i², with μ_i = Δ/σ for Gaussian noise, sampled or not, and −2·Φ⁻¹(1/(1 + e^ε)) for pure DP, whose
 * curve has its only inner corner at equal errors.
 *
 * <p>Source: Dong, Roth, Su 2019, arXiv:1905.02383, corollary 3.3.
 *
 * <p>Limits: +∞ for other events. Never below the truth.
 */
final class GaussianCeiling {
    private static final double OUTWARD = 1 + 1e-13;

    private GaussianCeiling() {}

    static double of(DpEvent event, Adjacency adjacency) {
        double square = 0;
        for (Map.Entry<DpEvent, Long> term : Composition.of(event).terms().entrySet()) {
            double mu = elementary(term.getKey(), adjacency);
            square += term.getValue() * mu * mu * OUTWARD;
        }
        return Math.sqrt(square) * OUTWARD;
    }

    private static double elementary(DpEvent event, Adjacency adjacency) {
        if (event instanceof Gaussian gaussian) {
            return adjacency.sensitivityFactor() / gaussian.noiseMultiplier();
        }
        if (event instanceof PoissonSampled sampled && sampled.event() instanceof Gaussian gaussian) {
            return adjacency.sensitivityFactor() / gaussian.noiseMultiplier();
        }
        if (event instanceof PureDp pure) {
            double rate = 1 / (1 + Math.exp(pure.epsilon() * (1 + 1e-15)));
            return -2 * Normal.quantile(rate * (1 - 1e-15)) * OUTWARD;
        }
        return Double.POSITIVE_INFINITY;
    }
}
