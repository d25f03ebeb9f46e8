package io.abacusdp.training.gradient;

import io.abacusdp.kernels.FloatKernels;
import java.util.Arrays;

/**
 * Groups of channels of an example, over all places, to mean 0 and variance 1, then weight and bias for each channel. Layer
 * norm is the case of one place, one group, and every value a channel.
 */
final class NormLayer extends ParameterLayer {
    /** Added to the variance. */
    private static final double EPSILON = 1e-5;

    private final FloatKernels kernels;
    private final int places;
    private final int channels;
    private final int groupChannels;
    private final int groups;
    private final Weights weights;
    private final int tileSumAt;
    private final float[] gradient;
    private float[] normalised = new float[0];
    private float[] inverseDeviations = new float[0];

    /**
     * @param weights of one input and as many outputs as channels: its weight and its bias
     */
    NormLayer(FloatKernels kernels, int places, int groups, Weights weights, int tileSumAt) {
        this.kernels = kernels;
        this.places = places;
        this.channels = weights.outputs;
        this.groups = groups;
        this.groupChannels = channels / groups;
        this.weights = weights;
        this.tileSumAt = tileSumAt;
        this.gradient = new float[weights.length()];
    }

    @Override
    void forward(float[] x, float[] y, int rows) {
        int size = places * channels;
        if (normalised.length < rows * size) {
            normalised = new float[rows * size];
            inverseDeviations = new float[rows * groups];
        }
        float[] parameters = weights.parameters();
        for (int row = 0; row < rows; row++) {
            for (int group = 0; group < groups; group++) {
                normalise(x, row, group);
            }
            for (int i = 0; i < size; i++) {
                int channel = i % channels;
                y[row * size + i] = parameters[weights.weightAt + channel] * normalised[row * size + i]
                        + parameters[weights.biasAt + channel];
            }
        }
    }

    private void normalise(float[] x, int row, int group) {
        int from = row * places * channels + group * groupChannels;
        double sum = 0;
        for (int place = 0; place < places; place++) {
            for (int i = 0; i < groupChannels; i++) {
                sum += x[from + place * channels + i];
            }
        }
        double mean = sum / (places * groupChannels);
        double squares = 0;
        for (int place = 0; place < places; place++) {
            for (int i = 0; i < groupChannels; i++) {
                double difference = x[from + place * channels + i] - mean;
                squares += difference * difference;
            }
        }
        double inverse = 1 / Math.sqrt(squares / (places * groupChannels) + EPSILON);
        inverseDeviations[row * groups + group] = (float) inverse;
        for (int place = 0; place < places; place++) {
            for (int i = 0; i < groupChannels; i++) {
                int at = from + place * channels + i;
                normalised[at] = (float) ((x[at] - mean) * inverse);
            }
        }
    }

    /** dx = (g − mean g − n·mean(g·n)) / deviation, with n the normalised values and g = dy·weight. */
    @Override
    void backward(float[] x, float[] y, float[] dy, float[] dx, int rows) {
        for (int row = 0; row < rows; row++) {
            for (int group = 0; group < groups; group++) {
                backward(dy, dx, row, group);
            }
        }
    }

    private void backward(float[] dy, float[] dx, int row, int group) {
        int from = row * places * channels + group * groupChannels;
        int weightFrom = weights.weightAt + group * groupChannels;
        float[] parameters = weights.parameters();
        double sum = 0;
        double products = 0;
        for (int place = 0; place < places; place++) {
            for (int i = 0; i < groupChannels; i++) {
                int at = from + place * channels + i;
                double g = (double) dy[at] * parameters[weightFrom + i];
                sum += g;
                products += g * normalised[at];
            }
        }
        double mean = sum / (places * groupChannels);
        double slope = products / (places * groupChannels);
        float inverse = inverseDeviations[row * groups + group];
        for (int place = 0; place < places; place++) {
            for (int i = 0; i < groupChannels; i++) {
                int at = from + place * channels + i;
                double g = (double) dy[at] * parameters[weightFrom + i];
                dx[at] = (float) ((g - mean - normalised[at] * slope) * inverse);
            }
        }
    }

    @Override
    double squaredNorm(float[] x, float[] dy, int row) {
        Arrays.fill(gradient, 0);
        for (int place = 0; place < places; place++) {
            int from = (row * places + place) * channels;
            for (int i = 0; i < channels; i++) {
                gradient[i] += dy[from + i] * normalised[from + i];
                gradient[channels + i] += dy[from + i];
            }
        }
        return NORM_ROUNDED_UP * kernels.squaredNorm(gradient, 0, gradient.length);
    }

    @Override
    void addGradient(float factor, float[] x, float[] dy, int row, float[] sum) {
        squaredNorm(x, dy, row);
        kernels.addScaled(factor, gradient, 0, sum, 0, gradient.length);
    }

    @Override
    float[] gradient(float[] x, float[] dy, int row) {
        return gradient.clone();
    }

    @Override
    void add(float factor, float[] x, float[] dy, int row, int lotRow, float[] tileSum) {
        kernels.addScaled(factor, gradient, 0, tileSum, tileSumAt, gradient.length);
    }

    @Override
    void skip(int lotRow) {}
}
