package io.abacusdp.accounting.pld;

/**
 * How much work a query of one direction may still take, in cells of the cheapest kind: a bound on time and memory that does not depend on
 * the machine. What does not fit is done on a coarser lattice, whose bounds are wider and as certain. Not safe for use by several
 * threads.
 */
final class Effort {
    /** Points of a transform cost less than cells do. */
    private static final double POINT = 0.25;

    /** What one attempt may take: a finer one may follow it. */
    private static final double SHARE = 0.75;

    private final double all;
    private double left;

    /** Four times as many cells as the largest transform may have points. */
    Effort(int maxPoints) {
        this.all = 4.0 * maxPoints;
        this.left = all;
    }

    /**
     * The least step that is within an attempt's share.
     *
     * @param weight sum over the laws of the range of their losses, each times what its cells cost
     */
    double leastStep(double weight) {
        return weight / (SHARE * Math.max(left, 1));
    }

    /** Whether an attempt is within its share that costs so much whatever the lattice. */
    boolean affords(double fixed) {
        return fixed <= SHARE * Math.max(left, 1);
    }

    /** Takes note of an attempt on a lattice; it has been made. */
    void spend(double fixed, double weight, double step) {
        left -= fixed + weight / step;
    }

    /** Takes note of a transform. */
    void spendTransform(int points) {
        left -= POINT * points;
    }

    /** Whether there is not enough left for another attempt that is worth it. */
    boolean isSpent() {
        return left < 0.25 * all;
    }
}
