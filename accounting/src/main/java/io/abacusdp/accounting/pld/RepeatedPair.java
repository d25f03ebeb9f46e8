package io.abacusdp.accounting.pld;

import io.abacusdp.accounting.numeric.RoundOff;
import java.util.List;
import java.util.Objects;

/**
 * One distinct mechanism of a composition, seen in one direction.
 *
 * @param above a pair that dominates the mechanism
 * @param below a pair that the mechanism attains
 * @param symmetric whether (Q, P) bounds as (P, Q) does
 * @param reversed whether (Q, P) is meant
 * @param count how often it was run
 */
record RepeatedPair(LossPair above, LossPair below, boolean symmetric, boolean reversed, long count) {
    /** The same in the other direction. */
    RepeatedPair backward() {
        if (!symmetric && above instanceof TwoWayPair over && below instanceof TwoWayPair under) {
            return new RepeatedPair(over.backward(), under.backward(), false, false, count);
        }
        return new RepeatedPair(above, below, symmetric, !symmetric, count);
    }

    /** Adds the laws on a lattice, with losses below the floor lumped; a pair that is both bounds is cut only once. */
    void laws(double step, double tail, double floor, List<RepeatedLaw> overs, List<RepeatedLaw> unders) {
        LowerDiscretisation best = null;
        for (double origin : below.origins(step, tail)) {
            LowerDiscretisation merger = new LowerDiscretisation(cells(below, origin, step, tail, floor));
            best = best == null || merger.drift() < best.drift() ? merger : best;
            if (best.drift() <= 1e-9 * step) {
                break;
            }
        }
        LossCells upper = above == below && best != null
                ? best.cells()
                : cells(above, above.origins(step, tail)[0], step, tail, floor);
        overs.add(new RepeatedLaw(UpperDiscretisation.above(upper), count));
        unders.add(new RepeatedLaw(Objects.requireNonNull(best, "origins").law(), count));
    }

    /** What a cell of the laws above and below costs. */
    double cellCost() {
        return above == below ? above.cellCost() : above.cellCost() + below.cellCost();
    }

    /** What the laws above and below cost besides, however few their cells are. */
    double fixedCost() {
        return above == below ? above.fixedCost() : above.fixedCost() + below.fixedCost();
    }

    /** How far apart the logarithms of the moments of the two pairs are, whatever the lattice. */
    double gap(double theta, double tail) {
        if (above == below) {
            return 0;
        }
        Sketch lower = reversed ? below.sketch(tail).reversed() : below.sketch(tail);
        return count
                * (sketch(tail).cumulants(theta).value()
                        - lower.cumulants(theta).value());
    }

    Sketch sketch(double tail) {
        Sketch sketch = above.sketch(tail);
        return reversed ? sketch.reversed() : sketch;
    }

    /** At least the greatest loss that the pair above can have in this direction. */
    double supremumAbove() {
        double supremum = reversed ? -above.infimum() : above.supremum();
        return above.hasExactLosses() ? supremum : supremum + 16 * RoundOff.UNIT * Math.abs(supremum);
    }

    double supremumBelow() {
        return reversed ? -below.infimum() : below.supremum();
    }

    /** At least the greatest finite loss that the pair above can have in this direction; what is beyond is infinite. */
    double largestFiniteAbove() {
        double largest = reversed ? -above.finiteInfimum() : above.finiteSupremum();
        return above.hasExactLosses() ? largest : largest + 16 * RoundOff.UNIT * Math.abs(largest);
    }

    /** Mass of infinite losses of the pair above, rounded up. */
    double infinityAbove() {
        double mass = reversed ? above.counterInfinityMass() : above.infinityMass();
        return Math.min(1, mass * (1 + 4 * LossCells.RELATIVE_ERROR));
    }

    /** Mass of infinite losses of the pair below, rounded down. */
    double infinityBelow() {
        double mass = reversed ? below.counterInfinityMass() : below.infinityMass();
        return mass * (1 - 4 * LossCells.RELATIVE_ERROR);
    }

    private LossCells cells(LossPair pair, double origin, double step, double tail, double floor) {
        return reversed
                ? pair.cells(origin, step, tail, Double.NEGATIVE_INFINITY, -floor)
                        .reversed()
                : pair.cells(origin, step, tail, floor, Double.POSITIVE_INFINITY);
    }
}
