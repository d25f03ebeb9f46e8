package io.abacusdp.training.gradient;

import io.abacusdp.training.data.Dataset;

/** As much of a lot as is worked through at once. Threads share it, and each writes only to its own rows and tiles. */
final class Piece {
    /** More than the rounding of a norm and of a scaled gradient, relatively: no rounding lets an example exceed its bound. */
    private static final double ROUNDING = 0x1p-19;

    private final Clip clip;
    private final int[] layersWithParameters;
    private final Dataset data;
    private final int[] rows;
    private final int start;
    private final float[][] tileSums;
    private final double[] losses;
    private final boolean[][] withinBound;
    private final boolean[] nonFinite;

    Piece(Clip clip, int[] layersWithParameters, Dataset data, int[] rows, int start, int count, float[][] tileSums) {
        this.clip = clip;
        this.layersWithParameters = layersWithParameters;
        this.data = data;
        this.rows = rows;
        this.start = start;
        this.tileSums = tileSums;
        this.losses = new double[count];
        this.withinBound = new boolean[clip.groups()][count];
        this.nonFinite = new boolean[count];
    }

    Dataset data() {
        return data;
    }

    int[] rows() {
        return rows;
    }

    /** Where in the lot the piece starts. */
    int start() {
        return start;
    }

    int count() {
        return losses.length;
    }

    /** Loss of each row. */
    double[] losses() {
        return losses;
    }

    float[] tileSum(int tile) {
        return tileSums[tile];
    }

    /**
     * Sets each layer's factor: min(1, bound / norm) with the norm over the layer's group.
     *
     * <p>An example whose loss or whose norm is not finite has no direction that clipping could keep, so it counts for
     * nothing: zero is within every bound, and the sum stays finite whatever one example holds.
     *
     * @return whether the example counts
     */
    boolean clip(int row, double[] squaredNorms, float[] factors) {
        double all = 0;
        for (int layer : layersWithParameters) {
            all += squaredNorms[layer];
        }
        if (!Double.isFinite(all) || !Double.isFinite(losses[row])) {
            nonFinite[row] = true;
            return false;
        }
        for (int group = 0; group < clip.groups(); group++) {
            double sum = 0;
            for (int layer : layersWithParameters) {
                sum += clip.group(layer) == group ? squaredNorms[layer] : 0;
            }
            double norm = Math.sqrt(sum) * (1 + ROUNDING);
            withinBound[group][row] = norm <= clip.bound(group);
            float factor = withinBound[group][row] ? 1 : (float) (clip.bound(group) / norm);
            for (int layer : layersWithParameters) {
                if (clip.group(layer) == group) {
                    factors[layer] = factor;
                }
            }
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
