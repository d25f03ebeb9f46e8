package io.abacusdp.accounting.exact;

import io.abacusdp.accounting.Adjacency;
import io.abacusdp.accounting.event.Composition;
import io.abacusdp.accounting.event.DpEvent;
import io.abacusdp.accounting.event.Gaussian;
import io.abacusdp.accounting.event.RandomAllocation;
import io.abacusdp.accounting.numeric.NearZero;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.DoubleUnaryOperator;

/**
 * A number of epochs in each of which every record is in one of t batches, chosen by itself, with Gaussian noise on each, and Gaussian
 * mechanisms besides.
 *
 * <p>Formula: the ratio of the laws with and without the record is X = G·Π S_e, S_e the mean of t independent ratios Y = e^{z/σ − 1/2σ²}
 * under Q, and G that of N(μ, 1) to N(0, 1), μ² = π: E G^w = e^{π·w(w−1)/2}.
 *
 * @param batches t, at least 2
 * @param sigma noise multiplier of one batch
 * @param epochs how many
 * @param precision π, 0 for none
 * @param roundings bound on the relative error of π, in units of 2^−53
 */
record Allocations(double batches, double sigma, double epochs, double precision, int roundings) {
    private static final double SCAN = 0.05;
    private static final double LEAST_SIGMA = 0.1;
    private static final double MOST_SIGMA = 1000;
    private static final double LEAST_POWER = 2;
    private static final double MOST_POWER = 1e6;
    private static final double ROUGH_LEAK = 1e-15;
    /** How many terms times nodes are worth their time: about a tenth of a second. */
    private static final double MAX_WORK = 5e7;

    /** What {@link AllocationMoments} counts roundings for. */
    private static final int MAX_LEVELS = 40;

    /** By how much uY/t grows over a level. */
    private static final double GROWTH = 6;

    /**
     * The allocations of an event, if it is of one kind of them, with any number of plain Gaussians: under replace-one there are none, as no pair is
     * known.
     */
    static Optional<Allocations> of(DpEvent event, Adjacency adjacency) {
        double precision = 0;
        int roundings = 5;
        Optional<Allocations> found = Optional.empty();
        for (Map.Entry<DpEvent, Long> term : Composition.of(event).sortedTerms().entrySet()) {
            if (term.getKey() instanceof Gaussian gaussian) {
                double mu = 1 / gaussian.noiseMultiplier();
                precision += term.getValue() * mu * mu;
                roundings++;
            } else if (adjacency != Adjacency.REPLACE_ONE
                    && found.isEmpty()
                    && term.getKey() instanceof RandomAllocation allocation
                    && allocation.participations() == 1
                    && allocation.batches() > 1
                    && allocation.event() instanceof Gaussian gaussian
                    && gaussian.noiseMultiplier() >= LEAST_SIGMA
                    && gaussian.noiseMultiplier() <= MOST_SIGMA) {
                found = Optional.of(
                        new Allocations(allocation.batches(), gaussian.noiseMultiplier(), term.getValue(), 0, 0));
            } else {
                return Optional.empty();
            }
        }
        double all = precision;
        int rounded = roundings;
        return precision < Double.POSITIVE_INFINITY
                ? found.map(one -> new Allocations(one.batches, one.sigma, one.epochs, all, rounded))
                : Optional.empty();
    }

    /**
     * The lowest cut that takes away at most the given probability, under P and under Q, of all epochs together: epochs·(t·E(1 − w) + E(1 − w)Y).
     */
    double cutFor(double leak) {
        double slope = AllocationNodes.slope(sigma);
        double most = Math.max(Math.log(2 * epochs * batches / leak), Math.log(2 * epochs / leak) + slope / sigma);
        return 0.5 * slope + most / slope;
    }

    /** What a cut takes away, at most: under P the chance that some ratio is cut, and more than that under Q. */
    double leak(double cut) {
        double slope = AllocationNodes.slope(sigma);
        double log = AllocationNodes.logLeak(slope, cut);
        return epochs * (batches * Math.exp(log) + Math.exp(log + slope / sigma)) * (1 + 1e-9);
    }

    /**
     * Levels, the lowest first, and the real part u of p for each: near (1 + c)/S. A level ends where e^{uY/t} would begin to outgrow the density
     * of Y.
     */
    List<AllocationLattice> lattices(double c, double lastCut) {
        List<double[]> plan = new ArrayList<>();
        double growth = 0;
        double lower = Double.NEGATIVE_INFINITY;
        while (lower < lastCut) {
            boolean lowest = plan.isEmpty();
            double start = lowest ? 0 : ratio(lower) / batches;
            double u = (1 + c) / (lowest ? 1 : 1 + 1.6 * start);
            double cut = lowest ? 0.5 / sigma : lower + 4 * SCAN;
            while (cut < lastCut && u * (ratio(cut) / batches - start) < GROWTH) {
                cut += SCAN;
            }
            cut = cut > lastCut - 4 * SCAN ? lastCut : cut;
            plan.add(new double[] {lower, cut, u});
            growth = Math.max(growth, AllocationLattice.MOST_FACTOR * u * ratio(cut) / batches);
            lower = cut;
        }
        if (plan.size() > MAX_LEVELS) {
            throw new SlowDecayException("its mean ratio needs " + plan.size() + " levels");
        }
        AllocationNodes nodes = new AllocationNodes(sigma, lastCut, growth);
        List<AllocationLattice> lattices = new ArrayList<>();
        double work = 0;
        for (double[] one : plan) {
            AllocationLattice lattice =
                    AllocationLattice.of(new AllocationLevel(nodes, batches, one[0], one[1]), c, one[2]);
            work += (double) lattice.terms() * nodes.size;
            if (!(work < MAX_WORK)) {
                throw new SlowDecayException("its mean ratio needs more than " + lattice.terms() + " terms");
            }
            lattices.add(lattice);
        }
        return lattices;
    }

    private double ratio(double z) {
        return Math.exp(z / sigma - 0.5 / (sigma * sigma));
    }

    /**
     * Logarithm of E X^c, roughly: each of the t ratios moves S by little or is nearly all of it, which makes its logarithm t times that of one.
     * Only choices rest on it.
     */
    double roughLogMoment(double c, double lastCut) {
        double sum = 0;
        double width = 0.1;
        for (double z = -9; z < lastCut; z += width) {
            double x = (ratio(z) - 1) / batches;
            double y = c * Math.log1p(x);
            double small = Math.abs(x) < 0.1 ? NearZero.expm1mx(y) - c * NearZero.xmlog1p(x) : Math.expm1(y) - c * x;
            sum += Math.exp(-0.5 * z * z) * small;
        }
        double one = batches * sum * width / Math.sqrt(2 * Math.PI);
        return epochs * one + 0.5 * precision * c * (c - 1);
    }

    /** About the c at which E X^c·e^{−(c−1)ε}·(c − 1)^{c−1}/c^c, a bound of δ(ε), is least, and its logarithm there. */
    double[] roughSaddle(double epsilon) {
        double cut = cutFor(ROUGH_LEAK);
        return least(c -> roughLogMoment(c, cut) - (c - 1) * epsilon + logKernel(c));
    }

    /** About the c at which the same bound gives the least ε for a δ, and that ε. */
    double[] roughEpsilon(double logDelta) {
        double cut = cutFor(ROUGH_LEAK);
        return least(c -> (roughLogMoment(c, cut) + logKernel(c) - logDelta) / (c - 1));
    }

    private static double logKernel(double c) {
        return (c - 1) * Math.log(c - 1) - c * Math.log(c);
    }

    /** The least value of a function over a rising sequence of c, up to where it rises again. */
    private static double[] least(DoubleUnaryOperator function) {
        double best = Double.POSITIVE_INFINITY;
        double at = LEAST_POWER;
        for (double c = LEAST_POWER; c < MOST_POWER; c = 1 + 1.15 * (c - 1)) {
            double value = function.applyAsDouble(c);
            if (!(value < best)) {
                break;
            }
            best = value;
            at = c;
        }
        return new double[] {at, best};
    }
}
