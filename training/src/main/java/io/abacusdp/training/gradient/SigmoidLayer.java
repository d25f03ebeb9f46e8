package io.abacusdp.training.gradient;

import io.abacusdp.kernels.FloatKernels;
import io.abacusdp.training.model.LayerSpec;

/** Tempered sigmoid, of which tanh is one. */
final class SigmoidLayer extends Layer {
    static final LayerSpec.TemperedSigmoid TANH = new LayerSpec.TemperedSigmoid(2, 2, 1);

    private final FloatKernels kernels;
    private final int size;
    private final float scale;
    private final float temperature;
    private final float offset;

    SigmoidLayer(FloatKernels kernels, int size, LayerSpec.TemperedSigmoid spec) {
        this.kernels = kernels;
        this.size = size;
        this.scale = (float) spec.scale();
        this.temperature = (float) spec.temperature();
        this.offset = (float) spec.offset();
    }

    @Override
    void forward(float[] x, float[] y, int rows) {
        kernels.temperedSigmoid(y, 0, rows * size, scale, temperature, offset);
    }

    @Override
    void backward(float[] x, float[] y, float[] dy, float[] dx, int rows) {
        kernels.temperedSigmoidGradient(y, 0, dy, 0, rows * size, scale, temperature, offset);
    }

    @Override
    boolean isInPlace() {
        return true;
    }

    @Override
    boolean needsOutput() {
        return true;
    }
}
