package io.abacusdp.accounting.pld;

/**
 * One distinct mechanism of a composition, seen in one direction.
 *
 * @param above a pair that dominates the mechanism
 * @param below a pair that the mechanism attains
 * @param symmetric whether (Q, P) bounds as (P, Q) does
 * @param reversed whether (Q, P) is meant
 * @param count how often it was run
 */
record Part(LossPair above, LossPair below, boolean symmetric, boolean reversed, long count) {
    /** The same in the other direction. */
    Part backward() {
        return new Part(above, below, symmetric, !symmetric, count);
    }

    PrivacyLossDistribution lawAbove(double step, double tail) {
        return Discretisation.above(cells(above, step, tail));
    }

    PrivacyLossDistribution lawBelow(double step, double tail) {
        return Discretisation.below(cells(below, step, tail));
    }

    Sketch sketch(double tail) {
        Sketch sketch = above.sketch(tail);
        return reversed ? sketch.reversed() : sketch;
    }

    /** The greatest loss that the pair above can have in this direction. */
    double supremumAbove() {
        return reversed ? -above.infimum() : above.supremum();
    }

    double supremumBelow() {
        return reversed ? -below.infimum() : below.supremum();
    }

    private LossCells cells(LossPair pair, double step, double tail) {
        LossCells cells = pair.cells(step, tail);
        return reversed ? cells.reversed() : cells;
    }
}
