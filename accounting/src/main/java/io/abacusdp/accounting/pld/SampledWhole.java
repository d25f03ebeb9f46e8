package io.abacusdp.accounting.pld;

import io.abacusdp.accounting.Adjacency;
import io.abacusdp.accounting.event.ApproximateDp;
import io.abacusdp.accounting.event.Composition;
import io.abacusdp.accounting.event.DiscreteGaussian;
import io.abacusdp.accounting.event.DiscreteLaplace;
import io.abacusdp.accounting.event.DpEvent;
import io.abacusdp.accounting.event.Exponential;
import io.abacusdp.accounting.event.Gaussian;
import io.abacusdp.accounting.event.GivenPair;
import io.abacusdp.accounting.event.Laplace;
import io.abacusdp.accounting.event.NonPrivate;
import io.abacusdp.accounting.event.PermuteAndFlip;
import io.abacusdp.accounting.event.PoissonSampled;
import io.abacusdp.accounting.event.PureDp;
import io.abacusdp.accounting.event.RandomizedResponse;
import io.abacusdp.accounting.event.ScalarDiscreteGaussian;
import io.abacusdp.accounting.event.Skellam;
import io.abacusdp.accounting.event.TruncatedDiscreteGaussian;
import io.abacusdp.accounting.pair.Sampling;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.DoubleBinaryOperator;
import java.util.function.DoubleUnaryOperator;
import java.util.function.Supplier;

/**
 * Several mechanisms on one Poisson sample.
 *
 * <p>Formula: let (P, Q) be the pair of all that is run on the sample, P with the record, and X = dP/dQ. Under add-or-remove-one the
 * sampled pair is (1 − r)Q + rP against Q, whose ratio is 1 − r + rX. Where a pair with ratio X' dominates (P, Q), which is that X'
 * is above X in convex order, 1 − r + rX' is above 1 − r + rX, and so the sampled pair of the former dominates; from below as from
 * above. Hence the laws of all that is run, on a lattice, are sampled loss by loss: with the record present, a loss l of mass m
 * under P becomes log(1 − r + re^l) with mass m·((1 − r)e^{−l} + r); with it absent, a loss l of mass m of (Q, P) becomes
 * −log(1 − r + re^{−l}) with the same mass, and an infinite one −log(1 − r). The same holds for a record that is zeroed out of sums.
 * Otherwise the pair with probability r, and no loss else, dominates, as an outcome may show whether the record was drawn.
 *
 * <p>From below that pair is attained only where something on the sample can show it. Noise on sums cannot: there the pair of a record that is replaced
 * by one of value zero is attained, and of other mechanisms none is known.
 *
 * <p>Accuracy: masses of laws on a lattice err by about 1e-15, absolutely: deltas below that are not resolved.
 */
final class SampledWhole {
    /** Enough for three digits more than are asked for, and few enough to be listed. */
    private static final int POINTS = 1 << 13;

    /** Where the laws are as fine as asked. */
    private static final double DELTA = 1e-6;

    private static final double TOLERANCE = 1e-4;

    /** Noise on a sum: a record that is absent is one of value zero. */
    private static final Set<Class<? extends DpEvent>> SUMS = Set.of(
            Gaussian.class,
            Laplace.class,
            DiscreteGaussian.class,
            DiscreteLaplace.class,
            ScalarDiscreteGaussian.class,
            Skellam.class,
            TruncatedDiscreteGaussian.class);

    /** What may show whether the record was drawn: of each, some mechanism does. */
    private static final Set<Class<? extends DpEvent>> SHOWING = Set.of(
            ApproximateDp.class,
            Exponential.class,
            GivenPair.class,
            NonPrivate.class,
            PermuteAndFlip.class,
            PureDp.class,
            RandomizedResponse.class);

    private final double rate;
    private final boolean amplified;

    private SampledWhole(double rate, boolean amplified) {
        this.rate = rate;
        this.amplified = amplified;
    }

    /** A sample on which several mechanisms are run; empty for everything else. */
    static Optional<RepeatedPair> of(DpEvent event, Adjacency adjacency, long count) {
        if (!(event instanceof PoissonSampled sampled)) {
            return Optional.empty();
        }
        Map<DpEvent, Long> terms = Composition.of(sampled.event()).terms();
        if (terms.size() == 1 && terms.values().iterator().next() == 1) {
            return Optional.empty();
        }
        boolean sums = terms.keySet().stream().allMatch(term -> SUMS.contains(term.getClass()));
        boolean amplified = adjacency == Adjacency.ADD_OR_REMOVE_ONE || (adjacency == Adjacency.ZERO_OUT && sums);
        Directions whole = Directions.of(sampled.event(), adjacency, POINTS);
        if (whole.distance() > 0) {
            return Optional.empty();
        }
        Composite forward = whole.composites().get(0);
        Composite backward = whole.composites().get(whole.composites().size() - 1);
        SampledWhole sample = new SampledWhole(sampled.rate(), amplified);
        return Optional.of(new RepeatedPair(
                sample.both(() -> forward.lawAbove(DELTA, TOLERANCE), () -> backward.lawAbove(DELTA, TOLERANCE)),
                amplified || terms.keySet().stream().anyMatch(term -> SHOWING.contains(term.getClass()))
                        ? sample.below(forward, backward)
                        : replacedByZero(sampled, sums),
                !amplified && forward == backward,
                false,
                count));
    }

    /** The pair of a record that is zeroed out, or nothing at all. */
    private static TwoWayPair replacedByZero(PoissonSampled sampled, boolean sums) {
        if (!sums) {
            AtomicPair none = new AtomicPair(new double[] {0}, new double[] {1}, 0, 0, 0, true);
            return new TwoWayPair(none, none);
        }
        List<Composite> zeroed =
                Directions.of(sampled.event(), Adjacency.ZERO_OUT, POINTS).composites();
        return new SampledWhole(sampled.rate(), true).below(zeroed.get(0), zeroed.get(zeroed.size() - 1));
    }

    private TwoWayPair below(Composite forward, Composite backward) {
        return both(() -> forward.lawBelow(DELTA, TOLERANCE), () -> backward.lawBelow(DELTA, TOLERANCE));
    }

    private TwoWayPair both(Supplier<PrivacyLossDistribution> forward, Supplier<PrivacyLossDistribution> backward) {
        return new TwoWayPair(new LazyPair(() -> present(forward.get())), new LazyPair(() -> absent(backward.get())));
    }

    private AtomicPair present(PrivacyLossDistribution law) {
        return amplified
                ? atoms(
                        law,
                        l -> Sampling.loss(l, rate),
                        (l, m) -> m * ((1 - rate) * Math.exp(-l) + rate),
                        0,
                        rate * law.infinityMass())
                : revealed(law);
    }

    private AtomicPair absent(PrivacyLossDistribution law) {
        return amplified
                ? atoms(law, l -> -Sampling.loss(-l, rate), (l, m) -> m, law.infinityMass(), 0)
                : revealed(law);
    }

    private AtomicPair revealed(PrivacyLossDistribution law) {
        return atoms(law, l -> l, (l, m) -> rate * m, 1 - rate, rate * law.infinityMass());
    }

    /**
     * The atoms of a law, changed, and one more.
     *
     * @param extra mass at the loss of an outcome that shows that the record was not drawn, or is not in the data
     */
    private AtomicPair atoms(
            PrivacyLossDistribution law,
            DoubleUnaryOperator loss,
            DoubleBinaryOperator mass,
            double extra,
            double infinity) {
        List<Double> losses = new ArrayList<>();
        List<Double> masses = new ArrayList<>();
        for (int i = 0; i < law.size(); i++) {
            if (law.mass(i) > 0) {
                losses.add(loss.applyAsDouble(law.loss(i)));
                masses.add(mass.applyAsDouble(law.loss(i), law.mass(i)));
            }
        }
        if (extra > 0) {
            losses.add(amplified ? -Math.log1p(-rate) : 0);
            masses.add(extra);
        }
        // A loss of the sample moves by no more than that of what is run on it.
        return new AtomicPair(
                losses.stream().mapToDouble(Double::doubleValue).toArray(),
                masses.stream().mapToDouble(Double::doubleValue).toArray(),
                infinity,
                0,
                0,
                false,
                law.lossError());
    }
}
