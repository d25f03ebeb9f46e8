package io.abacusdp.accounting.tradeoff;

/**
 * A curve from privacy loss distributions from above.
 *
 * <p>The law of this direction knows large losses well, hence small rates of false positives; that of the other direction
 * knows the other end, as T(P, Q) is the inverse of T(Q, P) and every line of the one is, with the rates changing places, a
 * line of the other. The higher of the two is taken.
 */
final class PldSide implements Side {
    private final PldSums own;
    private final PldSums other;

    PldSide(PldSums own, PldSums other) {
        this.own = own;
        this.other = other;
    }

    @Override
    public Line at(double falsePositiveRate) {
        return Line.higher(own.direct(falsePositiveRate), other.inverse(falsePositiveRate), falsePositiveRate);
    }

    @Override
    public double delta(double epsilon) {
        return Math.min(own.delta(epsilon), Mirror.delta(epsilon, other.delta(-epsilon)));
    }
}
