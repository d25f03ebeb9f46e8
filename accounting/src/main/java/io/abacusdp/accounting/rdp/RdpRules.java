package io.abacusdp.accounting.rdp;

import io.abacusdp.accounting.Adjacency;
import io.abacusdp.accounting.UnsupportedEventException;
import io.abacusdp.accounting.classic.Amplification;
import io.abacusdp.accounting.classic.ClassicAccountant;
import io.abacusdp.accounting.event.ApproximateDp;
import io.abacusdp.accounting.event.Composed;
import io.abacusdp.accounting.event.Composition;
import io.abacusdp.accounting.event.DiscreteGaussian;
import io.abacusdp.accounting.event.DiscreteLaplace;
import io.abacusdp.accounting.event.DpEvent;
import io.abacusdp.accounting.event.EventRules;
import io.abacusdp.accounting.event.Exponential;
import io.abacusdp.accounting.event.Gaussian;
import io.abacusdp.accounting.event.GivenPair;
import io.abacusdp.accounting.event.GivenRdp;
import io.abacusdp.accounting.event.Group;
import io.abacusdp.accounting.event.Laplace;
import io.abacusdp.accounting.event.MixtureOfGaussians;
import io.abacusdp.accounting.event.NonPrivate;
import io.abacusdp.accounting.event.PermuteAndFlip;
import io.abacusdp.accounting.event.PoissonSampled;
import io.abacusdp.accounting.event.PureDp;
import io.abacusdp.accounting.event.RandomAllocation;
import io.abacusdp.accounting.event.RandomChoice;
import io.abacusdp.accounting.event.RandomizedResponse;
import io.abacusdp.accounting.event.RepeatAndSelect;
import io.abacusdp.accounting.event.Repeated;
import io.abacusdp.accounting.event.SampledWithoutReplacement;
import io.abacusdp.accounting.event.ScalarDiscreteGaussian;
import io.abacusdp.accounting.event.ShuffledEpoch;
import io.abacusdp.accounting.event.Skellam;
import io.abacusdp.accounting.event.TreeAggregation;
import io.abacusdp.accounting.event.TreeEpochs;
import io.abacusdp.accounting.event.ZeroConcentratedDp;
import io.abacusdp.accounting.numeric.RoundedUp;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** The Rényi curve of each elementary event. No rule sees a count: {@link Composition} has taken it out. */
final class RdpRules {
    static final String NAME = "rdp";

    private static final EventRules<Adjacency, RdpLoss> RULES = new EventRules<Adjacency, RdpLoss>()
            .on(NonPrivate.class, (event, adjacency) -> RdpLoss.EVERYTHING)
            .on(Gaussian.class, (event, adjacency) -> gaussian(adjacency, 1, event.noiseMultiplier()))
            .on(DiscreteGaussian.class, (event, adjacency) -> gaussian(adjacency, event.sensitivity(), event.sigma()))
            .on(
                    ScalarDiscreteGaussian.class,
                    (event, adjacency) -> gaussian(adjacency, event.sensitivity(), event.sigma()))
            .on(GivenPair.class, RdpRules::given)
            .on(RandomChoice.class, RdpRules::choice)
            .on(TreeAggregation.class, RdpRules::tree)
            .on(
                    TreeEpochs.class,
                    (event, adjacency) -> gaussian(
                            adjacency, Math.sqrt(event.squaredSensitivity()) * (1 + 1e-15), event.noiseMultiplier()))
            .on(ShuffledEpoch.class, RdpRules::shuffled)
            .on(RandomAllocation.class, RdpRules::allocated)
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
                    (event, adjacency) -> new RdpLoss(ClosedFormRdp.pure(event.epsilon()), event.delta(), List.of()))
            .on(
                    ZeroConcentratedDp.class,
                    (event, adjacency) ->
                            RdpLoss.of(order -> Math.nextUp(event.xi() + Math.nextUp(event.rho() * order))))
            .on(
                    GivenRdp.class,
                    (event, adjacency) -> RdpLoss.of(GivenCurve.of(event)).withCorners(event.orders()))
            .on(PoissonSampled.class, RdpRules::poisson)
            .on(SampledWithoutReplacement.class, RdpRules::withoutReplacement)
            .on(RepeatAndSelect.class, RdpRules::repeatAndSelect)
            .on(Group.class, RdpRules::group);

    /** Noise on a sum: a record that is absent is one of value zero. */
    private static final Set<Class<? extends DpEvent>> SUMS = Set.of(
            Gaussian.class,
            DiscreteGaussian.class,
            MixtureOfGaussians.class,
            Laplace.class,
            DiscreteLaplace.class,
            ScalarDiscreteGaussian.class,
            Skellam.class,
            TreeAggregation.class,
            Composed.class,
            Repeated.class,
            PoissonSampled.class);

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

    /** Rates above this leave no orders at which cutting off outcomes gains anything. */
    private static final double MAX_CUT_RATE = 0.02;

    /** Whether there are sampled Gaussians of so small a rate that it may pay to count their farthest outcomes as failures. */
    static boolean canBeCut(Composition history, Adjacency adjacency) {
        return adjacency != Adjacency.REPLACE_ONE
                && history.terms().keySet().stream().anyMatch(term -> isRare(term));
    }

    private static boolean isRare(DpEvent term) {
        return term instanceof PoissonSampled sampled
                && sampled.event() instanceof Gaussian
                && sampled.rate() <= MAX_CUT_RATE;
    }

    /**
     * The loss of a whole history, of whose rarely sampled Gaussians the farthest outcomes are failures.
     *
     * @param cut the mass of all of them together, positive
     */
    static RdpLoss cutLoss(Composition history, Adjacency adjacency, double cut) {
        Map<DpEvent, Long> terms = history.terms();
        double runs = 0;
        for (Map.Entry<DpEvent, Long> term : terms.entrySet()) {
            runs += isRare(term.getKey()) ? term.getValue() : 0;
        }
        double each = Math.max(Double.MIN_NORMAL, cut / runs);
        RdpLoss[] losses = new RdpLoss[terms.size()];
        long[] counts = new long[terms.size()];
        int i = 0;
        for (Map.Entry<DpEvent, Long> term : terms.entrySet()) {
            losses[i] = isRare(term.getKey())
                            && term.getKey() instanceof PoissonSampled sampled
                            && sampled.event() instanceof Gaussian gaussian
                    ? CutSampledGaussianRdp.of(sampled.rate(), gaussian.noiseMultiplier(), each)
                    : elementary(term.getKey(), adjacency);
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

    /** The loss of what another event holds. */
    private static RdpLoss inner(DpEvent event, Adjacency adjacency, DpEvent around) {
        RdpLoss loss = loss(Composition.of(event), adjacency);
        if (loss.delta() > 0) {
            throw refused(around, "a delta inside it cannot be kept apart");
        }
        return loss;
    }

    private static RdpLoss gaussian(Adjacency adjacency, double sensitivity, double sigma) {
        return RdpLoss.of(ClosedFormRdp.gaussian(adjacency.sensitivityFactor() * sensitivity / sigma));
    }

    private static RdpLoss given(GivenPair event, Adjacency adjacency) {
        if (event.mostInfinity() > 0 || event.mostCounterInfinity() > 0) {
            throw refused(event, "outcomes that only one of the two laws can have leave no finite divergence; try pld");
        }
        return RdpLoss.of(new LazyCurve(() -> GivenPairRdp.of(event)));
    }

    /** What is drawn is the same for both neighbours: moments are those of the events, on average. */
    private static RdpLoss choice(RandomChoice event, Adjacency adjacency) {
        List<RdpCurve> curves = new ArrayList<>();
        List<Double> probabilities = new ArrayList<>();
        List<Double> corners = new ArrayList<>();
        for (int i = 0; i < event.events().size(); i++) {
            if (event.probabilities().get(i) > 0) {
                RdpLoss each = inner(event.events().get(i), adjacency, event);
                curves.add(each.curve());
                probabilities.add(event.probabilities().get(i));
                corners.addAll(each.corners());
            }
        }
        return RdpLoss.of(SampledRdp.oneOf(probabilities, curves)).withCorners(corners);
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
        return RdpLoss.of(new LazyCurve(() -> MixtureRdp.againstZero(
                event.standardDeviation(), toArray(event.sensitivities()), toArray(event.probabilities()))));
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

    /**
     * Poisson sampling compares (1 − q)μ₀ + qμ₁ with (1 − q)μ₀ + qμ₁', μ₀ the outcome without the record, μ₁ and μ₁' those of
     * the neighbours on a sample that holds it. It amplifies where μ₁' is μ₀ itself: under add-or-remove-one, and for noise
     * on a sum under zero-out. Elsewhere a sample that lacks the record may show as much (a missing report does), and only
     * {@link SampledRdp#mixed} is left.
     */
    private static RdpLoss poisson(PoissonSampled event, Adjacency adjacency) {
        double rate = event.rate();
        if (event.event() instanceof Gaussian gaussian) {
            double sigma = gaussian.noiseMultiplier();
            return RdpLoss.of(new LazyCurve(() -> adjacency == Adjacency.REPLACE_ONE
                    ? MixtureRdp.replacedRecord(rate, sigma)
                    : new SampledGaussianRdp(rate, sigma)));
        }
        boolean absentIsNeighbour = adjacency == Adjacency.ADD_OR_REMOVE_ONE
                || (adjacency == Adjacency.ZERO_OUT && only(SUMS, event.event()));
        if (event.event() instanceof ApproximateDp inner) {
            double epsilon = absentIsNeighbour ? Amplification.epsilon(rate, inner.epsilon()) : inner.epsilon();
            return new RdpLoss(ClosedFormRdp.pure(epsilon), RoundedUp.product(rate, inner.delta()), List.of());
        }
        RdpLoss inner = inner(event.event(), adjacency, event);
        RdpCurve sampled =
                absentIsNeighbour ? SampledRdp.poisson(rate, inner.curve()) : SampledRdp.mixed(rate, inner.curve());
        return RdpLoss.of(least(sampled, pure(event, adjacency))).withCorners(inner.corners());
    }

    private static RdpLoss withoutReplacement(SampledWithoutReplacement event, Adjacency adjacency) {
        if (event.sampleSize() == 0) {
            return RdpLoss.NOTHING;
        }
        if (adjacency != Adjacency.REPLACE_ONE) {
            return fixedSize(event, adjacency);
        }
        RdpLoss inner = inner(event.event(), adjacency, event);
        if (event.sampleSize() == event.datasetSize()) {
            return inner;
        }
        double rate = Math.nextUp((double) event.sampleSize() / event.datasetSize());
        // Of records that report each by itself, one outside the sample shows by its silence.
        RdpCurve sampled = holds(RandomizedResponse.class, event.event())
                ? SampledRdp.mixed(rate, inner.curve())
                : SampledRdp.withoutReplacement(rate, inner.curve(), pureEpsilon(event.event(), adjacency));
        return RdpLoss.of(sampled).withCorners(inner.corners());
    }

    /**
     * Noise on a sum over a batch of fixed size, the record absent: it takes the place of another, so that the sum moves by 2. Zeroed out: no more
     * than replaced.
     */
    private static RdpLoss fixedSize(SampledWithoutReplacement event, Adjacency adjacency) {
        Map<DpEvent, Long> inner = Composition.onOneSample(event.event()).terms();
        if (inner.size() != 1 || !(inner.keySet().iterator().next() instanceof Gaussian gaussian)) {
            throw refused(event, "a sample of fixed size is accounted under replace_one, unless its noise is Gaussian");
        }
        if (adjacency == Adjacency.ZERO_OUT) {
            return withoutReplacement(event, Adjacency.REPLACE_ONE);
        }
        double half = Math.nextDown(gaussian.noiseMultiplier() / 2);
        if (event.sampleSize() == event.datasetSize() || !(half > 0)) {
            return !(half > 0) ? RdpLoss.EVERYTHING : gaussian(adjacency, 1, half);
        }
        double rate = Math.min(1, Math.nextUp((double) event.sampleSize() / event.datasetSize()));
        return RdpLoss.of(new LazyCurve(() -> new SampledGaussianRdp(rate, half)));
    }

    /** Given the order, one batch changes. */
    private static RdpLoss shuffled(ShuffledEpoch event, Adjacency adjacency) {
        if (adjacency == Adjacency.ADD_OR_REMOVE_ONE) {
            throw refused(event, "a record more moves others to other batches; ask under zero_out or replace_one");
        }
        return inner(event.event(), adjacency, event);
    }

    /**
     * Given the batches that the record is in, it takes part in these alone; they are drawn without looking at it. What is gained by
     * not knowing them is left to accountants of pairs.
     */
    private static RdpLoss allocated(RandomAllocation event, Adjacency adjacency) {
        if (adjacency == Adjacency.REPLACE_ONE) {
            throw refused(
                    event, "no bound is known for an allocated record that is replaced; ask under add_or_remove_one");
        }
        if (adjacency == Adjacency.ZERO_OUT && !(event.event() instanceof Gaussian)) {
            throw refused(event, "what a zeroed record does outside of its batch is only stated for Gaussian noise");
        }
        return inner(new Repeated(event.participations(), event.event()), adjacency, event);
    }

    private static RdpLoss repeatAndSelect(RepeatAndSelect event, Adjacency adjacency) {
        RdpLoss inner = inner(event.event(), adjacency, event);
        return RdpLoss.of(new LazyCurve(() -> RepeatAndSelectRdp.of(event.mean(), event.shape(), inner.curve())))
                .withCorners(inner.corners());
    }

    /**
     * A group of k ≤ 2^c records: ε'(α) ≤ 3^c·ε(2^c·α) for α ≥ 2.
     *
     * <p>Source: Mironov 2017, arXiv:1702.07476, proposition 2.
     */
    private static RdpLoss group(Group event, Adjacency adjacency) {
        RdpLoss single = inner(event.event(), adjacency, event);
        int doublings = Long.SIZE - Long.numberOfLeadingZeros(event.size() - 1);
        double orders = Math.scalb(1.0, doublings);
        double factor = Math.pow(3, doublings);
        RdpCurve group = order -> {
            double scaled = Math.max(order, 2) * orders;
            return scaled < 1e15 ? Math.nextUp(factor * single.curve().at(scaled)) : Double.POSITIVE_INFINITY;
        };
        return RdpLoss.of(group)
                .withCorners(single.corners().stream()
                        .map(corner -> corner / orders)
                        .filter(corner -> corner >= 2)
                        .toList());
    }

    private static RdpCurve least(RdpCurve one, RdpCurve other) {
        return order -> Math.min(one.at(order), other.at(order));
    }

    /** ε(∞) of an event, infinite if it has none. */
    static double pureEpsilon(DpEvent event, Adjacency adjacency) {
        try {
            return ClassicAccountant.basic().epsilon(event, adjacency, 0).epsilon();
        } catch (UnsupportedEventException notPure) {
            return Double.POSITIVE_INFINITY;
        }
    }

    private static RdpCurve pure(DpEvent event, Adjacency adjacency) {
        double epsilon = pureEpsilon(event, adjacency);
        return epsilon < Double.POSITIVE_INFINITY ? ClosedFormRdp.pure(epsilon) : RdpLoss.EVERYTHING.curve();
    }

    private static boolean only(Set<Class<? extends DpEvent>> types, DpEvent event) {
        return types.contains(event.getClass()) && event.parts().stream().allMatch(part -> only(types, part));
    }

    private static boolean holds(Class<? extends DpEvent> type, DpEvent event) {
        return type.isInstance(event) || event.parts().stream().anyMatch(part -> holds(type, part));
    }

    private static double[] toArray(List<Double> values) {
        return values.stream().mapToDouble(Double::doubleValue).toArray();
    }

    private static UnsupportedEventException refused(DpEvent event, String reason) {
        return new UnsupportedEventException(NAME, event, reason);
    }
}
