package io.abacusdp.accounting.rdp;

import io.abacusdp.accounting.Adjacency;
import io.abacusdp.accounting.UnsupportedEventException;
import io.abacusdp.accounting.event.ApproximateDp;
import io.abacusdp.accounting.event.Composition;
import io.abacusdp.accounting.event.DiscreteGaussian;
import io.abacusdp.accounting.event.DiscreteLaplace;
import io.abacusdp.accounting.event.DpEvent;
import io.abacusdp.accounting.event.EventRules;
import io.abacusdp.accounting.event.Exponential;
import io.abacusdp.accounting.event.Gaussian;
import io.abacusdp.accounting.event.GivenRdp;
import io.abacusdp.accounting.event.Group;
import io.abacusdp.accounting.event.Laplace;
import io.abacusdp.accounting.event.MixtureOfGaussians;
import io.abacusdp.accounting.event.NonPrivate;
import io.abacusdp.accounting.event.PermuteAndFlip;
import io.abacusdp.accounting.event.PoissonSampled;
import io.abacusdp.accounting.event.PureDp;
import io.abacusdp.accounting.event.RandomizedResponse;
import io.abacusdp.accounting.event.RepeatAndSelect;
import io.abacusdp.accounting.event.SampledWithoutReplacement;
import io.abacusdp.accounting.event.Skellam;
import io.abacusdp.accounting.event.TreeAggregation;
import io.abacusdp.accounting.event.ZeroConcentratedDp;
import java.util.List;
import java.util.Map;

/** The Rényi curve of each elementary event. No rule sees a count: {@link Composition} has taken it out. */
final class RdpRules {
    static final String NAME = "rdp";

    private static final EventRules<Adjacency, RdpLoss> RULES = new EventRules<Adjacency, RdpLoss>()
            .on(NonPrivate.class, (event, adjacency) -> RdpLoss.EVERYTHING)
            .on(Gaussian.class, (event, adjacency) -> gaussian(adjacency, 1, event.noiseMultiplier()))
            .on(DiscreteGaussian.class, (event, adjacency) -> gaussian(adjacency, event.sensitivity(), event.sigma()))
            .on(TreeAggregation.class, RdpRules::tree)
            .on(MixtureOfGaussians.class, RdpRules::mixture)
            .on(
                    Laplace.class,
                    (event, adjacency) -> RdpLoss.of(ClosedFormRdp.laplace(
                            Math.nextUp(adjacency.sensitivityFactor() / event.noiseMultiplier()))))
            .on(
                    DiscreteLaplace.class,
                    (event, adjacency) -> RdpLoss.of(FiniteRdp.discreteLaplace(
                            event.parameter(), adjacency.sensitivityFactor() * event.sensitivity())))
            .on(
                    Skellam.class,
                    (event, adjacency) -> RdpLoss.of(ClosedFormRdp.skellam(
                            event.variance(),
                            adjacency.sensitivityFactor() * event.l1Sensitivity(),
                            adjacency.sensitivityFactor() * event.l2Sensitivity())))
            .on(RandomizedResponse.class, RdpRules::randomizedResponse)
            .on(Exponential.class, (event, adjacency) -> RdpLoss.of(ClosedFormRdp.boundedRange(event.epsilon())))
            .on(PermuteAndFlip.class, (event, adjacency) -> RdpLoss.of(ClosedFormRdp.pure(event.epsilon())))
            .on(PureDp.class, (event, adjacency) -> RdpLoss.of(ClosedFormRdp.pure(event.epsilon())))
            .on(
                    ApproximateDp.class,
                    (event, adjacency) -> new RdpLoss(ClosedFormRdp.pure(event.epsilon()), event.delta()))
            .on(
                    ZeroConcentratedDp.class,
                    (event, adjacency) ->
                            RdpLoss.of(order -> Math.nextUp(event.xi() + Math.nextUp(event.rho() * order))))
            .on(GivenRdp.class, (event, adjacency) -> RdpLoss.of(GivenCurve.of(event)))
            .on(PoissonSampled.class, RdpRules::poisson)
            .on(SampledWithoutReplacement.class, RdpRules::withoutReplacement)
            .on(RepeatAndSelect.class, RdpRules::repeatAndSelect)
            .on(Group.class, RdpRules::group);

    /** ε(∞) of the elementary events that have one. */
    private static final EventRules<Adjacency, Double> PURE = new EventRules<Adjacency, Double>()
            .on(PureDp.class, (event, adjacency) -> event.epsilon())
            .on(Exponential.class, (event, adjacency) -> event.epsilon())
            .on(PermuteAndFlip.class, (event, adjacency) -> event.epsilon())
            .on(
                    Laplace.class,
                    (event, adjacency) -> Math.nextUp(adjacency.sensitivityFactor() / event.noiseMultiplier()))
            .on(
                    DiscreteLaplace.class,
                    (event, adjacency) ->
                            Math.nextUp(adjacency.sensitivityFactor() * event.sensitivity() * event.parameter()));

    private RdpRules() {}

    /** The loss of a whole history. */
    static RdpLoss loss(Composition history, Adjacency adjacency) {
        Map<DpEvent, Long> terms = history.terms();
        RdpLoss[] losses = new RdpLoss[terms.size()];
        long[] counts = new long[terms.size()];
        int i = 0;
        for (Map.Entry<DpEvent, Long> term : terms.entrySet()) {
            losses[i] = elementary(term.getKey(), adjacency);
            counts[i] = term.getValue();
            i++;
        }
        return RdpLoss.sum(losses, counts);
    }

    /** The curve of a whole event that has no delta apart from it. */
    static RdpCurve curve(DpEvent event, Adjacency adjacency) {
        RdpLoss loss = loss(Composition.of(event), adjacency);
        if (loss.delta() > 0) {
            throw refused(event, "its delta of %s is not part of any Rényi curve".formatted(loss.delta()));
        }
        return loss.curve();
    }

    private static RdpLoss elementary(DpEvent event, Adjacency adjacency) {
        return RULES.apply(event, adjacency)
                .orElseThrow(() -> refused(event, "no Rényi bound is known here for this type of event"));
    }

    /** The curve of what another event holds. */
    private static RdpCurve inner(DpEvent event, Adjacency adjacency, DpEvent around) {
        RdpLoss loss = loss(Composition.of(event), adjacency);
        if (loss.delta() > 0) {
            throw refused(around, "a delta inside it cannot be kept apart");
        }
        return loss.curve();
    }

    private static RdpLoss gaussian(Adjacency adjacency, double sensitivity, double sigma) {
        return RdpLoss.of(ClosedFormRdp.gaussian(adjacency.sensitivityFactor() * sensitivity / sigma));
    }

    /** A record is in ⌊log2 steps⌋ + 1 nodes of the tree, each a Gaussian. */
    private static RdpLoss tree(TreeAggregation event, Adjacency adjacency) {
        int nodes = Long.SIZE - Long.numberOfLeadingZeros(event.steps());
        RdpLoss node = gaussian(adjacency, 1, event.noiseMultiplier());
        return RdpLoss.sum(new RdpLoss[] {node}, new long[] {nodes});
    }

    private static RdpLoss mixture(MixtureOfGaussians event, Adjacency adjacency) {
        if (adjacency == Adjacency.REPLACE_ONE) {
            throw refused(event, "a mixture is described for a record that is present or absent, not replaced");
        }
        return RdpLoss.of(MixtureRdp.againstZero(
                event.standardDeviation(), toArray(event.sensitivities()), toArray(event.probabilities())));
    }

    private static RdpLoss randomizedResponse(RandomizedResponse event, Adjacency adjacency) {
        return switch (adjacency) {
            case REPLACE_ONE ->
                RdpLoss.of(FiniteRdp.randomizedResponseReplaced(event.noiseParameter(), event.numBuckets()));
            case ZERO_OUT -> RdpLoss.of(FiniteRdp.randomizedResponseZeroed(event.noiseParameter(), event.numBuckets()));
            case ADD_OR_REMOVE_ONE ->
                throw refused(
                        event, "a missing record would be seen from a missing report; use replace_one or zero_out");
        };
    }

    private static RdpLoss poisson(PoissonSampled event, Adjacency adjacency) {
        double rate = event.rate();
        if (event.event() instanceof Gaussian gaussian) {
            double sigma = gaussian.noiseMultiplier();
            return RdpLoss.of(
                    adjacency == Adjacency.REPLACE_ONE
                            ? MixtureRdp.replacedRecord(rate, sigma)
                            : new SampledGaussianRdp(rate, sigma));
        }
        if (adjacency == Adjacency.REPLACE_ONE) {
            throw refused(event, "amplification by Poisson sampling is proven for add_or_remove_one and zero_out");
        }
        if (event.event() instanceof ApproximateDp inner) {
            return new RdpLoss(ClosedFormRdp.pure(amplified(rate, inner.epsilon())), Math.nextUp(rate * inner.delta()));
        }
        RdpCurve general = Amplification.poisson(rate, inner(event.event(), adjacency, event));
        return RdpLoss.of(PURE.apply(event.event(), adjacency)
                .map(epsilon -> least(general, ClosedFormRdp.pure(amplified(rate, epsilon))))
                .orElse(general));
    }

    private static RdpLoss withoutReplacement(SampledWithoutReplacement event, Adjacency adjacency) {
        if (event.sampleSize() == 0) {
            return RdpLoss.NOTHING;
        }
        if (adjacency != Adjacency.REPLACE_ONE) {
            throw refused(event, "a sample of fixed size is accounted under replace_one");
        }
        RdpCurve inner = inner(event.event(), adjacency, event);
        if (event.sampleSize() == event.datasetSize()) {
            return RdpLoss.of(inner);
        }
        double rate = Math.nextUp((double) event.sampleSize() / event.datasetSize());
        double pure = PURE.apply(event.event(), adjacency).orElse(Double.POSITIVE_INFINITY);
        return RdpLoss.of(Amplification.withoutReplacement(rate, inner, pure));
    }

    private static RdpLoss repeatAndSelect(RepeatAndSelect event, Adjacency adjacency) {
        return RdpLoss.of(RepeatAndSelectRdp.of(event.mean(), event.shape(), inner(event.event(), adjacency, event)));
    }

    /**
     * A group of k ≤ 2^c records: ε'(α) ≤ 3^c·ε(2^c·α) for α ≥ 2.
     *
     * <p>Source: Mironov 2017, arXiv:1702.07476, proposition 2.
     */
    private static RdpLoss group(Group event, Adjacency adjacency) {
        RdpCurve single = inner(event.event(), adjacency, event);
        int doublings = Long.SIZE - Long.numberOfLeadingZeros(event.size() - 1);
        double orders = Math.scalb(1.0, doublings);
        double factor = Math.pow(3, doublings);
        return RdpLoss.of(order -> {
            double scaled = Math.max(order, 2) * orders;
            return scaled < 1e15 ? Math.nextUp(factor * single.at(scaled)) : Double.POSITIVE_INFINITY;
        });
    }

    private static RdpCurve least(RdpCurve one, RdpCurve other) {
        return order -> Math.min(one.at(order), other.at(order));
    }

    /** log(1 + q(e^ε − 1)), which is ε + log(q + (1 − q)e^−ε) where the exponential would overflow; rounded up. */
    private static double amplified(double rate, double epsilon) {
        double value = epsilon < 700
                ? Math.log1p(rate * Math.expm1(epsilon))
                : epsilon + Math.log(rate + (1 - rate) * Math.exp(-epsilon));
        return value * (1 + 1e-14);
    }

    private static double[] toArray(List<Double> values) {
        return values.stream().mapToDouble(Double::doubleValue).toArray();
    }

    private static UnsupportedEventException refused(DpEvent event, String reason) {
        return new UnsupportedEventException(NAME, event, reason);
    }
}
