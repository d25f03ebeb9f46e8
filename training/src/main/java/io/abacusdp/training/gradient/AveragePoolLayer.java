package io.abacusdp.training.gradient;

import io.abacusdp.kernels.FloatKernels;
import io.abacusdp.kernels.Pooling;
import java.util.Arrays;

/** Mean of each window. */
final class AveragePoolLayer extends Layer {
    private final FloatKernels kernels;
    private final Pooling pooling;
    private final int inputs;
    private final int outputs;
    private final float share;

    AveragePoolLayer(FloatKernels kernels, Pooling pooling, int inputs, int outputs) {
        this.kernels = kernels;
        this.pooling = pooling;
        this.inputs = inputs;
        this.outputs = outputs;
        this.share = 1f / (pooling.kernel() * pooling.kernel());
    }

    @Override
    void forward(float[] x, float[] y, int rows) {
        Arrays.fill(y, 0, rows * outputs, 0);
        forEachPlace(rows, (in, out) -> kernels.addScaled(share, x, in, y, out, pooling.channels()));
    }

    @Override
    void backward(float[] x, float[] y, float[] dy, float[] dx, int rows) {
        Arrays.fill(dx, 0, rows * inputs, 0);
        forEachPlace(rows, (in, out) -> kernels.addScaled(share, dy, out, dx, in, pooling.channels()));
    }

    /** A place of a window in the input and the window's place in the output, the first channel of each. */
    private interface Pair {
        void accept(int in, int out);
    }

    private void forEachPlace(int rows, Pair pair) {
        int channels = pooling.channels();
        int out = 0;
        for (int row = 0; row < rows; row++) {
            for (int i = 0; i < pooling.outHeight(); i++) {
                for (int j = 0; j < pooling.outWidth(); j++) {
                    int corner = row * inputs + (i * pooling.width() + j) * pooling.stride() * channels;
                    for (int k = 0; k < pooling.kernel() * pooling.kernel(); k++) {
                        int place = k / pooling.kernel() * pooling.width() + k % pooling.kernel();
                        pair.accept(corner + place * channels, out);
                    }
                    out += channels;
                }
            }
        }
    }
}
