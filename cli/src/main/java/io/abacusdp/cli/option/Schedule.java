package io.abacusdp.cli.option;

import io.abacusdp.accounting.event.DpEvent;
import io.abacusdp.accounting.event.Gaussian;
import io.abacusdp.accounting.event.PoissonSampled;
import io.abacusdp.accounting.event.Repeated;

/**
 * How a run samples.
 *
 * @param rate of Poisson sampling; 1 is no sampling
 * @param steps in all
 * @param participations of one record, at most, if each is used once an epoch instead of sampled
 */
public record Schedule(double rate, long steps, long participations) {
    /** The event on a fresh sample at every step. */
    public DpEvent sampled(DpEvent event) {
        DpEvent step = rate == 1 ? event : new PoissonSampled(rate, event);
        return steps == 1 ? step : new Repeated(steps, step);
    }

    public DpEvent sampledGaussian(double noiseMultiplier) {
        return sampled(new Gaussian(noiseMultiplier));
    }

    /** The event once an epoch, with no amplification. */
    public DpEvent oncePerEpoch(DpEvent event) {
        return new Repeated(participations, event);
    }
}
