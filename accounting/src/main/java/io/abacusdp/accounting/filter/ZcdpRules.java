package io.abacusdp.accounting.filter;

import io.abacusdp.accounting.Adjacency;
import io.abacusdp.accounting.event.Composition;
import io.abacusdp.accounting.event.DiscreteGaussian;
import io.abacusdp.accounting.event.DiscreteLaplace;
import io.abacusdp.accounting.event.DpEvent;
import io.abacusdp.accounting.event.EventRules;
import io.abacusdp.accounting.event.Exponential;
import io.abacusdp.accounting.event.Gaussian;
import io.abacusdp.accounting.event.Laplace;
import io.abacusdp.accounting.event.PermuteAndFlip;
import io.abacusdp.accounting.event.PoissonSampled;
import io.abacusdp.accounting.event.PureDp;
import io.abacusdp.accounting.event.RandomChoice;
import io.abacusdp.accounting.event.ScalarDiscreteGaussian;
import io.abacusdp.accounting.event.TreeAggregation;
import io.abacusdp.accounting.event.TreeEpochs;
import io.abacusdp.accounting.event.ZeroConcentratedDp;
import io.abacusdp.accounting.numeric.RoundedUp;
import io.abacusdp.accounting.rdp.RdpAccountant;
import java.util.Map;

/**
 * ρ of zero-concentrated privacy: the least with R(α) ≤ ρ·α at all orders α &gt; 1; infinite where no bound is known here.
 *
 * <ul>
 *   <li>Gaussian noise (continuous, discrete, in a tree): R(α)/α is the same at all orders.
 *   <li>Pure ε: ε²/2 (Bun, Steinke 2016, arXiv:1605.02065, proposition 1.4).
 *   <li>The exponential mechanism: ε²/8, as its losses span ε only (Cesar, Rogers 2021, arXiv:2004.07223, lemma 3.3).
 *   <li>A random choice: the largest of its events', as no average of moments is above the largest.
 *   <li>(ξ, ρ): R(α) ≤ ξ + ρ·α ≤ (ξ + ρ)·α.
 *   <li>Poisson sampling: what it holds. A sampled mechanism is a mixture, and the divergence is quasi-convex; sampling cannot
 *       lower ρ, as at high orders the sample that holds the record decides.
 * </ul>
 */
final class ZcdpRules {
    private static final RdpAccountant RENYI = new RdpAccountant();

    private static final EventRules<Adjacency, Double> RULES = new EventRules<Adjacency, Double>()
            .on(Gaussian.class, ZcdpRules::linear)
            .on(DiscreteGaussian.class, ZcdpRules::linear)
            .on(ScalarDiscreteGaussian.class, ZcdpRules::linear)
            .on(TreeAggregation.class, ZcdpRules::linear)
            .on(TreeEpochs.class, ZcdpRules::linear)
            .on(PureDp.class, (event, adjacency) -> pure(event.epsilon()))
            .on(Exponential.class, (event, adjacency) -> pure(event.epsilon()) / 4)
            .on(PermuteAndFlip.class, (event, adjacency) -> pure(event.epsilon()))
            .on(
                    Laplace.class,
                    (event, adjacency) -> pure(Math.nextUp(adjacency.sensitivityFactor() / event.noiseMultiplier())))
            .on(
                    DiscreteLaplace.class,
                    (event, adjacency) -> pure(
                            RoundedUp.product(adjacency.sensitivityFactor() * event.sensitivity(), event.parameter())))
            .on(ZeroConcentratedDp.class, (event, adjacency) -> RoundedUp.sum(event.xi(), event.rho()))
            .on(
                    RandomChoice.class,
                    (event, adjacency) -> event.events().stream()
                            .mapToDouble(each -> rho(each, adjacency))
                            .max()
                            .orElseThrow())
            .on(PoissonSampled.class, (event, adjacency) -> rho(event.event(), adjacency));

    private ZcdpRules() {}

    static double rho(DpEvent event, Adjacency adjacency) {
        double sum = 0;
        for (Map.Entry<DpEvent, Long> term : Composition.of(event).terms().entrySet()) {
            double once = RULES.apply(term.getKey(), adjacency).orElse(Double.POSITIVE_INFINITY);
            sum = RoundedUp.sum(sum, RoundedUp.product(term.getValue(), once));
        }
        return sum;
    }

    private static double linear(DpEvent event, Adjacency adjacency) {
        return RENYI.curve(event, adjacency).at(2) / 2;
    }

    private static double pure(double epsilon) {
        return RoundedUp.product(epsilon, epsilon) / 2;
    }
}
