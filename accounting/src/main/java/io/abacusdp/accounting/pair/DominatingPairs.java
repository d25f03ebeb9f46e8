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
import io.abacusdp.accounting.pair.DominatingPair.DiscreteGaussianShift;
import io.abacusdp.accounting.pair.DominatingPair.DiscreteLaplaceShift;
import io.abacusdp.accounting.pair.DominatingPair.GaussianMixture;
import io.abacusdp.accounting.pair.DominatingPair.GaussianShift;
import io.abacusdp.accounting.pair.DominatingPair.LaplaceShift;
import io.abacusdp.accounting.pair.DominatingPair.OneOf;
import io.abacusdp.accounting.pair.DominatingPair.SkellamShift;
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
    /** Larger integers would make larger tables than are useful. */
    private static final long MAX_SHIFT = 1 << 20;

    private static final double MAX_DEVIATION = 1e5;

    private static final EventRules<Scheme, List<DominatedEvent>> RULES = new EventRules<Scheme, List<DominatedEvent>>()
            .on(Gaussian.class, (event, scheme) -> gaussian(event, event.noiseMultiplier(), 1, scheme))
            .on(TreeAggregation.class, DominatingPairs::tree)
            .on(MixtureOfGaussians.class, DominatingPairs::mixture)
            .on(Laplace.class, DominatingPairs::laplace)
            .on(DiscreteLaplace.class, DominatingPairs::discreteLaplace)
            .on(DiscreteGaussian.class, DominatingPairs::discreteGaussian)
            .on(ScalarDiscreteGaussian.class, DominatingPairs::scalarDiscreteGaussian)
            .on(TruncatedDiscreteGaussian.class, DominatingPairs::truncatedDiscreteGaussian)
            .on(GivenPair.class, DominatingPairs::given)
            .on(RandomChoice.class, DominatingPairs::choice)
            .on(Skellam.class, DominatingPairs::skellam)
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
     * How the data differ and how the record is sampled.
     *
     * @param rate probability of the record to be in the sample, 1 for no sampling
     * @param accountant who asks, for refusals
     */
    private record Scheme(Adjacency adjacency, double rate, String accountant) {
        boolean replaced() {
            return adjacency == Adjacency.REPLACE_ONE;
        }

        /** Whether Q is the mirror image of P; without sampling it is P moved by the whole shift instead. */
        boolean mirrored() {
            return replaced() && rate < 1;
        }

        /** How many times a record's own shift P is from what it is compared with. */
        int shifts() {
            return replaced() && rate == 1 ? 2 : 1;
        }

        /** Whether noise of a symmetric law gives a symmetric pair. */
        boolean symmetric() {
            return replaced() || rate == 1;
        }
    }

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
                        () -> refused(scheme, event, "no finite description of its privacy loss is known; try rdp"));
    }

    private static UnsupportedEventException refused(Scheme scheme, DpEvent event, String reason) {
        return new UnsupportedEventException(scheme.accountant(), event, reason);
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
            throw refused(scheme, event, "its records take part as stated, not by a sample");
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
            throw refused(
                    scheme, event, "a record more moves others to other batches; ask under zero_out or replace_one");
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

    private static List<DominatedEvent> discreteLaplace(DiscreteLaplace event, Scheme scheme) {
        int shift = shift(event, event.sensitivity(), scheme);
        DominatingPair pair =
                new DiscreteLaplaceShift(event.parameter(), shift * scheme.shifts(), scheme.rate(), scheme.mirrored());
        return List.of(DominatedEvent.of(event, pair, scheme.symmetric()));
    }

    /**
     * Integer vectors of squared norm below 4 have coordinates 0 and ±1 only: as many unit shifts as the square allows.
     * Of longer ones it is not known which is the worst (a single coordinate is not, if the noise is small): they are bounded by a
     * Gaussian from above ({@link SmoothedLattice}), and from below by that single coordinate, which is allowed.
     */
    private static List<DominatedEvent> discreteGaussian(DiscreteGaussian event, Scheme scheme) {
        double square = event.sensitivity() * event.sensitivity() * (1 + 1e-12);
        double coordinates = Math.floor(square);
        if (coordinates < 1) {
            return List.of();
        }
        boolean known = square < 4 && (coordinates == 1 || (scheme.rate() == 1 && !scheme.replaced()));
        if (!known || event.sigma() > MAX_DEVIATION) {
            return smoothed(event, scheme);
        }
        DominatingPair unit =
                new DiscreteGaussianShift(event.sigma(), scheme.shifts(), scheme.rate(), scheme.mirrored());
        return unitShifts(event, unit, coordinates, square, scheme);
    }

    private static List<DominatedEvent> smoothed(DiscreteGaussian event, Scheme scheme) {
        double distance = SmoothedLattice.distance(event.sigma(), scheme.shifts() * event.sensitivity())
                .orElseThrow(() -> refused(
                        scheme,
                        event,
                        "which integer vector within this norm is the worst is not known if the noise is small; state"
                                + " one scalar_discrete_gaussian for each coordinate, or try rdp"));
        DominatingPair above = scheme.rate() == 1
                ? new GaussianShift(1, distance)
                : new GaussianMixture(1, scheme.rate(), List.of(distance), List.of(1.0), scheme.replaced());
        double largest = Math.floor(event.sensitivity() * (1 + 1e-12));
        DominatingPair below = event.sigma() <= MAX_DEVIATION && largest <= MAX_SHIFT
                ? new DiscreteGaussianShift(
                        event.sigma(), ((int) largest) * scheme.shifts(), scheme.rate(), scheme.mirrored())
                : Atoms.none();
        return List.of(DominatedEvent.between(event, below, above, scheme.symmetric()));
    }

    /** One integer: noise of log-concave law, of which the largest shift is the worst. */
    private static List<DominatedEvent> scalarDiscreteGaussian(ScalarDiscreteGaussian event, Scheme scheme) {
        requireTable(event, event.sigma(), scheme);
        int shift = shift(event, event.sensitivity(), scheme);
        DominatingPair pair =
                new DiscreteGaussianShift(event.sigma(), shift * scheme.shifts(), scheme.rate(), scheme.mirrored());
        return List.of(DominatedEvent.of(event, pair, scheme.symmetric()));
    }

    /** A log-concave law that is cut on both sides is log-concave, so that here, too, the largest shift is the worst. */
    private static List<DominatedEvent> truncatedDiscreteGaussian(TruncatedDiscreteGaussian event, Scheme scheme) {
        if (event.bound() > MAX_SHIFT) {
            throw refused(scheme, event, "a bound above 2^20 makes too large a table; scale the sum");
        }
        int shift = shift(event, Math.min(event.sensitivity(), 2 * event.bound() + 1), scheme) * scheme.shifts();
        Atoms pair = TruncatedNoise.of(event.sigma(), (int) event.bound(), shift, scheme.rate(), scheme.mirrored());
        return List.of(DominatedEvent.of(event, pair, scheme.symmetric()));
    }

    private static List<DominatedEvent> given(GivenPair event, Scheme scheme) {
        Atoms pair = Atoms.given(event.losses(), event.masses(), event.infinityMass(), event.counterInfinityMass());
        if (scheme.rate() < 1) {
            pair = scheme.adjacency() == Adjacency.ADD_OR_REMOVE_ONE
                    ? pair.sampled(scheme.rate())
                    : pair.revealed(scheme.rate());
        }
        return List.of(DominatedEvent.of(event, pair, false));
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
                pairs.add(each);
                copies += term.getValue() * each.copies();
            }
        }
        if (pairs.isEmpty()) {
            return DominatedEvent.of(event, Atoms.none(), true);
        }
        if (copies > 1 || !pairs.get(0).isOnePair()) {
            throw refused(scheme, whole, "of its events, one is more than a single pair of laws; try rdp");
        }
        return pairs.get(0);
    }

    /**
     * A record that moves the sum by an integer vector of L1 norm s, in any number of coordinates, is dominated by one that
     * moves a single coordinate by s. With G_a(α) the greatest power of a test of level α against the shift a, log-concavity
     * gives G_a∘G_b = G_{a+b}; and a test on two coordinates that are shifted by a and b has the power
     * E_P[G_b(α(x))] ≤ G_a(E_Q[G_b(α(x))]) ≤ G_a(G_b(α)), as G_b is concave.
     */
    private static List<DominatedEvent> skellam(Skellam event, Scheme scheme) {
        requireTable(event, Math.sqrt(event.variance()), scheme);
        double l1 = Math.floor(event.l1Sensitivity() * (1 + 1e-12));
        double l2 = event.l2Sensitivity() * (1 + 1e-12);
        if (l2 >= l1) {
            // The vector of one coordinate is allowed, and dominates all others of its L1 norm.
            int shift = shift(event, (long) l1, scheme);
            return shift == 0
                    ? List.of()
                    : List.of(DominatedEvent.of(event, skellam(event, shift, scheme), scheme.symmetric()));
        }
        return unitShifts(event, skellam(event, 1, scheme), Math.min(l1, Math.floor(l2 * l2)), l2 * l2, scheme);
    }

    private static DominatingPair skellam(Skellam event, int shift, Scheme scheme) {
        return new SkellamShift(event.variance(), shift * scheme.shifts(), scheme.rate(), scheme.mirrored());
    }

    private static List<DominatedEvent> unitShifts(
            DpEvent event, DominatingPair unit, double coordinates, double square, Scheme scheme) {
        if (coordinates < 1) {
            return List.of();
        }
        if (square >= 4 || (coordinates > 1 && (scheme.rate() < 1 || scheme.replaced()))) {
            throw refused(
                    scheme,
                    event,
                    "which integer vector within these norms is the worst is not known; state one event for each"
                            + " coordinate, or try rdp");
        }
        return List.of(DominatedEvent.of(event, unit, scheme.symmetric()).times((long) coordinates));
    }

    private static void requireTable(DpEvent event, double deviation, Scheme scheme) {
        if (!(deviation <= MAX_DEVIATION)) {
            throw refused(
                    scheme, event, "noise of a deviation above 1e5 makes too large a table; scale the sum, or try rdp");
        }
    }

    private static int shift(DpEvent event, long shift, Scheme scheme) {
        if (shift <= MAX_SHIFT) {
            return (int) shift;
        }
        throw refused(scheme, event, "a sensitivity above 2^20 makes too large a table; scale the sum, or try rdp");
    }

    private static List<DominatedEvent> randomizedResponse(RandomizedResponse event, Scheme scheme) {
        if (scheme.adjacency() == Adjacency.ADD_OR_REMOVE_ONE) {
            throw refused(scheme, event, "it has no meaning without the record; ask under replace_one or zero_out");
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
            throw refused(
                    scheme,
                    event,
                    "several mechanisms on one sample, other than Gaussians, have no known pair; try rdp");
        }
        return apply(
                inner.keySet().iterator().next(),
                new Scheme(scheme.adjacency(), scheme.rate() * event.rate(), scheme.accountant()));
    }

    /** A batch of fixed size on whose sum there is Gaussian noise. */
    private static List<DominatedEvent> fixedSize(
            DpEvent event, DpEvent onBatch, long batch, Scheme scheme, DoubleFunction<List<DominatedEvent>> pairs) {
        Map<DpEvent, Long> inner = Composition.onOneSample(onBatch).terms();
        if (inner.isEmpty() || batch == 0) {
            return List.of();
        }
        if (scheme.rate() < 1) {
            throw refused(scheme, event, "its batches are drawn from all records, not from a sample of them");
        }
        if (inner.size() == 1 && inner.keySet().iterator().next() instanceof Gaussian gaussian) {
            try {
                return pairs.apply(gaussian.noiseMultiplier());
            } catch (ArithmeticException tooMany) {
                throw refused(scheme, event, String.valueOf(tooMany.getMessage()));
            }
        }
        throw refused(
                scheme, event, "of batches of a fixed size only sums with Gaussian noise have a known pair; try rdp");
    }

    private static List<DominatedEvent> allocated(RandomAllocation event, Scheme scheme) {
        Map<DpEvent, Long> inner = Composition.onOneSample(event.event()).terms();
        if (inner.isEmpty()) {
            return List.of();
        }
        AllocatedBatches.refusal(event, scheme.adjacency(), scheme.rate(), inner)
                .ifPresent(reason -> {
                    throw refused(scheme, event, reason);
                });
        DpEvent batch = inner.keySet().iterator().next();
        List<DominatedEvent> run = apply(batch, scheme);
        if (run.size() > 1 || !run.stream().allMatch(DominatedEvent::isOnePair)) {
            throw refused(scheme, event, "what is run on a batch is more than a single pair of laws");
        }
        return run.isEmpty() ? run : AllocatedBatches.of(event, batch, run.get(0));
    }

    /**
     * Gaussian noise on the sum over a sample that is cut.
     *
     * <p>Let s be the number of the other records that were drawn, which does not depend on the record in question. If s is
     * below the largest size B, nothing is cut, and the outcome is that of a plain sample. Otherwise the batch without the
     * record is a uniform subset of B others, and with it, with probability at most q, the same but for one other record, in
     * whose place it is: the sum moves by the difference of two contributions, hence by 2 at most. Showing s costs no less
     * than not showing it, so that the pair of a sample at rate q with shift 1 and, with probability Pr[s ≥ B], one with shift 2
     * dominates ({@link #cutPairs}); there are at most as many others as the data set is stated to have. A replacement takes the same place;
     * so does a record that is zeroed out, and both sums then lie within 2 of the batch without it.
     *
     * <p>Attained: where all others contribute nothing, the record is in the batch with a probability of at least q·Pr[s &lt; B],
     * and the outcome is that of a plain sample at that rate.
     */
    private static List<DominatedEvent> cutGaussian(TruncatedPoisson event, double deviation, Scheme scheme) {
        double cut = Truncation.probability(event.rate(), event.maxBatchSize() - 1, event.datasetSize());
        boolean replaced = scheme.replaced();
        DominatingPair usually = unitMixture(deviation, event.rate(), 1, replaced);
        DominatingPair attained =
                unitMixture(deviation, Math.max(0, Math.nextDown(event.rate() * (1 - cut))), 1, replaced);
        DominatingPair above = cut == 0 ? usually : cutPairs(event, usually, cut, deviation, scheme);
        return List.of(DominatedEvent.between(event, cut < 1 ? attained : Atoms.none(), above, replaced));
    }

    /**
     * With s ≥ B others drawn, the record is kept with probability qB/(s + 1): one pair for each of some ranges of s, by their least
     * s. What of the probabilities may be rounding is given to the pair that dominates all of them, at rate q.
     */
    private static DominatingPair cutPairs(
            TruncatedPoisson event, DominatingPair usually, double cut, double deviation, Scheme scheme) {
        boolean bothMoved = scheme.adjacency() != Adjacency.ADD_OR_REMOVE_ONE;
        List<DominatingPair> pairs = new ArrayList<>();
        List<Double> probabilities = new ArrayList<>();
        double left = 1;
        double most = event.maxBatchSize();
        double above = cut;
        if (cut < 1) {
            pairs.add(usually);
            probabilities.add(1 - cut);
            left -= 1 - cut;
        }
        for (long from : new long[] {0, 1, 2, 4, 8, 16, 32}) {
            long next = from == 0 ? 1 : 2 * from;
            double beyond = Truncation.probability(event.rate(), event.maxBatchSize() - 1 + next, event.datasetSize());
            double certain = above / Truncation.slack(event.maxBatchSize() + from, event.datasetSize()) - beyond;
            // What is rarer than that is not worth a pair of its own.
            if (cut < 1 && certain > 0.02 * cut) {
                double kept = Math.min(event.rate(), event.rate() * (most / (most + from + 1)) * (1 + 1e-15));
                pairs.add(unitMixture(deviation, kept, 2, bothMoved));
                probabilities.add(certain);
                left -= certain;
            }
            above = beyond;
        }
        pairs.add(unitMixture(deviation, event.rate(), 2, bothMoved));
        probabilities.add(Math.max(left, 0) + 1e-15);
        return new OneOf(pairs, probabilities);
    }

    private static GaussianMixture unitMixture(double deviation, double rate, double shift, boolean mirrored) {
        return new GaussianMixture(deviation, rate, List.of(shift), List.of(1.0), mirrored);
    }

    /**
     * Outcomes are those of a plain Poisson sample unless the sample is cut, on either of the two data sets, the larger of
     * which has at most one record more than stated (Chua et al. 2024, arXiv:2411.04205).
     */
    private static List<DominatedEvent> truncated(TruncatedPoisson event, Scheme scheme) {
        if (scheme.rate() < 1) {
            throw refused(scheme, event, "its batches are drawn from all records, not from a sample of them");
        }
        Map<DpEvent, Long> plain =
                Composition.of(new PoissonSampled(event.rate(), event.event())).terms();
        DpEvent first = plain.isEmpty() ? new NoOp() : plain.keySet().iterator().next();
        if (plain.size() == 1
                && first instanceof PoissonSampled sampled
                && sampled.rate() == event.rate()
                && sampled.event() instanceof Gaussian gaussian) {
            return cutGaussian(event, gaussian.noiseMultiplier(), scheme);
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
