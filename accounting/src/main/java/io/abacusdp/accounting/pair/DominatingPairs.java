package io.abacusdp.accounting.pair;

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
import io.abacusdp.accounting.event.GivenPair;
import io.abacusdp.accounting.event.Group;
import io.abacusdp.accounting.event.Laplace;
import io.abacusdp.accounting.event.MixtureOfGaussians;
import io.abacusdp.accounting.event.NoOp;
import io.abacusdp.accounting.event.NonPrivate;
import io.abacusdp.accounting.event.PermuteAndFlip;
import io.abacusdp.accounting.event.PoissonSampled;
import io.abacusdp.accounting.event.PureDp;
import io.abacusdp.accounting.event.RandomAllocation;
import io.abacusdp.accounting.event.RandomChoice;
import io.abacusdp.accounting.event.RandomizedResponse;
import io.abacusdp.accounting.event.SampledWithReplacement;
import io.abacusdp.accounting.event.SampledWithoutReplacement;
import io.abacusdp.accounting.event.ScalarDiscreteGaussian;
import io.abacusdp.accounting.event.ShuffledEpoch;
import io.abacusdp.accounting.event.Skellam;
import io.abacusdp.accounting.event.TreeAggregation;
import io.abacusdp.accounting.event.TreeEpochs;
import io.abacusdp.accounting.event.TruncatedDiscreteGaussian;
import io.abacusdp.accounting.event.TruncatedPoisson;
import io.abacusdp.accounting.pair.DominatingPair.BoundedRange;
import io.abacusdp.accounting.pair.DominatingPair.GaussianMixture;
import io.abacusdp.accounting.pair.DominatingPair.GaussianShift;
import io.abacusdp.accounting.pair.DominatingPair.LaplaceShift;
import io.abacusdp.accounting.pair.DominatingPair.OneOf;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.DoubleFunction;

/**
 * The table of the pairs of laws that dominate elementary events. A new mechanism is a new entry here.
 *
 * <p>Noise of log-concave law on a sum, the record in question being in the sample with probability r: let ν be the law of
 * the sum without the record, A a set of outcomes and a = ν(A). If the record moves the sum by v, A has at most the
 * probability G(a) and at least 1 − G(1 − a), with G(a) the greatest power of a test of level a against the largest shift. A half-line
 * attains both at once for opposite shifts. So (1 − r)ν + rν₊ against ν (record absent or zeroed out), and against (1 − r)ν + rν₋
 * (replaced), dominate every pair of neighbours (Zhu, Dong, Wang 2022, arXiv:2106.08567; Lebeda et al. 2024,
 * arXiv:2405.20769), and so do mixtures over several shifts.
 */
public final class DominatingPairs {
    private static final EventRules<Scheme, List<DominatedEvent>> RULES = new EventRules<Scheme, List<DominatedEvent>>()
            .on(Gaussian.class, (event, scheme) -> gaussian(event, event.noiseMultiplier(), 1, scheme))
            .on(TreeAggregation.class, DominatingPairs::tree)
            .on(MixtureOfGaussians.class, DominatingPairs::mixture)
            .on(Laplace.class, DominatingPairs::laplace)
            .on(DiscreteLaplace.class, IntegerNoise::discreteLaplace)
            .on(DiscreteGaussian.class, IntegerNoise::discreteGaussian)
            .on(ScalarDiscreteGaussian.class, IntegerNoise::scalarDiscreteGaussian)
            .on(TruncatedDiscreteGaussian.class, IntegerNoise::truncatedDiscreteGaussian)
            .on(GivenPair.class, DominatingPairs::given)
            .on(RandomChoice.class, DominatingPairs::choice)
            .on(Skellam.class, IntegerNoise::skellam)
            .on(RandomizedResponse.class, DominatingPairs::randomizedResponse)
            .on(PureDp.class, (event, scheme) -> approximate(event, event.epsilon(), 0, scheme))
            .on(ApproximateDp.class, (event, scheme) -> approximate(event, event.epsilon(), event.delta(), scheme))
            .on(Exponential.class, DominatingPairs::exponential)
            .on(PermuteAndFlip.class, DominatingPairs::permuteAndFlip)
            .on(NonPrivate.class, DominatingPairs::nonPrivate)
            .on(PoissonSampled.class, DominatingPairs::sampled)
            .on(TruncatedPoisson.class, DominatingPairs::truncated)
            .on(TreeEpochs.class, DominatingPairs::treeEpochs)
            .on(ShuffledEpoch.class, DominatingPairs::shuffled)
            .on(RandomAllocation.class, DominatingPairs::allocated)
            .on(Group.class, DominatingPairs::group)
            .on(
                    SampledWithoutReplacement.class,
                    (event, scheme) -> fixedSize(
                            event,
                            event.event(),
                            event.sampleSize(),
                            scheme,
                            sigma -> FixedSizeBatches.withoutReplacement(
                                    event, sigma, event.datasetSize(), event.sampleSize(), scheme.adjacency())))
            .on(
                    SampledWithReplacement.class,
                    (event, scheme) -> fixedSize(
                            event,
                            event.event(),
                            event.sampleSize(),
                            scheme,
                            sigma -> FixedSizeBatches.withReplacement(
                                    event, sigma, event.datasetSize(), event.sampleSize(), scheme.adjacency())));

    private DominatingPairs() {}

    /**
     * The mechanisms, run one after the other, that one run of the event amounts to; none if it has no loss.
     *
     * @param event elementary, as a {@link Composition} has it
     * @param accountant who asks
     * @throws UnsupportedEventException in the name of the accountant if no pair is known
     */
    public static List<DominatedEvent> of(DpEvent event, Adjacency adjacency, String accountant) {
        return apply(event, new Scheme(adjacency, 1, accountant));
    }

    private static List<DominatedEvent> apply(DpEvent event, Scheme scheme) {
        return RULES.apply(event, scheme)
                .orElseThrow(
                        () -> scheme.refused(event, "no finite description of its privacy loss is known; try rdp"));
    }

    private static List<DominatedEvent> gaussian(DpEvent event, double deviation, double shift, Scheme scheme) {
        if (scheme.rate() == 1) {
            return List.of(DominatedEvent.of(event, new GaussianShift(deviation, shift * scheme.shifts()), true));
        }
        return mixed(event, deviation, List.of(shift), List.of(1.0), scheme);
    }

    private static List<DominatedEvent> mixed(
            DpEvent event, double deviation, List<Double> shifts, List<Double> probabilities, Scheme scheme) {
        DominatingPair pair = new GaussianMixture(deviation, scheme.rate(), shifts, probabilities, scheme.replaced());
        return List.of(DominatedEvent.of(event, pair, scheme.replaced()));
    }

    private static List<DominatedEvent> tree(TreeAggregation event, Scheme scheme) {
        int levels = 64 - Long.numberOfLeadingZeros(event.steps());
        return gaussian(event, event.noiseMultiplier(), Math.sqrt(levels), scheme);
    }

    /** Attained by a record that is in one step only. */
    private static List<DominatedEvent> treeEpochs(TreeEpochs event, Scheme scheme) {
        if (scheme.rate() < 1) {
            throw scheme.refused(event, "its records take part as stated, not by a sample");
        }
        double above = Math.sqrt(event.squaredSensitivity()) * (1 + 1e-15);
        return List.of(DominatedEvent.between(
                event,
                new GaussianShift(event.noiseMultiplier(), Math.sqrt(event.levels()) * scheme.shifts()),
                new GaussianShift(event.noiseMultiplier(), above * scheme.shifts()),
                true));
    }

    private static List<DominatedEvent> shuffled(ShuffledEpoch event, Scheme scheme) {
        if (scheme.adjacency() == Adjacency.ADD_OR_REMOVE_ONE) {
            throw scheme.refused(
                    event, "a record more moves others to other batches; ask under zero_out or replace_one");
        }
        return fixedSize(
                event,
                event.event(),
                event.batches(),
                scheme,
                sigma -> ShuffledBatches.of(event, sigma, event.batches(), scheme.adjacency()));
    }

    private static List<DominatedEvent> mixture(MixtureOfGaussians event, Scheme scheme) {
        return mixed(event, event.standardDeviation(), event.sensitivities(), event.probabilities(), scheme);
    }

    private static List<DominatedEvent> laplace(Laplace event, Scheme scheme) {
        double epsilon = scheme.shifts() / event.noiseMultiplier();
        DominatingPair pair = new LaplaceShift(epsilon, scheme.rate(), scheme.mirrored());
        return List.of(DominatedEvent.of(event, pair, scheme.symmetric()));
    }

    private static List<DominatedEvent> given(GivenPair event, Scheme scheme) {
        Atoms pair = Atoms.given(event);
        if (scheme.adjacency() == Adjacency.ADD_OR_REMOVE_ONE) {
            return List.of(DominatedEvent.of(event, scheme.rate() < 1 ? pair.sampled(scheme.rate()) : pair, false));
        }
        // Which neighbour is P may differ from run to run.
        if (event.losses().stream().anyMatch(loss -> Math.abs(loss) > EitherWay.MAX_LOSS)) {
            throw scheme.refused(
                    event, "with losses above " + EitherWay.MAX_LOSS + ", either neighbour being P, it has no pair");
        }
        Atoms both = pair.eitherWay();
        return List.of(
                scheme.rate() < 1
                        ? DominatedEvent.between(
                                event, pair.revealed(scheme.rate()), both.revealed(scheme.rate()), false)
                        : DominatedEvent.between(event, pair, both, false));
    }

    /**
     * One of several events, which the outcome at most shows: each with its pair, on the same sample, as what is drawn depends on
     * neither the data nor the sample.
     */
    private static List<DominatedEvent> choice(RandomChoice event, Scheme scheme) {
        List<DominatingPair> above = new ArrayList<>();
        List<DominatingPair> below = new ArrayList<>();
        List<Double> probabilities = new ArrayList<>();
        boolean symmetric = true;
        for (int i = 0; i < event.events().size(); i++) {
            if (event.probabilities().get(i) > 0) {
                DominatedEvent each = single(event, event.events().get(i), scheme);
                above.add(each.above());
                below.add(each.below());
                probabilities.add(event.probabilities().get(i));
                symmetric &= each.symmetric();
            }
        }
        OneOf over = new OneOf(above, probabilities);
        OneOf under = above.equals(below) ? over : new OneOf(below, probabilities);
        return List.of(DominatedEvent.between(event, under, over, symmetric));
    }

    /** An event that is a single pair, or none at all. */
    private static DominatedEvent single(RandomChoice whole, DpEvent event, Scheme scheme) {
        List<DominatedEvent> pairs = new ArrayList<>();
        long copies = 0;
        for (Map.Entry<DpEvent, Long> term : Composition.of(event).terms().entrySet()) {
            for (DominatedEvent each : apply(term.getKey(), scheme)) {
                pairs.add(each.withPlainBelow());
                copies += term.getValue() * each.copies();
            }
        }
        if (pairs.isEmpty()) {
            return DominatedEvent.of(event, Atoms.none(), true);
        }
        if (copies > 1 || !pairs.get(0).isOnePair()) {
            throw scheme.refused(whole, "of its events, one is more than a single pair of laws; try rdp");
        }
        return pairs.get(0);
    }

    private static List<DominatedEvent> randomizedResponse(RandomizedResponse event, Scheme scheme) {
        if (scheme.adjacency() == Adjacency.ADD_OR_REMOVE_ONE) {
            throw scheme.refused(event, "it has no meaning without the record; ask under replace_one or zero_out");
        }
        double p = event.noiseParameter();
        double k = event.numBuckets();
        if (p == 1) {
            return List.of();
        }
        double other = p / k;
        double own = 1 - p + other;
        if (!scheme.replaced()) {
            // The record's own bucket against a uniform one.
            double[] loss =
                    p == 0 ? new double[] {Math.log(k)} : new double[] {Math.log1p((k - 1) * (1 - p)), Math.log(p)};
            double[] mass = p == 0 ? new double[] {1} : new double[] {own, (k - 1) * other};
            return reported(event, new Atoms(loss, mass, 0, p == 0 ? 1 - 1 / k : 0), false, scheme);
        }
        if (p == 0) {
            return reported(event, Atoms.disjoint(), true, scheme);
        }
        // log(own/other), without the cancellation of own − other where p is close to 1.
        double ratio = Math.log1p(k * (1 - p) / p);
        Atoms pair = new Atoms(new double[] {-ratio, 0, ratio}, new double[] {other, (k - 2) * other, own}, 0, 0);
        return reported(event, pair, true, scheme);
    }

    /** A report; of a record that was not drawn there is none, which shows. */
    private static List<DominatedEvent> reported(DpEvent event, Atoms pair, boolean symmetric, Scheme scheme) {
        return List.of(DominatedEvent.of(event, scheme.rate() == 1 ? pair : pair.revealed(scheme.rate()), symmetric));
    }

    private static List<DominatedEvent> approximate(DpEvent event, double epsilon, double delta, Scheme scheme) {
        Atoms pair = Atoms.approximate(epsilon, delta);
        return epsilon == 0 && delta == 0 ? List.of() : atomic(event, pair, pair, scheme);
    }

    private static List<DominatedEvent> exponential(Exponential event, Scheme scheme) {
        if (event.epsilon() == 0) {
            return List.of();
        }
        if (event.epsilon() > 600) {
            return approximate(event, event.epsilon(), 0, scheme);
        }
        if (scheme.rate() < 1 && scheme.adjacency() != Adjacency.ADD_OR_REMOVE_ONE) {
            // Losses that span ε are within ±ε; which of them the worst pair has is another matter once sampled.
            Atoms two = Atoms.twoPoint(-event.epsilon() / 2, event.epsilon() / 2);
            return revealed(event, two, Atoms.approximate(event.epsilon(), 0), scheme);
        }
        Atoms below = Atoms.twoPoint(-event.epsilon() / 2, event.epsilon() / 2);
        return List.of(DominatedEvent.between(
                event,
                scheme.rate() == 1 ? below : below.sampled(scheme.rate()),
                new BoundedRange(event.epsilon(), scheme.rate()),
                scheme.rate() == 1));
    }

    /** Of two candidates that tie without the record, and differ as much as allowed with it, the lesser is drawn with e^{−ε}/2. */
    private static List<DominatedEvent> permuteAndFlip(PermuteAndFlip event, Scheme scheme) {
        double epsilon = event.epsilon();
        if (epsilon == 0) {
            return List.of();
        }
        Atoms below =
                new Atoms(new double[] {-Math.log1p(-Math.expm1(-epsilon)), epsilon}, new double[] {0.5, 0.5}, 0, 0);
        return atomic(event, below, Atoms.approximate(epsilon, 0), scheme);
    }

    private static List<DominatedEvent> nonPrivate(NonPrivate event, Scheme scheme) {
        return atomic(event, Atoms.disjoint(), Atoms.disjoint(), scheme);
    }

    private static List<DominatedEvent> atomic(DpEvent event, Atoms below, Atoms above, Scheme scheme) {
        if (scheme.rate() == 1) {
            return List.of(DominatedEvent.between(event, below, above, true));
        }
        if (scheme.adjacency() != Adjacency.ADD_OR_REMOVE_ONE) {
            return revealed(event, below, above, scheme);
        }
        return List.of(
                DominatedEvent.between(event, below.sampled(scheme.rate()), above.sampled(scheme.rate()), false));
    }

    /**
     * What it costs to leave the record out of the sample is only stated under add-or-remove-one. Under the other adjacencies
     * an outcome may show whether the record was drawn, as a missing report does: then the laws with it outside are the same,
     * and with it inside the pair. By joint convexity no outcome costs more than one that shows it.
     */
    private static List<DominatedEvent> revealed(DpEvent event, Atoms below, Atoms above, Scheme scheme) {
        return List.of(
                DominatedEvent.between(event, below.revealed(scheme.rate()), above.revealed(scheme.rate()), true));
    }

    private static List<DominatedEvent> sampled(PoissonSampled event, Scheme scheme) {
        Map<DpEvent, Long> inner = Composition.of(event.event()).terms();
        if (inner.size() != 1 || inner.values().iterator().next() != 1) {
            throw scheme.refused(
                    event, "several mechanisms on one sample, other than Gaussians, have no known pair; try rdp");
        }
        return apply(
                inner.keySet().iterator().next(),
                new Scheme(scheme.adjacency(), rate(scheme.rate(), event.rate()), scheme.accountant()));
    }

    /** A sample of a sample, its rate rounded up; both rates are below 1, or one of them is 1. */
    private static double rate(double outer, double inner) {
        return outer == 1 || inner == 1 ? outer * inner : Math.min(Math.nextDown(1.0), Math.nextUp(outer * inner));
    }

    /** A batch of fixed size on whose sum there is Gaussian noise. */
    private static List<DominatedEvent> fixedSize(
            DpEvent event, DpEvent onBatch, long batch, Scheme scheme, DoubleFunction<List<DominatedEvent>> pairs) {
        Map<DpEvent, Long> inner = Composition.onOneSample(onBatch).terms();
        if (inner.isEmpty() || batch == 0) {
            return List.of();
        }
        if (scheme.rate() < 1) {
            throw scheme.refused(event, "its batches are drawn from all records, not from a sample of them");
        }
        if (inner.size() == 1 && inner.keySet().iterator().next() instanceof Gaussian gaussian) {
            try {
                return pairs.apply(gaussian.noiseMultiplier());
            } catch (ArithmeticException tooMany) {
                throw scheme.refused(event, String.valueOf(tooMany.getMessage()));
            }
        }
        throw scheme.refused(
                event, "of batches of a fixed size only sums with Gaussian noise have a known pair; try rdp");
    }

    private static List<DominatedEvent> allocated(RandomAllocation event, Scheme scheme) {
        Map<DpEvent, Long> inner = Composition.onOneSample(event.event()).terms();
        if (inner.isEmpty()) {
            return List.of();
        }
        AllocatedBatches.refusal(event, scheme.adjacency(), scheme.rate(), inner)
                .ifPresent(reason -> {
                    throw scheme.refused(event, reason);
                });
        DpEvent batch = inner.keySet().iterator().next();
        List<DominatedEvent> run = apply(batch, scheme);
        if (run.size() > 1 || !run.stream().allMatch(DominatedEvent::isOnePair)) {
            throw scheme.refused(event, "what is run on a batch is more than a single pair of laws");
        }
        return run.isEmpty() ? run : AllocatedBatches.of(event, batch, run.get(0));
    }

    /** What a group could not be pushed into. */
    private static List<DominatedEvent> group(Group event, Scheme scheme) {
        if (event.event() instanceof RandomAllocation allocation
                && allocation.participations() == 1
                && event.size() <= AllocatedUsers.MAX_RECORDS
                && scheme.rate() == 1
                && scheme.adjacency() != Adjacency.REPLACE_ONE) {
            Map<DpEvent, Long> inner =
                    Composition.onOneSample(allocation.event()).terms();
            if (inner.size() == 1
                    && inner.keySet().iterator().next() instanceof Gaussian gaussian
                    && inner.values().iterator().next() == 1) {
                return List.of(AllocatedUsers.of(
                        event, gaussian.noiseMultiplier(), Math.toIntExact(event.size()), allocation.batches()));
            }
        }
        throw scheme.refused(event, "no pair is known for a group of it; try rdp");
    }

    /**
     * Outcomes are those of a plain Poisson sample unless the sample is cut, on either of the two data sets, the larger of
     * which has at most one record more than stated (Chua et al. 2024, arXiv:2411.04205).
     */
    private static List<DominatedEvent> truncated(TruncatedPoisson event, Scheme scheme) {
        if (scheme.rate() < 1) {
            throw scheme.refused(event, "its batches are drawn from all records, not from a sample of them");
        }
        Map<DpEvent, Long> plain =
                Composition.of(new PoissonSampled(event.rate(), event.event())).terms();
        DpEvent first = plain.isEmpty() ? new NoOp() : plain.keySet().iterator().next();
        if (plain.size() == 1
                && first instanceof PoissonSampled sampled
                && sampled.rate() == event.rate()
                && sampled.event() instanceof Gaussian gaussian) {
            return TruncatedBatches.of(event, gaussian.noiseMultiplier(), scheme);
        }
        double distance = Truncation.probability(event.rate(), event.maxBatchSize(), event.datasetSize() + 1);
        List<DominatedEvent> result = new ArrayList<>();
        plain.forEach((term, count) -> apply(term, scheme).forEach(dominated -> result.add(dominated.times(count))));
        if (!result.isEmpty()) {
            result.set(0, result.get(0).within(distance));
        }
        return result;
    }
}
