package io.abacusdp.accounting.pld;

import java.util.List;
import java.util.function.ToDoubleFunction;

/**
 * One of several pairs, where the outcome shows which: its losses are those of all, each pair with its share of the mass under
 * P as under Q.
 *
 * @param pairs at least one
 * @param shares one for each pair
 */
record OneOfPairs(List<LossPair> pairs, List<Double> shares) implements LossPair {
    @Override
    public LossCells cells(double origin, double step, double tail, double low, double high) {
        LossCells all = pairs.get(0).cells(origin, step, tail, low, high).times(shares.get(0));
        for (int i = 1; i < pairs.size(); i++) {
            all = all.plus(pairs.get(i).cells(origin, step, tail, low, high).times(shares.get(i)));
        }
        return all;
    }

    @Override
    public double[] origins(double step, double tail) {
        return needsZero() ? new double[] {0} : pairs.get(0).origins(step, tail);
    }

    @Override
    public boolean needsZero() {
        return pairs.stream().anyMatch(LossPair::needsZero);
    }

    @Override
    public Sketch sketch(double tail) {
        return Sketch.oneOf(pairs.stream().map(pair -> pair.sketch(tail)).toList(), shares);
    }

    @Override
    public double supremum() {
        return largest(LossPair::supremum);
    }

    @Override
    public double infimum() {
        return -largest(pair -> -pair.infimum());
    }

    @Override
    public double cellCost() {
        return pairs.stream().mapToDouble(LossPair::cellCost).sum();
    }

    @Override
    public double fixedCost() {
        return pairs.stream().mapToDouble(LossPair::fixedCost).sum();
    }

    @Override
    public double finiteSupremum() {
        return largest(LossPair::finiteSupremum);
    }

    @Override
    public double finiteInfimum() {
        return -largest(pair -> -pair.finiteInfimum());
    }

    @Override
    public double infinityMass() {
        return onAverage(LossPair::infinityMass);
    }

    @Override
    public double counterInfinityMass() {
        return onAverage(LossPair::counterInfinityMass);
    }

    private double onAverage(ToDoubleFunction<LossPair> mass) {
        double sum = 0;
        for (int i = 0; i < pairs.size(); i++) {
            sum += shares.get(i) * mass.applyAsDouble(pairs.get(i));
        }
        return Math.min(1, sum);
    }

    private double largest(ToDoubleFunction<LossPair> loss) {
        return pairs.stream().mapToDouble(loss).max().orElseThrow();
    }
}
