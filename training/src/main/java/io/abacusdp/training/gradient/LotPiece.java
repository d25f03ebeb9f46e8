package io.abacusdp.training.gradient;

import io.abacusdp.training.data.Dataset;
import io.abacusdp.training.sum.Lot;

/** As much of a lot as is worked through at once. Threads share it, and each writes only to its own rows and tiles. */
final class LotPiece {
    private final ExampleClip clip;
    private final Dataset data;
    private final Lot lot;
    private final int start;
    private final int[] partStarts;
    private final int[] tileStarts;
    private final double[] losses;
    private final boolean[][] withinBound;
    private final boolean[] nonFinite;

    /**
     * @param start where in the lot the piece starts
     * @param partStarts where in the piece its parts start, and where the last ends
     * @param tileStarts where in the piece its tiles start, and where the last ends
     */
    LotPiece(ExampleClip clip, Dataset data, Lot lot, int start, int[] partStarts, int[] tileStarts) {
        this.clip = clip;
        this.data = data;
        this.lot = lot;
        this.start = start;
        this.partStarts = partStarts;
        this.tileStarts = tileStarts;
        int count = partStarts[partStarts.length - 1];
        this.losses = new double[count];
        this.withinBound = new boolean[clip.groups()][count];
        this.nonFinite = new boolean[count];
    }

    Dataset data() {
        return data;
    }

    /** Number of rows. */
    int count() {
        return losses.length;
    }

    /** The row of the data at a place of the piece. */
    int dataRow(int row) {
        return lot.row(start + row);
    }

    /** The coin of the example at a place of the piece. */
    int coin(int row) {
        return lot.coin(start + row);
    }

    int[] partStarts() {
        return partStarts;
    }

    int tiles() {
        return tileStarts.length - 1;
    }

    int tileStart(int tile) {
        return tileStarts[tile];
    }

    /** Loss of each row. */
    double[] losses() {
        return losses;
    }

    /**
     * Sets each layer's factor.
     *
     * <p>An example whose loss or whose norm is not finite has no direction that clipping could keep, so it counts for
     * nothing: zero is within every bound, and the sum stays finite whatever one example holds.
     *
     * @return whether the example counts
     */
    boolean clip(int row, double[] squaredNorms, float[] factors) {
        nonFinite[row] = !(Double.isFinite(losses[row]) && clip.isFinite(squaredNorms));
        if (nonFinite[row]) {
            return false;
        }
        for (int group = 0; group < withinBound.length; group++) {
            withinBound[group][row] = clip.setFactors(group, squaredNorms, factors);
        }
        return true;
    }

    int withinBound(int group) {
        int sum = 0;
        for (boolean within : withinBound[group]) {
            sum += within ? 1 : 0;
        }
        return sum;
    }

    int nonFinite() {
        int sum = 0;
        for (boolean lost : nonFinite) {
            sum += lost ? 1 : 0;
        }
        return sum;
    }

    double lossSum() {
        double sum = 0;
        for (int row = 0; row < losses.length; row++) {
            sum += nonFinite[row] ? 0 : losses[row];
        }
        return sum;
    }
}
