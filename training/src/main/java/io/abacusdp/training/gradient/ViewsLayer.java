package io.abacusdp.training.gradient;

import io.abacusdp.kernels.FloatKernels;
import java.util.Arrays;

/**
 * Another layer, for examples that have several views, one after the other in a tile: an example's gradient is the mean of its views'.
 * It is formed in floats, and the very floats that are measured are added, by one addition for each coordinate.
 */
final class ViewsLayer extends ParameterLayer {
    private final FloatKernels kernels;
    private final ParameterLayer one;
    private final int views;
    private final int tileSumAt;
    private final float[] mean;

    /** @param length of the layer's parameters */
    ViewsLayer(FloatKernels kernels, ParameterLayer one, int views, int length, int tileSumAt) {
        this.kernels = kernels;
        this.one = one;
        this.views = views;
        this.tileSumAt = tileSumAt;
        this.mean = new float[length];
    }

    @Override
    void forward(float[] x, float[] y, int rows) {
        one.forward(x, y, rows);
    }

    @Override
    void backward(float[] x, float[] y, float[] dy, float[] dx, int rows) {
        one.backward(x, y, dy, dx, rows);
    }

    @Override
    double squaredNorm(float[] x, float[] dy, int row) {
        Arrays.fill(mean, 0);
        for (int view = 0; view < views; view++) {
            one.addGradient(1f / views, x, dy, row * views + view, mean);
        }
        return NORM_ROUNDED_UP * kernels.squaredNorm(mean, 0, mean.length);
    }

    @Override
    void add(float factor, float[] x, float[] dy, int row, int lotRow, float[] tileSum) {
        kernels.addScaled(factor, mean, 0, tileSum, tileSumAt, mean.length);
    }

    @Override
    void addGradient(float factor, float[] x, float[] dy, int row, float[] sum) {
        throw new IllegalStateException("views have no views");
    }

    @Override
    float[] gradient(float[] x, float[] dy, int row) {
        return mean.clone();
    }

    @Override
    void skip(int lotRow) {}
}
