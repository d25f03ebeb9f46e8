package io.abacusdp.accounting.pld;

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
import io.abacusdp.accounting.event.Laplace;
import io.abacusdp.accounting.event.MixtureOfGaussians;
import io.abacusdp.accounting.event.NonPrivate;
import io.abacusdp.accounting.event.PermuteAndFlip;
import io.abacusdp.accounting.event.PoissonSampled;
import io.abacusdp.accounting.event.PureDp;
import io.abacusdp.accounting.event.RandomizedResponse;
import io.abacusdp.accounting.event.Skellam;
import io.abacusdp.accounting.event.TreeAggregation;
import io.abacusdp.accounting.event.TruncatedPoisson;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * The pairs of laws that stand for elementary events.
 *
 * <p>Noise of log-concave law on a sum, the record in question being in the sample with probability r: let ν be the law of
 * the sum without the record, A a set of outcomes and a = ν(A). If the record moves the sum by v, A has at most the
 * probability G(a) and at least 1 − G(1 − a), with G(a) the greatest power of a test of level a against the largest shift. A half-line
 * attains both at once for opposite shifts. So (1 − r)ν + rν₊ against ν (record absent or zeroed out), and against (1 − r)ν + rν₋
 * (replaced), dominate every pair of neighbours (Zhu, Dong, Wang 2022, arXiv:2106.08567; Lebeda et al. 2024,
 * arXiv:2405.20769), and so do mixtures over several shifts.
 */
final class Mechanisms {
    /** Larger integers would make larger tables than are useful. */
    private static final long MAX_SHIFT = 1 << 20;

    private static final double MAX_DEVIATION = 1e5;

    /** Distances in units of the noise beyond this have losses that no lattice of useful size holds. */
    private static final double MAX_DISTANCE = 1000;

    private static final EventRules<Scheme, List<Mechanism>> RULES = new EventRules<Scheme, List<Mechanism>>()
            .on(Gaussian.class, (event, scheme) -> gaussian(distance(event, 1 / event.noiseMultiplier()), scheme))
            .on(TreeAggregation.class, Mechanisms::tree)
            .on(MixtureOfGaussians.class, Mechanisms::mixture)
            .on(Laplace.class, Mechanisms::laplace)
            .on(DiscreteLaplace.class, Mechanisms::discreteLaplace)
            .on(DiscreteGaussian.class, Mechanisms::discreteGaussian)
            .on(Skellam.class, Mechanisms::skellam)
            .on(RandomizedResponse.class, Mechanisms::randomizedResponse)
            .on(PureDp.class, (event, scheme) -> approximate(event, event.epsilon(), 0, scheme))
            .on(ApproximateDp.class, (event, scheme) -> approximate(event, event.epsilon(), event.delta(), scheme))
            .on(Exponential.class, Mechanisms::exponential)
            .on(PermuteAndFlip.class, Mechanisms::permuteAndFlip)
            .on(NonPrivate.class, Mechanisms::nonPrivate)
            .on(PoissonSampled.class, Mechanisms::sampled)
            .on(TruncatedPoisson.class, Mechanisms::truncated);

    private Mechanisms() {}

    /**
     * How the data differ and how the record is sampled.
     *
     * @param rate probability of the record to be in the sample, 1 for no sampling
     */
    private record Scheme(Adjacency adjacency, double rate) {
        boolean replaced() {
            return adjacency == Adjacency.REPLACE_ONE;
        }
    }

    /** The mechanisms, run one after the other, that one run of the event amounts to; none if it has no loss. */
    static List<Mechanism> of(DpEvent event, Adjacency adjacency) {
        return apply(event, new Scheme(adjacency, 1));
    }

    private static List<Mechanism> apply(DpEvent event, Scheme scheme) {
        return RULES.apply(event, scheme)
                .orElseThrow(() -> refused(event, "no finite description of its privacy loss is known; try rdp"));
    }

    private static UnsupportedEventException refused(DpEvent event, String reason) {
        return new UnsupportedEventException(PldAccountant.NAME, event, reason);
    }

    private static List<Mechanism> gaussian(double shift, Scheme scheme) {
        if (scheme.rate() == 1) {
            double whole = shift * scheme.adjacency().sensitivityFactor();
            return List.of(Mechanism.symmetric(GaussianPair.of(new double[] {1}, new double[] {whole})));
        }
        return mixed(new double[] {1 - scheme.rate(), scheme.rate()}, new double[] {0, shift}, scheme);
    }

    private static List<Mechanism> mixed(double[] weights, double[] shifts, Scheme scheme) {
        return List.of(
                scheme.replaced()
                        ? Mechanism.symmetric(GaussianPair.mirrored(weights, shifts))
                        : Mechanism.directed(GaussianPair.of(weights, shifts)));
    }

    private static List<Mechanism> tree(TreeAggregation event, Scheme scheme) {
        int levels = 64 - Long.numberOfLeadingZeros(event.steps());
        return gaussian(distance(event, Math.sqrt(levels) / event.noiseMultiplier()), scheme);
    }

    private static List<Mechanism> mixture(MixtureOfGaussians event, Scheme scheme) {
        double still = 1 - scheme.rate();
        double total = still;
        List<double[]> moving = new ArrayList<>();
        for (int i = 0; i < event.sensitivities().size(); i++) {
            double weight = scheme.rate() * event.probabilities().get(i);
            double shift = distance(event, event.sensitivities().get(i) / event.standardDeviation());
            total += weight;
            if (shift == 0) {
                still += weight;
            } else if (weight > 0) {
                moving.add(new double[] {weight, shift});
            }
        }
        if (moving.isEmpty()) {
            return List.of();
        }
        int offset = still > 0 ? 1 : 0;
        double[] weights = new double[moving.size() + offset];
        double[] shifts = new double[weights.length];
        if (still > 0) {
            weights[0] = still / total;
        }
        for (int i = 0; i < moving.size(); i++) {
            weights[i + offset] = moving.get(i)[0] / total;
            shifts[i + offset] = moving.get(i)[1];
        }
        return mixed(weights, shifts, scheme);
    }

    private static List<Mechanism> laplace(Laplace event, Scheme scheme) {
        double epsilon = distance(event, 1 / event.noiseMultiplier());
        if (scheme.rate() == 1) {
            double whole = epsilon * scheme.adjacency().sensitivityFactor();
            return List.of(Mechanism.symmetric(ExponentialPair.laplace(whole, 1)));
        }
        return List.of(
                scheme.replaced()
                        ? Mechanism.symmetric(ExponentialPair.replacedLaplace(epsilon, scheme.rate()))
                        : Mechanism.directed(ExponentialPair.laplace(epsilon, scheme.rate())));
    }

    private static List<Mechanism> discreteLaplace(DiscreteLaplace event, Scheme scheme) {
        int shift = shift(event, event.sensitivity());
        if (scheme.rate() == 1) {
            int whole = (int) (shift * scheme.adjacency().sensitivityFactor());
            return List.of(Mechanism.symmetric(DiscreteLaplacePair.present(event.parameter(), whole, 1)));
        }
        return List.of(
                scheme.replaced()
                        ? Mechanism.symmetric(DiscreteLaplacePair.replaced(event.parameter(), shift, scheme.rate()))
                        : Mechanism.directed(DiscreteLaplacePair.present(event.parameter(), shift, scheme.rate())));
    }

    /**
     * Integer vectors of squared norm below 4 have coordinates 0 and ±1 only: as many unit shifts as the square allows.
     * Of longer ones it is not known which is the worst (a single coordinate is not, if the noise is small).
     */
    private static List<Mechanism> discreteGaussian(DiscreteGaussian event, Scheme scheme) {
        double square = event.sensitivity() * event.sensitivity() * (1 + 1e-12);
        requireTable(event, event.sigma());
        LatticePair.Noise noise = (tail, extra) -> LatticeNoise.gaussian(event.sigma(), tail, extra);
        return unitShifts(event, noise, Math.floor(square), square, scheme);
    }

    private static List<Mechanism> skellam(Skellam event, Scheme scheme) {
        requireTable(event, Math.sqrt(event.variance()));
        LatticePair.Noise noise = (tail, extra) -> LatticeNoise.skellam(event.variance(), tail, extra);
        double l1 = Math.floor(event.l1Sensitivity() * (1 + 1e-12));
        double l2 = event.l2Sensitivity() * (1 + 1e-12);
        if (l2 >= l1) {
            // The vector of one coordinate is allowed, and dominates all others of its L1 norm.
            return lattice(noise, shift(event, (long) l1), scheme);
        }
        return unitShifts(event, noise, Math.min(l1, Math.floor(l2 * l2)), l2 * l2, scheme);
    }

    private static List<Mechanism> unitShifts(
            DpEvent event, LatticePair.Noise noise, double coordinates, double square, Scheme scheme) {
        if (coordinates < 1) {
            return List.of();
        }
        if (square >= 4 || (coordinates > 1 && (scheme.rate() < 1 || scheme.replaced()))) {
            throw refused(
                    event,
                    "which integer vector within these norms is the worst is not known; state one event for each"
                            + " coordinate, or try rdp");
        }
        return List.of(lattice(noise, 1, scheme).get(0).times((long) coordinates));
    }

    private static List<Mechanism> lattice(LatticePair.Noise noise, int shift, Scheme scheme) {
        if (shift == 0) {
            return List.of();
        }
        if (scheme.rate() == 1) {
            int whole = (int) (shift * scheme.adjacency().sensitivityFactor());
            return List.of(Mechanism.symmetric(LatticePair.present(noise, whole, 1)));
        }
        return List.of(
                scheme.replaced()
                        ? Mechanism.symmetric(LatticePair.replaced(noise, shift, scheme.rate()))
                        : Mechanism.directed(LatticePair.present(noise, shift, scheme.rate())));
    }

    private static void requireTable(DpEvent event, double deviation) {
        if (!(deviation <= MAX_DEVIATION)) {
            throw refused(event, "noise of a deviation above 1e5 makes too large a table; scale the sum, or try rdp");
        }
    }

    private static double distance(DpEvent event, double distance) {
        // Squares of distances below 1e-150 underflow, and a loss that vanishes is no bound.
        if (distance == 0 || (distance >= 1e-150 && distance <= MAX_DISTANCE)) {
            return distance;
        }
        throw refused(event, "noise below a thousandth of the sensitivity, or beyond all use, has no lattice; try rdp");
    }

    private static int shift(DpEvent event, long shift) {
        if (shift <= MAX_SHIFT) {
            return (int) shift;
        }
        throw refused(event, "a sensitivity above 2^20 makes too large a table; scale the sum, or try rdp");
    }

    private static List<Mechanism> randomizedResponse(RandomizedResponse event, Scheme scheme) {
        if (scheme.adjacency() == Adjacency.ADD_OR_REMOVE_ONE || scheme.rate() < 1) {
            throw refused(event, "it has no meaning without the record; ask under replace_one or zero_out");
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
            return List.of(Mechanism.directed(new AtomicPair(loss, mass, 0, p == 0 ? 1 - 1 / k : 0, 0)));
        }
        if (p == 0) {
            return List.of(Mechanism.symmetric(AtomicPair.disjoint()));
        }
        // log(own/other), without the cancellation of own − other where p is close to 1.
        double ratio = Math.log1p(k * (1 - p) / p);
        return List.of(Mechanism.symmetric(
                new AtomicPair(new double[] {-ratio, 0, ratio}, new double[] {other, (k - 2) * other, own}, 0, 0, 0)));
    }

    private static List<Mechanism> approximate(DpEvent event, double epsilon, double delta, Scheme scheme) {
        AtomicPair pair = AtomicPair.approximate(epsilon, delta);
        return epsilon == 0 && delta == 0 ? List.of() : atomic(event, pair, pair, scheme);
    }

    private static List<Mechanism> exponential(Exponential event, Scheme scheme) {
        if (event.epsilon() == 0) {
            return List.of();
        }
        if (event.epsilon() > 600) {
            return approximate(event, event.epsilon(), 0, scheme);
        }
        requireKnownSampling(event, scheme);
        AtomicPair below = AtomicPair.twoPoint(-event.epsilon() / 2, event.epsilon() / 2);
        return List.of(Mechanism.between(
                scheme.rate() == 1 ? below : below.sampled(scheme.rate()),
                ExponentialPair.boundedRange(event.epsilon(), scheme.rate()),
                scheme.rate() == 1));
    }

    /** Of two candidates that tie without the record, and differ as much as allowed with it, the lesser is drawn with e^{−ε}/2. */
    private static List<Mechanism> permuteAndFlip(PermuteAndFlip event, Scheme scheme) {
        double epsilon = event.epsilon();
        if (epsilon == 0) {
            return List.of();
        }
        AtomicPair below = new AtomicPair(
                new double[] {-Math.log1p(-Math.expm1(-epsilon)), epsilon}, new double[] {0.5, 0.5}, 0, 0, 0);
        return atomic(event, below, AtomicPair.approximate(epsilon, 0), scheme);
    }

    private static List<Mechanism> nonPrivate(NonPrivate event, Scheme scheme) {
        return atomic(event, AtomicPair.disjoint(), AtomicPair.disjoint(), scheme);
    }

    private static List<Mechanism> atomic(DpEvent event, AtomicPair below, AtomicPair above, Scheme scheme) {
        if (scheme.rate() == 1) {
            return List.of(Mechanism.between(below, above, true));
        }
        requireKnownSampling(event, scheme);
        return List.of(Mechanism.between(below.sampled(scheme.rate()), above.sampled(scheme.rate()), false));
    }

    private static void requireKnownSampling(DpEvent event, Scheme scheme) {
        if (scheme.rate() < 1 && scheme.adjacency() != Adjacency.ADD_OR_REMOVE_ONE) {
            throw refused(
                    new PoissonSampled(scheme.rate(), event),
                    "what it costs to leave the record out of the sample is only stated under add_or_remove_one");
        }
    }

    private static List<Mechanism> sampled(PoissonSampled event, Scheme scheme) {
        Map<DpEvent, Long> inner = Composition.of(event.event()).terms();
        if (inner.size() != 1 || inner.values().iterator().next() != 1) {
            throw refused(event, "several mechanisms on one sample, other than Gaussians, have no known pair; try rdp");
        }
        return apply(inner.keySet().iterator().next(), new Scheme(scheme.adjacency(), scheme.rate() * event.rate()));
    }

    /**
     * Outcomes are those of a plain Poisson sample unless the sample is cut, on either of the two data sets, the larger of
     * which has at most one record more than stated (Chua et al. 2024, arXiv:2411.04205).
     */
    private static List<Mechanism> truncated(TruncatedPoisson event, Scheme scheme) {
        if (scheme.rate() < 1) {
            throw refused(event, "its batches are drawn from all records, not from a sample of them");
        }
        double distance = Truncation.probability(event.rate(), event.maxBatchSize(), event.datasetSize() + 1);
        List<Mechanism> result = new ArrayList<>();
        Map<DpEvent, Long> plain =
                Composition.of(new PoissonSampled(event.rate(), event.event())).terms();
        plain.forEach((term, count) -> apply(term, scheme).forEach(mechanism -> result.add(mechanism.times(count))));
        if (!result.isEmpty()) {
            result.set(0, result.get(0).within(distance));
        }
        return result;
    }
}
