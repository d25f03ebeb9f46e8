package io.abacusdp.accounting.pld;

/**
 * A pair of which each direction was found by itself.
 *
 * @param forward (P, Q)
 * @param backward (Q, P), as a pair whose first law is Q
 */
record TwoWayPair(LossPair forward, LossPair backward) implements LossPair {
    @Override
    public LossCells cells(double origin, double step, double tail, double low, double high) {
        return forward.cells(origin, step, tail, low, high);
    }

    @Override
    public double[] origins(double step, double tail) {
        return forward.origins(step, tail);
    }

    @Override
    public boolean needsZero() {
        return forward.needsZero();
    }

    @Override
    public Sketch sketch(double tail) {
        return forward.sketch(tail);
    }

    @Override
    public double supremum() {
        return forward.supremum();
    }

    @Override
    public double infimum() {
        return -backward.supremum();
    }
}
