package io.abacusdp.ledger.api;

import io.abacusdp.accounting.event.Composed;
import io.abacusdp.accounting.event.Composition;
import io.abacusdp.accounting.event.DpEvent;
import io.abacusdp.accounting.event.Gaussian;
import io.abacusdp.accounting.event.Group;
import io.abacusdp.accounting.event.MixtureOfGaussians;
import io.abacusdp.accounting.event.PoissonSampled;
import io.abacusdp.accounting.event.RepeatAndSelect;
import io.abacusdp.accounting.event.Repeated;
import io.abacusdp.accounting.event.SampledWithoutReplacement;

/**
 * About how long it takes to price an event, told from its form: a sampled mechanism has an integral at each order, which takes
 * longer the less noise there is; others have closed forms. What is told is rather too much than too little, for a core of the
 * year 2020 (measured: 20 Gaussians sampled at 0.5 with noise 0.01 take 1.6 s, with noise 1 0.1 s).
 */
final class PricingEffort {
    private static final double CLOSED_FORM = 0.2e-3;
    private static final double INTEGRAL = 8e-3;
    private static final double LITTLE_NOISE = 0.2;
    private static final double MOST_INTEGRALS = 20;

    private PricingEffort() {}

    /** Seconds. */
    static double seconds(DpEvent event) {
        double sum = 0;
        for (DpEvent term : Composition.of(event).terms().keySet()) {
            sum += ofTerm(term);
        }
        return sum;
    }

    private static double ofTerm(DpEvent term) {
        if (term instanceof PoissonSampled sampled) {
            return sampled(sampled.event());
        }
        if (term instanceof SampledWithoutReplacement sampled) {
            return sampled(sampled.event());
        }
        if (term instanceof MixtureOfGaussians mixture) {
            return INTEGRAL * (1 + mixture.sensitivities().size());
        }
        if (term instanceof RepeatAndSelect repeated) {
            return INTEGRAL + ofTerm(repeated.event());
        }
        if (term instanceof Group group) {
            return INTEGRAL + ofTerm(group.event());
        }
        if (term instanceof Repeated repeated) {
            return ofTerm(repeated.event());
        }
        if (term instanceof Composed composed) {
            return composed.events().stream().mapToDouble(PricingEffort::ofTerm).sum();
        }
        return CLOSED_FORM;
    }

    private static double sampled(DpEvent inner) {
        double noise = inner instanceof Gaussian gaussian ? gaussian.noiseMultiplier() : 1;
        double times = Math.min(MOST_INTEGRALS, Math.max(1, LITTLE_NOISE / noise));
        return INTEGRAL * times + ofTerm(inner);
    }
}
