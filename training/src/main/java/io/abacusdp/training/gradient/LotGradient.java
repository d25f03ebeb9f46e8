package io.abacusdp.training.gradient;

/**
 * The sum of clipped per-example gradients of one lot, and what was seen on the way.
 *
 * <p>Everything here is private data without noise: the sum until noise of its sensitivity was added, counts and losses for
 * good, unless their own noisy release is charged.
 */
public final class LotGradient {
    private final float[] sum;
    private final int examples;
    private final int[] withinBound;
    private final int nonFinite;
    private final double lossSum;

    LotGradient(float[] sum, int examples, int[] withinBound, int nonFinite, double lossSum) {
        this.sum = sum;
        this.examples = examples;
        this.withinBound = withinBound;
        this.nonFinite = nonFinite;
        this.lossSum = lossSum;
    }

    /** The sum, never the mean, in the layout of the parameters. It is the caller's own, to add noise in place. Private. */
    public float[] sum() {
        return sum;
    }

    /** Number of examples in the lot. Private if the lot was sampled. */
    public int examples() {
        return examples;
    }

    /** Number of examples whose gradient was within the group's bound before clipping. Private until noised. */
    public int withinBound(int group) {
        return withinBound[group];
    }

    /** Number of examples that count for nothing because their loss or gradient was not finite. Private. */
    public int nonFinite() {
        return nonFinite;
    }

    /** Sum of the losses of all examples but those {@link #nonFinite()}. Private. */
    public double lossSum() {
        return lossSum;
    }
}
