package io.abacusdp.training.gradient;

import io.abacusdp.training.sum.GridSum;

/**
 * The sum of clipped per-example gradients of one lot, and what was seen on the way.
 *
 * <p>Everything here is private data without noise: the sum until noise of its sensitivity was added, counts and losses for
 * good, unless their own noisy release is charged.
 */
public final class LotGradient {
    private final GridSum sum;
    private final int examples;
    private final int[] withinBound;
    private final int nonFinite;
    private final double lossSum;

    LotGradient(GridSum sum, int examples, int[] withinBound, int nonFinite, double lossSum) {
        this.sum = sum;
        this.examples = examples;
        this.withinBound = withinBound;
        this.nonFinite = nonFinite;
        this.lossSum = lossSum;
    }

    /** The same lot with more coordinates behind those of the parameters, as {@link GridSum#with}. */
    public LotGradient with(double[] more) {
        return new LotGradient(sum.with(more), examples, withinBound, nonFinite, lossSum);
    }

    /** The sum, never the mean, in the layout of the parameters: exact on its grid, to add noise to. Private. */
    public GridSum sum() {
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
