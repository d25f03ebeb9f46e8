package io.abacusdp.accounting.event;

import java.util.List;

/**
 * Gaussian noise on a sum to which the record in question contributes sensitivities[i] with probability probabilities[i]:
 * the mixture Σ p_i·N(s_i, σ²) against N(0, σ²).
 *
 * @param standardDeviation σ, positive
 * @param sensitivities not negative
 * @param probabilities one for each sensitivity, not negative, their sum within 1e-12 of 1
 */
public record MixtureOfGaussians(double standardDeviation, List<Double> sensitivities, List<Double> probabilities)
        implements DpEvent {
    public MixtureOfGaussians {
        Require.positive("standard_deviation", standardDeviation, "use non_private for a release without noise");
        sensitivities = Require.list("sensitivities", sensitivities);
        probabilities = Require.list("probabilities", probabilities);
        Require.that(!sensitivities.isEmpty(), "sensitivities", "must hold at least one sensitivity, got none");
        Require.that(
                sensitivities.size() == probabilities.size(),
                "probabilities",
                "must hold one for each of the %d sensitivities, got %d"
                        .formatted(sensitivities.size(), probabilities.size()));
        double sum = 0;
        for (int i = 0; i < probabilities.size(); i++) {
            Require.nonNegative("sensitivities[" + i + "]", sensitivities.get(i));
            Require.probability("probabilities[" + i + "]", probabilities.get(i));
            sum += probabilities.get(i);
        }
        Require.that(Math.abs(sum - 1) <= 1e-12, "probabilities", "must sum to 1 within 1e-12, got " + sum);
    }
}
