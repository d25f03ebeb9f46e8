package io.abacusdp.accounting.pld;

import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Several allocations, each of its own batches, bounded from above.
 *
 * <p>Formula: dP/dQ is the product of those of the parts, which are independent under Q. A spread of a part that keeps its mean is
 * one of the product, as the others do not depend on it and have mean 1; so each part may be brought onto one lattice of logarithms first, on which
 * products are sums of places.
 *
 * <p>Accuracy: sums of positive terms, raised by their roundings; what is cut off goes to infinity on either side ({@link RatioLaw}).
 */
final class AllAllocatedPair implements LossPair {
    /** Lattice points of a part by itself, and of the product. */
    private static final int POINTS_OF_PART = 800;

    private static final int POINTS = 6000;

    private final List<AllocatedPair> parts;
    private final Map<Double, LossPair> known = new HashMap<>();

    private AllAllocatedPair(List<AllocatedPair> parts) {
        this.parts = parts;
    }

    /**
     * The pair of these parts.
     *
     * @param runs one run of each part
     * @param batches of each part
     */
    static AllAllocatedPair of(List<LossPair> runs, List<Long> batches) {
        AllocatedPair[] parts = new AllocatedPair[runs.size()];
        for (int i = 0; i < parts.length; i++) {
            parts[i] = new AllocatedPair(runs.get(i), batches.get(i), AllocatedPair.Side.ABOVE, POINTS_OF_PART);
        }
        return new AllAllocatedPair(List.of(parts));
    }

    private synchronized LossPair pair(double tail) {
        return known.computeIfAbsent(
                AllocatedPair.usualTail(tail),
                one -> product(one / parts.size()).pair());
    }

    private RatioLaw product(double tail) {
        List<RatioLaw> laws = parts.stream().map(part -> part.mean(tail)).toList();
        double span = 0;
        double finest = Double.POSITIVE_INFINITY;
        for (RatioLaw law : laws) {
            span += law.step() * law.size();
            finest = Math.min(finest, law.step());
        }
        double step = Math.max(finest, AllocatedPair.even(span / POINTS));
        RatioLaw product = laws.get(0).onLattice(step, tail);
        for (int i = 1; i < laws.size(); i++) {
            product = product.times(laws.get(i).onLattice(step, tail), tail);
        }
        return product;
    }

    @Override
    public LossCells cells(double origin, double step, double tail, double low, double high) {
        return pair(tail).cells(origin, step, tail, low, high);
    }

    @Override
    public double[] origins(double step, double tail) {
        return pair(tail).origins(step, tail);
    }

    @Override
    public Sketch sketch(double tail) {
        return pair(AllocatedPair.sketchTail(tail)).sketch(tail);
    }

    @Override
    public double supremum() {
        return Double.POSITIVE_INFINITY;
    }

    @Override
    public double infimum() {
        return Double.NEGATIVE_INFINITY;
    }
}
