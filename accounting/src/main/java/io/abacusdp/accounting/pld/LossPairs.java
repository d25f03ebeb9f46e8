package io.abacusdp.accounting.pld;

import io.abacusdp.accounting.Adjacency;
import io.abacusdp.accounting.UnsupportedEventException;
import io.abacusdp.accounting.event.DpEvent;
import io.abacusdp.accounting.pair.Atoms;
import io.abacusdp.accounting.pair.DominatedEvent;
import io.abacusdp.accounting.pair.DominatingPair;
import io.abacusdp.accounting.pair.DominatingPair.AllAllocated;
import io.abacusdp.accounting.pair.DominatingPair.Allocated;
import io.abacusdp.accounting.pair.DominatingPair.BoundedRange;
import io.abacusdp.accounting.pair.DominatingPair.DiscreteGaussianShift;
import io.abacusdp.accounting.pair.DominatingPair.DiscreteLaplaceShift;
import io.abacusdp.accounting.pair.DominatingPair.GaussianMixture;
import io.abacusdp.accounting.pair.DominatingPair.GaussianShift;
import io.abacusdp.accounting.pair.DominatingPair.Hybrid;
import io.abacusdp.accounting.pair.DominatingPair.LaplaceShift;
import io.abacusdp.accounting.pair.DominatingPair.OneOf;
import io.abacusdp.accounting.pair.DominatingPair.SkellamShift;
import io.abacusdp.accounting.pld.AllocatedPair.Side;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** From pairs as plain data to pairs that can be cut along a lattice. */
final class LossPairs {
    /** Distances in units of the noise beyond this have losses that no lattice of useful size holds. */
    private static final double MAX_DISTANCE = 1000;

    /** Squares of distances below this underflow, and a loss that vanishes is no bound. */
    private static final double MIN_DISTANCE = 1e-150;

    private final DpEvent event;
    private final double sensitivityFactor;

    private LossPairs(DpEvent event, double sensitivityFactor) {
        this.event = event;
        this.sensitivityFactor = sensitivityFactor;
    }

    /** The part that a number of runs is; empty if it has no loss. */
    static Optional<RepeatedPair> part(DominatedEvent dominated, Adjacency adjacency, long count) {
        LossPairs pairs = new LossPairs(dominated.event(), adjacency.sensitivityFactor());
        if (dominated.above() instanceof Allocated above) {
            return pairs.allocated(above, dominated, count);
        }
        Optional<LossPair> above = pairs.of(dominated.above());
        Optional<LossPair> below = dominated.above() == dominated.below() ? above : pairs.below(dominated.below());
        return above.map(pair -> new RepeatedPair(pair, below.orElseThrow(), dominated.symmetric(), false, count));
    }

    /** Rounded apart to either side. */
    private Optional<RepeatedPair> allocated(Allocated above, DominatedEvent dominated, long count) {
        LossPair below = below(dominated.below()).orElseThrow();
        return of(above.run())
                .map(run -> new RepeatedPair(
                        new AllocatedPair(run, above.batches(), Side.ABOVE),
                        below,
                        dominated.symmetric(),
                        false,
                        count));
    }

    private Optional<LossPair> below(DominatingPair pair) {
        return pair instanceof Allocated allocated
                ? of(allocated.run()).map(run -> new AllocatedPair(run, allocated.batches(), Side.BELOW))
                : of(pair);
    }

    private Optional<LossPair> of(DominatingPair pair) {
        if (pair instanceof GaussianMixture mixture) {
            return mixture(mixture);
        }
        return Optional.of(lossy(pair));
    }

    /** Every pair but a mixture has a loss. */
    private LossPair lossy(DominatingPair pair) {
        if (pair instanceof GaussianShift gaussian) {
            return GaussianPair.of(new double[] {1}, new double[] {gaussian(gaussian)});
        } else if (pair instanceof LaplaceShift laplace) {
            return laplace(laplace);
        } else if (pair instanceof DiscreteLaplaceShift laplace) {
            return laplace.mirrored()
                    ? DiscreteLaplacePair.replaced(laplace.parameter(), laplace.shift(), laplace.rate())
                    : DiscreteLaplacePair.present(laplace.parameter(), laplace.shift(), laplace.rate());
        } else if (pair instanceof DiscreteGaussianShift gaussian) {
            LatticePair.Noise noise = (tail, extra) -> LatticeNoise.gaussian(gaussian.sigma(), tail, extra);
            return gaussian.mirrored()
                    ? LatticePair.replaced(noise, gaussian.shift(), gaussian.rate())
                    : LatticePair.present(noise, gaussian.shift(), gaussian.rate());
        } else if (pair instanceof SkellamShift skellam) {
            LatticePair.Noise noise = (tail, extra) -> LatticeNoise.skellam(skellam.variance(), tail, extra);
            return skellam.mirrored()
                    ? LatticePair.replaced(noise, skellam.shift(), skellam.rate())
                    : LatticePair.present(noise, skellam.shift(), skellam.rate());
        } else if (pair instanceof Hybrid hybrid) {
            return new HybridPair(hybrid.rate(), distance(hybrid.shift() / hybrid.standardDeviation()));
        } else if (pair instanceof BoundedRange range) {
            return ExponentialPair.boundedRange(range.epsilon(), range.rate());
        } else if (pair instanceof Atoms atoms) {
            return AtomicPair.of(atoms);
        } else if (pair instanceof AllAllocated all) {
            return AllAllocatedPair.of(
                    all.parts().stream().map(part -> lossy(part.run())).toList(),
                    all.parts().stream().map(Allocated::batches).toList());
        } else if (pair instanceof OneOf one) {
            return new OneOfPairs(
                    one.pairs().stream()
                            .map(each -> of(each).orElseGet(LossPairs::none))
                            .toList(),
                    one.probabilities());
        }
        throw new IllegalStateException("no lattice for " + pair);
    }

    private static LossPair none() {
        return new AtomicPair(new double[] {0}, new double[] {1}, 0, 0, 0, true);
    }

    private double gaussian(GaussianShift pair) {
        double own = pair.shift() / sensitivityFactor / pair.standardDeviation();
        return distance(own) * sensitivityFactor;
    }

    private Optional<LossPair> mixture(GaussianMixture mixture) {
        double still = 1 - mixture.rate();
        double total = still;
        List<double[]> moving = new ArrayList<>();
        for (int i = 0; i < mixture.shifts().size(); i++) {
            double product = mixture.rate() * mixture.probabilities().get(i);
            // What underflows is not nothing.
            double weight = product == 0 && mixture.probabilities().get(i) > 0 ? Double.MIN_VALUE : product;
            double shift = distance(mixture.shifts().get(i) / mixture.standardDeviation());
            total += weight;
            if (shift == 0) {
                still += weight;
            } else if (weight > 0) {
                moving.add(new double[] {weight, shift});
            }
        }
        if (moving.isEmpty()) {
            return Optional.empty();
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
        return Optional.of(
                mixture.mirrored() ? GaussianPair.mirrored(weights, shifts) : GaussianPair.of(weights, shifts));
    }

    private LossPair laplace(LaplaceShift pair) {
        if (pair.rate() == 1) {
            distance(pair.epsilon() / sensitivityFactor);
            return ExponentialPair.laplace(pair.epsilon(), 1);
        }
        double epsilon = distance(pair.epsilon());
        return pair.mirrored()
                ? ExponentialPair.replacedLaplace(epsilon, pair.rate())
                : ExponentialPair.laplace(epsilon, pair.rate());
    }

    /** What one record's shift is in units of the noise. */
    private double distance(double distance) {
        if (distance == 0 || (distance >= MIN_DISTANCE && distance <= MAX_DISTANCE)) {
            return distance;
        }
        throw new UnsupportedEventException(
                PldAccountant.NAME,
                event,
                "noise below a thousandth of the sensitivity, or beyond all use, has no lattice; try rdp");
    }
}
