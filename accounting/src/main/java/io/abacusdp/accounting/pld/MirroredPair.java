package io.abacusdp.accounting.pld;

/** A pair that is its own mirror image: outcomes of a half with losses at least 0, and as many with P and Q exchanged. */
record MirroredPair(LossPair half) implements LossPair {
    @Override
    public LossCells cells(double origin, double step, double tail, double low, double high) {
        LossPair.requireZero(origin);
        LossCells upper = half.cells(0, step, tail, Double.NEGATIVE_INFINITY, Double.POSITIVE_INFINITY);
        return upper.plus(upper.reversed());
    }

    @Override
    public double[] origins(double step, double tail) {
        return new double[] {0};
    }

    @Override
    public boolean needsZero() {
        return true;
    }

    @Override
    public Sketch sketch(double tail) {
        Sketch upper = half.sketch(tail);
        return upper.plus(upper.reversed());
    }

    @Override
    public double supremum() {
        return half.supremum();
    }

    @Override
    public double infimum() {
        return -half.supremum();
    }
}
