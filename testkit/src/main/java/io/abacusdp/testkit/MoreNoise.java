package io.abacusdp.testkit;

import io.abacusdp.accounting.event.Composed;
import io.abacusdp.accounting.event.CorrelatedNoise;
import io.abacusdp.accounting.event.DiscreteGaussian;
import io.abacusdp.accounting.event.DiscreteLaplace;
import io.abacusdp.accounting.event.DpEvent;
import io.abacusdp.accounting.event.EventRules;
import io.abacusdp.accounting.event.Gaussian;
import io.abacusdp.accounting.event.Group;
import io.abacusdp.accounting.event.Laplace;
import io.abacusdp.accounting.event.MixtureOfGaussians;
import io.abacusdp.accounting.event.PoissonSampled;
import io.abacusdp.accounting.event.RandomAllocation;
import io.abacusdp.accounting.event.RandomChoice;
import io.abacusdp.accounting.event.RepeatAndSelect;
import io.abacusdp.accounting.event.Repeated;
import io.abacusdp.accounting.event.SampledInTurn;
import io.abacusdp.accounting.event.SampledWithReplacement;
import io.abacusdp.accounting.event.SampledWithoutReplacement;
import io.abacusdp.accounting.event.ScalarDiscreteGaussian;
import io.abacusdp.accounting.event.ShuffledEpoch;
import io.abacusdp.accounting.event.Skellam;
import io.abacusdp.accounting.event.SparseVector;
import io.abacusdp.accounting.event.TreeAggregation;
import io.abacusdp.accounting.event.TreeEpochs;
import io.abacusdp.accounting.event.TruncatedPoisson;

/** An event with all its noise made larger by a factor. */
final class MoreNoise {
    private static final EventRules<Double, DpEvent> RULES = new EventRules<Double, DpEvent>()
            .on(Gaussian.class, (e, f) -> new Gaussian(e.noiseMultiplier() * f))
            .on(Laplace.class, (e, f) -> new Laplace(e.noiseMultiplier() * f))
            .on(DiscreteGaussian.class, (e, f) -> new DiscreteGaussian(e.sigma() * f, e.sensitivity()))
            .on(ScalarDiscreteGaussian.class, (e, f) -> new ScalarDiscreteGaussian(e.sigma() * f, e.sensitivity()))
            .on(
                    RandomChoice.class,
                    (e, f) -> new RandomChoice(
                            e.probabilities(),
                            e.events().stream().map(part -> in(part, f)).toList()))
            .on(DiscreteLaplace.class, (e, f) -> new DiscreteLaplace(e.parameter() / f, e.sensitivity()))
            .on(Skellam.class, (e, f) -> new Skellam(e.variance() * f, e.l1Sensitivity(), e.l2Sensitivity()))
            .on(SparseVector.class, (e, f) -> new SparseVector(e.thresholdScale() * f, e.queryScale() * f, e.answers()))
            .on(TreeAggregation.class, (e, f) -> new TreeAggregation(e.noiseMultiplier() * f, e.steps()))
            .on(
                    TreeEpochs.class,
                    (e, f) -> new TreeEpochs(e.noiseMultiplier() * f, e.steps(), e.participations(), e.separation()))
            .on(
                    CorrelatedNoise.class,
                    (e, f) -> new CorrelatedNoise(
                            e.noiseMultiplier() * f, e.coefficients(), e.steps(), e.participations(), e.separation()))
            .on(ShuffledEpoch.class, (e, f) -> new ShuffledEpoch(e.batches(), in(e.event(), f)))
            .on(
                    MixtureOfGaussians.class,
                    (e, f) -> new MixtureOfGaussians(e.standardDeviation() * f, e.sensitivities(), e.probabilities()))
            .on(
                    Composed.class,
                    (e, f) -> new Composed(
                            e.events().stream().map(part -> in(part, f)).toList()))
            .on(Repeated.class, (e, f) -> new Repeated(e.count(), in(e.event(), f)))
            .on(SampledInTurn.class, (e, f) -> new SampledInTurn(e.rate(), in(e.event(), f)))
            .on(PoissonSampled.class, (e, f) -> new PoissonSampled(e.rate(), in(e.event(), f)))
            .on(Group.class, (e, f) -> new Group(e.size(), in(e.event(), f)))
            .on(RepeatAndSelect.class, (e, f) -> new RepeatAndSelect(e.mean(), e.shape(), in(e.event(), f)))
            .on(
                    SampledWithoutReplacement.class,
                    (e, f) -> new SampledWithoutReplacement(e.datasetSize(), e.sampleSize(), in(e.event(), f)))
            .on(
                    SampledWithReplacement.class,
                    (e, f) -> new SampledWithReplacement(e.datasetSize(), e.sampleSize(), in(e.event(), f)))
            .on(
                    TruncatedPoisson.class,
                    (e, f) -> new TruncatedPoisson(e.rate(), e.maxBatchSize(), e.datasetSize(), in(e.event(), f)))
            .on(
                    RandomAllocation.class,
                    (e, f) -> new RandomAllocation(e.batches(), e.participations(), in(e.event(), f)));

    private MoreNoise() {}

    static DpEvent in(DpEvent event, double factor) {
        return RULES.apply(event, factor).orElse(event);
    }
}
